"""Rows of numbers as machine vectors: what the compiled kernels are made of. It knows nothing of dice."""
