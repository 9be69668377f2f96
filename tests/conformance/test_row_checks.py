"""The checkers of rows find what is wrong: each is given rows of Pebbles with a fault, and has to refuse them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from examples.pebbles.game import PEBBLES
from examples.pebbles.rows import ROWS, kinds, places
from examples.pebbles.rules import apply, legal_moves
from smalti.kernel.match import Event
from smalti.kernel.position import Position
from smalti.kernel.reader import Reader
from smalti.kernel.rows import NONE, NOWHERE, PATHS, Path, new_sheet, put, said, way
from smalti.kernel.state import Sheet, State, copy_state
from tests import rows as checks

Check = Callable[[Reader, Event], None]

BEFORE = Position(PEBBLES, PEBBLES.text.parse_position("w.kk/..g./..../.... gw 0:2"), compiled=False)
LAYS = Event(0, PEBBLES.text.parse_move(BEFORE.state, 0, "w:b1"), BEFORE)


def wrong(**functions: Any) -> Reader:
    """A reader of rows of which some are wrong."""
    return Reader(replace(PEBBLES, rows=replace(ROWS, **functions)))


def then(right: Callable[..., None], more: Callable[[Sheet], None]) -> Callable[..., None]:
    """The right rows, and then something is done to them."""

    def write(*arguments: Any) -> None:
        right(*arguments)
        more(arguments[-1])

    return write


def lower(sheet: Sheet) -> None:
    """The last row is left out."""
    sheet.n -= 1


def random_check(check: Callable[[Reader, Event, Random], None]) -> Check:
    """A checker that draws some cases."""
    return lambda reader, event: check(reader, event, Random(0))


def forgets_to_apply(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    ROWS.happens(copy_state(state), eyes, by, move, told)


def tells_the_generator(state: State, eyes: int, by: int, move: int, told: Sheet) -> None:
    amount = int(state.rng) % 1000
    ROWS.happens(state, eyes, by, move, told)
    said(told, kinds.ENDS, NONE, amount, 304)


def never_refuses(*arguments: Any) -> None:
    arguments[-1].n = 0


def always_refuses(*arguments: Any) -> None:
    arguments[-1].n = 0
    said(arguments[-1], kinds.OVER, NONE, 0, 304)


def refuses_without_clause(*arguments: Any) -> None:
    ROWS.refuses_move(*arguments)
    arguments[-1].clause[0] = 999


def to_anybody(view: State, _: int, rows: Sheet) -> None:
    ROWS.paths(view, int(view.turn), rows)


def column(sheet: Sheet, name: str, value: int) -> None:
    """One number of the first row is another."""
    sheet[name][0] = value


FAULTS: dict[str, tuple[Check, Reader]] = {
    "the state stays as it was": (checks.check_apply, wrong(happens=forgets_to_apply)),
    "a happening is left out": (checks.check_pieces, wrong(happens=then(ROWS.happens, lower))),
    "a piece is left out": (checks.check_stage, wrong(pieces=then(ROWS.pieces, lower))),
    "a piece is there twice": (
        checks.check_pieces,
        wrong(pieces=then(ROWS.pieces, lambda rows: put(rows, places.LAID, places.CELL, 0, 0, 0))),
    ),
    "a piece lies nowhere": (
        checks.check_stage,
        wrong(pieces=then(ROWS.pieces, lambda rows: column(rows, "place", places.PLACE_COUNT))),
    ),
    "a piece has no look": (checks.check_stage, wrong(pieces=then(ROWS.pieces, lambda rows: column(rows, "look", 99)))),
    "a move has no path": (
        checks.check_paths,
        wrong(paths=then(ROWS.paths, lambda rows: setattr(rows, "n", int(rows.n) // 3))),
    ),
    "a path leads nowhere": (
        checks.check_paths,
        wrong(paths=then(ROWS.paths, lambda rows: column(rows, "second", 99))),
    ),
    "paths for somebody else": (checks.check_paths, wrong(paths=to_anybody)),
    "nothing is asked": (checks.check_asks, wrong(asks=then(ROWS.asks, lambda rows: column(rows, "step", 1)))),
    "a panel that is not there": (
        checks.check_asks,
        wrong(asks=then(ROWS.asks, lambda rows: column(rows, "focus", 9))),
    ),
    "nothing is refused": (random_check(checks.check_refused_moves), wrong(refuses_move=never_refuses)),
    "everything is refused": (random_check(checks.check_refused_moves), wrong(refuses_move=always_refuses)),
    "no such clause": (random_check(checks.check_refused_moves), wrong(refuses_move=refuses_without_clause)),
    "a good click is refused": (random_check(checks.check_refused_clicks), wrong(refuses=always_refuses)),
    "a point too many": (
        checks.check_earnings,
        wrong(earns=then(ROWS.earns, lambda told: said(told, kinds.ROW_PAIRS, 0, 1, 401))),
    ),
    "the generator shows": (checks.check_generator, wrong(happens=tells_the_generator)),
    "an empty gap": (
        checks.check_sentences,
        wrong(happens=then(ROWS.happens, lambda told: column(told, "kind", kinds.GOES))),
    ),
    "a line without what it speaks of": (
        checks.check_sentences,
        wrong(happens=then(ROWS.happens, lambda told: setattr(told, "n", 1))),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    check, reader = FAULTS[fault]
    check(Reader(PEBBLES), LAYS)
    with pytest.raises((AssertionError, KeyError)):
        check(reader, LAYS)


def test_a_difference_between_two_ways_is_found() -> None:
    checks.check_ways_agree(ROWS, ROWS, LAYS, Random(0))
    with pytest.raises(AssertionError, match="differs"):
        checks.check_ways_agree(ROWS, replace(ROWS, asks=then(ROWS.asks, lower)), LAYS, Random(0))


def test_rows_that_change_the_position_are_found() -> None:
    def plays(view: State, seat: int, rows: Sheet) -> None:
        ROWS.paths(view, seat, rows)
        if int(rows.n):
            apply(view, seat, int(rows.move[0]))

    with pytest.raises(AssertionError, match="changes the position"):
        checks.check_ways_agree(replace(ROWS, paths=plays), replace(ROWS, paths=plays), LAYS, Random(0))


def test_a_sheet_that_is_almost_full_is_found() -> None:
    def many(*arguments: Any) -> None:
        rows = arguments[-1]
        rows.n = 0
        for n in range(len(rows.move)):
            way(rows, n, 0, NOWHERE, NOWHERE)

    with pytest.raises(AssertionError, match=f"writes {len(new_sheet(PATHS).move)} of"):
        checks.check_ways_agree(replace(ROWS, paths=many), replace(ROWS, paths=many), LAYS, Random(0))


def test_a_path_that_begins_another_is_found() -> None:
    with pytest.raises(AssertionError, match="beginning"):
        checks.check_clicks([Path(1, 5), Path(2, 5, 6)])
    with pytest.raises(AssertionError, match="the same"):
        checks.check_clicks([Path(1, 5, 6), Path(2, 5, 6)])
    with pytest.raises(AssertionError, match="gap"):
        checks.check_clicks([Path(1, 5, NOWHERE, 6)])


def both_at_once(state: State) -> int:
    """As if both chose at the same time, in secret."""
    return 3 if legal_moves(state, 0, new_sheet(PATHS).move) else 0


def test_a_choice_that_shows_is_found() -> None:
    """Pebbles hides nothing: played as if both chose at once, what happens tells one what the other chose."""
    game = replace(PEBBLES, rules=replace(PEBBLES.rules, actors=both_at_once))
    before = Position(game, BEFORE.state, compiled=False)
    with pytest.raises(AssertionError):
        checks.check_hidden(Reader(game), replace(LAYS, before=before), Random(0))
