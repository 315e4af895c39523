"""The commands of referee, one module for those that share their work."""
