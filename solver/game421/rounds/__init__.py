"""A round solved by summaries, for any number of players and any worth of its outcomes."""
