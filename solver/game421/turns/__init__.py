"""A single turn solved exactly: terms, payoffs, backward induction in plain integers and in numpy."""
