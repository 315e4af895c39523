"""Records as text: read, printed, replayed."""
