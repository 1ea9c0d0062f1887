"""The arena: how far from perfect a way to play is, by exact examination and by matches."""
