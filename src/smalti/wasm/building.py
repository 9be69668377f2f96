"""The module of a game: which functions it has, and how its records lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from smalti.kernel.game import Game
from smalti.kernel.referee import raw_bytes
from smalti.kernel.rows import ASKS, HAPPENINGS, PATHS, PIECES, new_sheet
from smalti.kernel.state import sheet_type
from smalti.wasm import entries
from smalti.wasm.module import Export, Fresh, build_module

NUMBER = 0
"""An example of a number."""


def sheet_types(game: Game) -> dict[str, np.dtype[np.void]]:
    """Every kind of sheet that the functions of a game write on."""
    moves = sheet_type(game.course.action_count, move=np.int64)
    fixed = {"pieces": PIECES, "paths": PATHS, "told": HAPPENINGS, "asks": ASKS}
    return {"moves": moves, "outcomes": entries.OUTCOMES, "points": entries.POINTS, **fixed}


def exports(game: Game) -> dict[str, Export]:
    """The rules and the rows of a game, each with an example of its arguments."""
    state = game.course.setup(game.facts.seat_counts[0], {})
    sheets = {name: new_sheet(kind) for name, kind in sheet_types(game).items()}
    rows, told = game.rows, sheets["told"]
    return {
        "who_acts": Export(entries.who_acts, (state,)),
        "list_moves": Export(entries.list_moves, (state, NUMBER, sheets["moves"])),
        "make_move": Export(entries.make_move, (state, NUMBER, NUMBER)),
        "list_outcomes": Export(entries.list_outcomes, (state, sheets["outcomes"])),
        "draw": Export(entries.draw, (state, NUMBER)),
        "take_outcome": Export(entries.take_outcome, (state, NUMBER)),
        "tally": Export(entries.tally, (state, sheets["points"])),
        "pieces": Export(rows.pieces, (state, NUMBER, sheets["pieces"])),
        "offers": Export(rows.offers, (state, NUMBER, sheets["pieces"])),
        "paths": Export(rows.paths, (state, NUMBER, sheets["paths"])),
        "happens": Export(rows.happens, (state, NUMBER, NUMBER, NUMBER, told)),
        "asks": Export(rows.asks, (state, NUMBER, sheets["asks"])),
        "refuses": Export(rows.refuses, (state, NUMBER, NUMBER, NUMBER, NUMBER, told)),
        "refuses_move": Export(rows.refuses_move, (state, NUMBER, NUMBER, told)),
        "earns": Export(rows.earns, (state, NUMBER, told)),
    }


def digest_exports(game: Game) -> dict[str, Export]:
    """A module of its own that plays whole games and sums them up, to compare targets with each other."""
    raw = raw_bytes(game.course.setup(game.facts.seat_counts[0], {}))
    kinds = sheet_types(game)
    sheets = [new_sheet(kinds[name]) for name in DIGEST_SHEETS]
    return {"digest": Export(entries.digest, (raw, NUMBER, NUMBER, *sheets))}


DIGEST_SHEETS = "moves", "pieces", "paths", "asks", "told"


def build(game: Game, which: dict[str, Export]) -> bytes:
    """The module with some functions of a game."""
    return build_module(Fresh(game.name, open_names(game), compiled=True), which)


def open_names(game: Game) -> dict[str, Any]:
    """What fills in the open names of `entries`."""
    return {**game.open_names, **game.rows.named()}


def layout(game: Game) -> dict[str, Any]:
    """How a state and the sheets lie in memory: sizes, and the place and width of each column."""
    return {
        "game": game.name,
        "rules": game.facts.version,
        "state": game.course.state_type.itemsize,
        "sheets": {name: _sheet_layout(kind) for name, kind in sheet_types(game).items()},
    }


def _sheet_layout(kind: np.dtype[np.void]) -> dict[str, Any]:
    assert kind.fields is not None
    columns = {name: [offset, one.base.itemsize] for name, (one, offset, *_) in kind.fields.items() if name != "n"}
    return {"bytes": kind.itemsize, "columns": columns}
