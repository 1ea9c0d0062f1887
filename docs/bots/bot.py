"""A bot in Python: it keeps what it has of a 4, a 2 and a 1."""


class Bot:
    """Goes for a 421, whatever is worth more on the way."""

    def decide(self, position: str, legal: list[str]) -> str:
        """One of the legal actions."""
        roll = position.split()[5]
        held = "".join(die for die in "421" if die in roll) or "-"
        return held if held in legal else legal[0]
