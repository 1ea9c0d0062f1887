"""Start the command line from a checkout: `python cli.py best 642`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "solver"))

if __name__ == "__main__":
    try:
        from game421.commands.app import main
    except ModuleNotFoundError as missing:
        sys.exit(f"421: {missing.name} is not installed; install the program first: python3 -m pip install .")
    main()
