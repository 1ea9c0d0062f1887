"""`python -m game421`: the same program as `421` and `game421`."""

from game421.commands import main

if __name__ == "__main__":
    main()
