"""The studio: make and print a kit in the browser, with the code of the command line."""
