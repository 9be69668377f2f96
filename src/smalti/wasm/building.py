"""The module of a game: which functions it has, and how its records lie in memory."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Any

import numpy as np

from smalti.bots.search.names import thinking_names
from smalti.kernel.game import Game
from smalti.kernel.playout import next_actor
from smalti.kernel.referee import raw_bytes
from smalti.kernel.rows import ASKS, HAPPENINGS, PATHS, PIECES, new_sheet
from smalti.kernel.state import sheet_type
from smalti.kernel.thinking import no_weights
from smalti.wasm import desk, entries
from smalti.wasm.module import FEATURES, STACK_BYTES, TRIPLE, Export, Fresh, build_module

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
        "next_actor": Export(next_actor, (state,)),
        "pick": Export(entries.pick, (state, NUMBER, sheets["moves"])),
        "play_out": Export(entries.play_out, (state, sheets["moves"])),
        "make_move": Export(entries.make_move, (state, NUMBER, NUMBER)),
        "list_outcomes": Export(entries.list_outcomes, (state, sheets["outcomes"])),
        "draw": Export(entries.draw, (state, NUMBER)),
        "take_outcome": Export(entries.take_outcome, (state, NUMBER)),
        "tally": Export(entries.tally, (state, sheets["points"])),
        "rank": Export(entries.ranked, (state, sheets["points"])),
        "seat_count": Export(entries.seat_count, (state,)),
        "hide_from": Export(entries.hide_from, (state, NUMBER)),
        "shows": Export(entries.shows, (state, NUMBER, NUMBER)),
        "follows": Export(entries.goes_by_itself, (state, sheets["moves"])),
        "pieces": Export(rows.pieces, (state, NUMBER, sheets["pieces"])),
        "offers": Export(rows.offers, (state, NUMBER, sheets["pieces"])),
        "paths": Export(rows.paths, (state, NUMBER, sheets["paths"])),
        "happens": Export(rows.happens, (state, NUMBER, NUMBER, NUMBER, told)),
        "asks": Export(rows.asks, (state, NUMBER, sheets["asks"])),
        "refuses": Export(rows.refuses, (state, NUMBER, NUMBER, NUMBER, NUMBER, told)),
        "refuses_move": Export(rows.refuses_move, (state, NUMBER, NUMBER, told)),
        "earns": Export(rows.earns, (state, NUMBER, told)),
        "foresees": Export(rows.foresees, (state, NUMBER, new_sheet(rows.room), told)),
        **thinking_exports(game),
    }


def thinking_exports(game: Game) -> dict[str, Export]:
    """What bots think by: what all levels need, and the trees or the looks beyond chance that some of them use."""
    state, table = game.course.setup(game.facts.seat_counts[0], {}), np.zeros(1, desk.desk_type(game))[0]
    given = state, table, no_weights()
    grows, looks = desk.ways(game)
    found = {
        "look_around": Export(desk.look_around, (*given, NUMBER)),
        "look_likely": Export(desk.look_likely, (*given, NUMBER)),
        "give_reasons": Export(desk.give_reasons, (*given, NUMBER, NUMBER)),
        "walk_on": Export(desk.walk_on, (*given, *[NUMBER] * 8)),
        "next_step": Export(desk.next_step, (*given, NUMBER)),
        "scattered": Export(desk.scattered, (NUMBER, NUMBER)),
        "misjudged": Export(desk.misjudged, (NUMBER, NUMBER)),
    }
    if grows:
        found["plant_tree"] = Export(desk.plant_tree, given)
        found["grow_tree"] = Export(desk.grow_tree, (*given, NUMBER, NUMBER, NUMBER))
        found["read_tree"] = Export(desk.read_tree, given)
    if looks:
        found["find_turns"] = Export(desk.find_turns, (*given, NUMBER))
        found["weigh_turn"] = Export(desk.weigh_turn, (*given, NUMBER, NUMBER, NUMBER))
    return found


def digest_exports(game: Game) -> dict[str, Export]:
    """A module of its own that plays whole games and sums them up, to compare targets with each other."""
    raw = raw_bytes(game.course.setup(game.facts.seat_counts[0], {}))
    kinds = sheet_types(game)
    sheets = [new_sheet(kinds[name]) for name in DIGEST_SHEETS]
    return {"digest": Export(entries.digest, (raw, raw, NUMBER, NUMBER, *sheets))}


DIGEST_SHEETS = "moves", "points", "pieces", "paths", "asks", "told"


def build(game: Game, which: dict[str, Export]) -> bytes:
    """The module with some functions of a game."""
    return build_module(open_build(game), which)


def open_build(game: Game) -> Fresh:
    """Twins of kernel functions for the module of a game."""
    return Fresh(game.name, open_names(game), compiled=True)


def linking() -> list[str]:
    """How modules are made, apart from their functions and the versions of the tools."""
    return [TRIPLE, FEATURES, str(STACK_BYTES)]


def tools() -> str:
    """The versions of all that has a say in the bytes of a module."""
    python = "python {}.{}".format(*sys.version_info)
    return " ".join([python, *(f"{name} {version(name)}" for name in ("numba", "llvmlite", "ziglang"))])


def open_names(game: Game) -> dict[str, Any]:
    """What fills in the open names of `entries`."""
    return {
        **game.open_names,
        **game.rows.named(),
        **thinking_names(game),
    }


def layout(game: Game) -> dict[str, Any]:
    """How a state and the sheets lie in memory: sizes, and the place and width of each column."""
    return {
        "game": game.name,
        "rules": game.facts.version,
        "state": game.course.state_type.itemsize,
        "room": game.rows.room.itemsize,
        "sheets": {name: _sheet_layout(kind) for name, kind in sheet_types(game).items()},
        "desk": _desk_layout(desk.desk_type(game)),
    }


def _sheet_layout(kind: np.dtype[np.void]) -> dict[str, Any]:
    assert kind.fields is not None
    columns = {name: [offset, one.base.itemsize] for name, (one, offset, *_) in kind.fields.items() if name != "n"}
    return {"bytes": kind.itemsize, "columns": columns}


def _desk_layout(kind: np.dtype[np.void]) -> dict[str, Any]:
    assert kind.fields is not None
    whole = {name: np.issubdtype(one.base, np.integer) for name, (one, *_) in kind.fields.items()}
    fields = {name: {"at": at, "kind": "int" if whole[name] else "real"} for name, (_, at, *_) in kind.fields.items()}
    return {"bytes": kind.itemsize, "fields": fields}
