"""Write, read and check what was solved."""
