"""Moves that are decided before one's turn: where that can be, and when they are still what was meant."""

from __future__ import annotations

from random import Random

import pytest

from smalti.games import find_game
from smalti.games.maharani.moves import END, REFRESH, decode_place, is_place
from smalti.games.maharani.state import ALL_MARKERS
from smalti.kernel.errors import SmaltiError
from smalti.kernel.reader import reader
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import PreparedMade
from smalti.server.table.prepared import Dropped, Plan, ahead, carry_out, fits, may_prepare, prepare
from smalti.server.table.table import Table
from tests.server.table.test_table import ROW, hold
from tests.settings import one_quick

PEOPLE = "ann", "ben", "cleo", "dan"


def between_people(game: str, people: int = 2, **facts: object) -> Table:
    """A table of people at which the game has begun."""
    chairs = [Chair(seat, name.title(), name) for seat, name in enumerate(PEOPLE[:people])]
    table = Table.new(find_game(game), ROW | {"game": game, "rules": find_game(game).facts.version} | facts, chairs)
    hold(table, table.begin())
    return table


def step(table: Table, move: int | None = None, random: Random | None = None) -> int:
    """Somebody who is to choose does; returns who."""
    seat = table.position.actors()[0]
    moves = table.position.legal_moves(seat)
    chosen = random.choice(moves) if random else moves[0]
    hold(table, table.make(seat, chosen if move is None else move))
    return seat


def placed(table: Table) -> tuple[Table, int]:
    """Maharani after the first tile of a turn, which may be ended; and who waits."""
    while END not in table.position.legal_moves():
        step(table)
    return table, 1 - table.position.actors()[0]


def plan_of(table: Table, seat: int, *moves: int) -> Plan:
    return Plan(seat, "stamp", prepare(table, seat, moves))


@pytest.mark.parametrize("game", one_quick("maharani", ("maharani", "majolica")))
def test_a_whole_turn_can_be_prepared_by_whoever_waits(game: str) -> None:
    table, random = between_people(game, 3), Random(game)
    for _ in range(60):
        if table.position.is_over:
            break
        for seat in set(range(3)) - set(table.position.actors()):
            if may_prepare(table, seat):
                check_turn(table, seat, random)
        step(table, random=random)


def check_turn(table: Table, seat: int, random: Random) -> None:
    """A turn that is thought out: clicks lead to exactly its legal moves, it ends, and nothing of the table changes."""
    before, moves = table.position, list[int]()
    while seat in (match := ahead(table, seat, moves)).position.actors() and len(moves) < 16:
        legal = match.position.legal_moves(seat)
        paths = reader(table.game).paths(match.position.view(seat).state, seat)
        assert sorted({path.move for path in paths}) == legal
        moves.append(random.choice(legal))
    plan = plan_of(table, seat, *moves)
    assert [one.move for one in plan.steps] == moves
    assert fits(table, plan)
    assert table.position == before


def test_who_is_to_choose_and_who_plays_with_bots_prepare_nothing() -> None:
    table, waits = placed(between_people("maharani"))
    assert may_prepare(table, waits)
    assert not may_prepare(table, 1 - waits)
    with pytest.raises(SmaltiError, match="before it is your turn"):
        prepare(table, 1 - waits, [END])
    table.chairs[1 - waits] = Chair(1 - waits, "Bot", bot="novice")
    assert not may_prepare(table, waits)


def test_in_mosaix_nothing_is_decided_before_the_formation_is_laid() -> None:
    """Mosaix 4.2: everybody chooses at the same time, and a choice can be taken back until it is revealed."""
    table = between_people("mosaix", 3, aids={"undo": True, "hints": True})
    assert not any(may_prepare(table, seat) for seat in range(3))
    step(table)
    first = table.position.actors()[0]
    hold(table, table.play(PEOPLE[first], first, table.position.legal_moves(first)[0]))
    assert not may_prepare(table, first)
    assert table.undo_seat([first]) == first
    hold(table, table.undo(PEOPLE[first], first))
    assert first in table.position.actors()


def test_what_others_do_elsewhere_does_not_matter() -> None:
    table, waits = placed(between_people("maharani"))
    tile = next(move for move in ahead(table, waits, []).position.legal_moves() if END in after(table, waits, move))
    plan = plan_of(table, waits, tile, END)
    assert [len(one.places) for one in plan.steps] == [1, 0], "a tile of the rondel lies elsewhere when it turns"
    step(table, END)
    assert table.position.actors() == (waits,)
    change = carry_out(table, plan)
    assert change.beside == PreparedMade(waits, "stamp", plan.rows()[1:])
    hold(table, change)
    assert [event.move for event in table.match.log if event.by == waits][-1] == tile
    hold(table, carry_out(table, Plan(waits, "stamp", plan.steps[1:])))
    assert table.position.actors() == (1 - waits,)


def after(table: Table, seat: int, move: int) -> list[int]:
    """What could be chosen next."""
    position = ahead(table, seat, [move]).position
    return position.legal_moves(seat) if seat in position.actors() else []


def test_a_refresh_is_made_whatever_lies_on_the_rondel_by_then() -> None:
    """Maharani 3.4: it is about the own markers alone."""
    table, random = between_people("maharani"), Random(3)
    while True:
        seat = step(table, random=random)
        waits = 1 - table.position.actors()[0]
        if seat != waits and int(table.position.state.markers[waits]) != ALL_MARKERS:
            break
    plan = plan_of(table, waits, REFRESH)
    while waits not in table.position.actors():
        step(table, random=random)
    hold(table, carry_out(table, plan))
    assert int(table.position.state.markers[waits]) == ALL_MARKERS


def test_a_move_that_is_not_possible_any_more_is_dropped() -> None:
    table, waits = placed(between_people("maharani"))
    theirs = [move for move in table.position.legal_moves() if is_place(move)]
    spaces = {decode_place(move)[1]: move for move in theirs}
    mine = next(move for move in ahead(table, waits, []).position.legal_moves() if decode_place(move)[1] in spaces)
    plan = plan_of(table, waits, mine)
    step(table, spaces[decode_place(mine)[1]])
    assert not fits(table, plan)
    while waits not in table.position.actors():
        step(table)
    with pytest.raises(Dropped, match="not possible"):
        carry_out(table, plan)


def test_a_move_that_would_bring_something_else_is_dropped() -> None:
    """Maharani 5.2: beside a tile of its colour that has come meanwhile it would earn more."""
    table, waits = placed(between_people("maharani"))
    mine = next(move for move in ahead(table, waits, []).position.legal_moves() if is_place(move))
    plan = plan_of(table, waits, mine)
    step(table, END)
    other = Plan(waits, "stamp", (plan.steps[0].__class__(mine, "another sum", (), ""),))
    with pytest.raises(Dropped, match="something else"):
        carry_out(table, other)
    hold(table, carry_out(table, plan))
