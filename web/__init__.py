"""The studio as a web page: its build, its server for this computer, and its scripts (docs/web.md)."""
