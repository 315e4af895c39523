"""Boxes for cards (tuck box and two-piece box), and the trump block, a cube that shows what is trump."""
