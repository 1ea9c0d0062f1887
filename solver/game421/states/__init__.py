"""The game as it is played, by 2 to 6 players, under every axis of the rules; knows nothing of optimality."""
