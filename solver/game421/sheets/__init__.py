"""What a person takes to the table: a sheet with everything that matters, in any layout and language."""
