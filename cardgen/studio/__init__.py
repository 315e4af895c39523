"""The print room in the browser: a kit made by looking, by the same code as the command line."""
