"""What is printed beside cards and book: reference cards, boxes, pads and pieces."""
