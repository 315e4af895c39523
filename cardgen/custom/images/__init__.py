"""Pictures and SVG files of people’s own, checked and made into paths."""
