"""What runs in the processes that draw: pages as pictures, files, printers; it knows nothing of the browser."""
