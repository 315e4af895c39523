"""A web server that makes everyone's phone a private screen of a table (docs/host.md)."""
