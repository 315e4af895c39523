"""What an evening looked like: the score's course, its best moments, honours; as a page for a screen."""
