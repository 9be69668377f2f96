#!/usr/bin/env python3
"""An engine that needs nothing but Python: it takes the last of the legal moves.

smalti arena maharani --seats 2 --bots "cmd:python3 examples/engines/last.py,random" --games 10
"""

import sys


def main() -> None:
    """Reads lines and answers (docs/protocol.md)."""
    moves: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "smalti":
            print("name The last one\nready", flush=True)
        elif word == "moves":
            moves = rest
        elif word == "go":
            print(f"move {moves[-1]}", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
