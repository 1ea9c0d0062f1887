"""One door for everyone who asks: a situation in, every option with value, regret and ties out."""
