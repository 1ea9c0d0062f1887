"""The command line: arguments in, text or JSON out, one module per subcommand."""

from game421.commands.app import main

__all__ = ["main"]
