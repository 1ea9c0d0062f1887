"""What the documentation shows is run, and what it promises is looked up."""
