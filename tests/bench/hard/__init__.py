"""Attacks on the whole: crashes, fuzz, secrets, playouts, geometry, text, machines, bytes, load.

Each room has ``FULL`` (how many the promise speaks of), ``SAMPLE`` (how many the tests do) and ``run(count, seed)``.
``python -m tests.bench.hard NAME… [--count N] [--seed N]`` prints the figures.
"""
