"""The whole game of tokens: its states between rounds, and their values."""
