"""Tests of the game as it is played."""
