"""Whether a bot may think in a person's browser, and what is made of the move that comes from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from smalti.games import find_game
from smalti.kernel.errors import IllegalMove
from smalti.server.table.chairs import Chair
from smalti.server.table.leaving import hand_over
from smalti.server.table.lending import Lending, lending, make_lent
from smalti.server.table.refusals import NotYours, Stale
from smalti.server.table.table import Table
from tests.server.table.test_table import ROW, first_move, hold


def against_bots(game: str = "maharani", bots: int = 1, **facts: Any) -> Table:
    """Ann at a table with bots that has begun."""
    chairs = [Chair(0, "Ann", "ann"), *(Chair(seat, f"Bot {seat}", bot="novice") for seat in range(1, bots + 1))]
    row = ROW | {"game": game, "rules": find_game(game).facts.version} | facts
    table = Table.new(find_game(game), row, chairs)
    hold(table, table.begin())
    return table


def at_the_bots_turn(table: Table) -> Table:
    """The same table once Ann has nothing to choose."""
    while 0 in table.position.actors():
        hold(table, table.play("ann", 0, first_move(table, 0)))
    return table


def test_a_bot_thinks_where_the_only_person_is() -> None:
    table = at_the_bots_turn(against_bots())
    assert lending(table, 1) == Lending("ann", now=True)
    assert lending(table, 0) is None, "nobody thinks for the person"


@pytest.mark.parametrize(
    "other",
    [Chair(0, "Ben", "ben"), Chair(0, "Ann too", "ann"), Chair(0, "Friend", invited=True)],
    ids=lambda c: c.name,
)
def test_among_several_people_the_server_thinks(other: Chair) -> None:
    table = at_the_bots_turn(against_bots(bots=2))
    [seat] = table.position.actors()
    assert lending(table, seat) == Lending("ann", now=True)
    table.chairs[3 - seat] = replace(other, seat=3 - seat)
    assert lending(table, seat) is None


@pytest.mark.parametrize("facts", [{"challenge": "daily maharani 2026-01-01"}, {"rated": "open"}])
def test_where_it_counts_the_server_thinks(facts: dict[str, Any]) -> None:
    assert lending(at_the_bots_turn(against_bots(**facts)), 1) is None


def test_for_a_seat_that_a_person_has_left_to_a_bot_the_server_thinks() -> None:
    table = at_the_bots_turn(against_bots())
    hold(table, hand_over(table, "ann", 0, "novice"))
    assert lending(table, 1) is None


def test_what_is_chosen_at_the_same_time_is_thought_of_when_the_person_has_chosen() -> None:
    table = against_bots("mosaix", bots=3)
    while len(table.position.actors()) < 4:
        [seat] = table.position.actors()
        hold(table, table.make(seat, first_move(table, seat)))
    assert [lending(table, seat) for seat in (1, 2, 3)] == [Lending("ann", now=False)] * 3
    with pytest.raises(NotYours):
        make_lent(table, "ann", 1, first_move(table, 1), table.number)
    hold(table, table.make(1, first_move(table, 1)))
    hold(table, table.play("ann", 0, first_move(table, 0)))
    assert table.position.hides(1, 0), "the choice that was made is hidden still"
    assert [lending(table, seat) for seat in (1, 2, 3)] == [None, *[Lending("ann", now=True)] * 2]


def test_a_move_from_a_browser_is_made_and_marked() -> None:
    table = at_the_bots_turn(against_bots())
    change = hold(table, make_lent(table, "ann", 1, first_move(table, 1), table.number))
    assert [event.get("lent") for event in change.events] == [True, *[None] * (len(change.events) - 1)]
    assert change.events[0]["by"] == 1


def test_a_move_from_a_browser_is_checked_like_every_move() -> None:
    table = at_the_bots_turn(against_bots())
    move, before = first_move(table, 1), table.number
    with pytest.raises(NotYours):
        make_lent(table, "ben", 1, move, table.number)
    with pytest.raises(NotYours):
        make_lent(table, None, 1, move, table.number)
    with pytest.raises(NotYours):
        make_lent(table, "ann", 0, move, table.number)
    with pytest.raises(IllegalMove):
        make_lent(table, "ann", 1, max(table.position.legal_moves(1)) + 1, table.number)
    hold(table, make_lent(table, "ann", 1, move, table.number))
    with pytest.raises(Stale):
        make_lent(table, "ann", 1, move, before)
