"""What is stored on disk: the journal (all tables of a household), the locks of tables, and hashes of PINs."""
