"""Builds the modules that are shipped, those whose sources have changed: python -m smalti.wasm [--all] [PACKAGE ...]

A package brings games of its own in `GAMES`.
"""

from __future__ import annotations

import gzip
import sys
from importlib import import_module

from smalti.games import GAMES
from smalti.kernel.game import Game
from smalti.wasm.building import build, exports, tools
from smalti.wasm.shipping import keep, module_of


def main(arguments: list[str]) -> None:
    """Builds what is not up to date, or all."""
    others = [game for name in arguments if name != "--all" for game in import_module(name).GAMES]
    for game in [*GAMES.values(), *others]:
        if "--all" in arguments or module_of(game) is None:
            make(game)
        else:
            sys.stdout.write(f"{game.name}: up to date\n")


def make(game: Game) -> None:
    """Builds one module."""
    module = build(game, exports(game))
    keep(game, module, tools())
    sys.stdout.write(f"{game.name}: {len(module)} bytes, {len(gzip.compress(module))} compressed\n")


if __name__ == "__main__":
    main(sys.argv[1:])
