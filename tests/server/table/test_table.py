"""The authority over a table, without a database: commands in, events or a refusal out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from smalti.games import find_game
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.generator import spread
from smalti.kernel.record import verify
from smalti.server.table.chairs import Chair
from smalti.server.table.changes import ChanceFixed, Change, GameEnded, SeatHandedOver, SeatTaken
from smalti.server.table.leaving import hand_over
from smalti.server.table.refusals import Frozen, NotYours, Stale
from smalti.server.table.table import Table

ROW: dict[str, Any] = {
    "id": "t",
    "game": "mosaix",
    "rules": find_game("mosaix").facts.version,
    "options": {},
    "aids": {"undo": True, "hints": True},
    "secret": "5ec2e7" * 10,
    "deal": "t",
    "added": "",
    "challenge": None,
    "branched": None,
}
ANN, BEN = "ann", "ben"


def new_table(seats: int = 2, **facts: Any) -> Table:
    chairs = [Chair(seat, f"Player {seat}", f"p{seat}") for seat in range(seats)]
    return Table.new(find_game("mosaix"), ROW | facts, chairs)


def hold(table: Table, change: Change | None) -> Change:
    """As if it had been stored."""
    assert change is not None
    table.take_over(change)
    return change


def begun(seats: int = 2, **facts: Any) -> Table:
    table = new_table(seats, **facts)
    hold(table, table.begin())
    return table


def entering(seats: int = 2, **facts: Any) -> Table:
    """All are to enter the first formation."""
    table = begun(seats, **facts)
    [seat] = table.position.actors()
    hold(table, table.play(f"p{seat}", seat, table.position.legal_moves(seat)[0]))
    assert len(table.position.actors()) == seats
    return table


def first_move(table: Table, seat: int) -> int:
    return table.position.legal_moves(seat)[0]


def any_move(table: Table) -> Change:
    [seat] = table.position.actors()
    moves = table.position.legal_moves(seat)
    return table.play(f"p{seat}", seat, moves[spread(table.number, seat) % len(moves)], table.number)


def test_a_game_that_does_not_end_is_not_played_on_for_ever() -> None:
    """Two at one screen can play Majolica without end; everybody is sent its whole log, which stops all others."""
    table = Table.new(find_game("majolica"), ROW | {"game": "majolica"}, new_table().chairs)
    hold(table, table.begin())
    while len(table.match.log) < 4000:
        hold(table, any_move(table))
    assert not table.position.is_over
    with pytest.raises(SmaltiError, match="has 4000 entries and does not end"):
        any_move(table)


def test_a_change_holds_only_when_it_is_taken_over() -> None:
    table = begun()
    [seat] = table.position.actors()
    before = table.number, table.position

    change = table.play(f"p{seat}", seat, first_move(table, seat), table.number)

    assert (table.number, table.position) == before
    hold(table, change)
    assert table.number == before[0] + len(change.events)
    assert table.match.log[-1].entry == change.events[-1]["entry"]


def test_events_are_plain_and_another_table_follows_them() -> None:
    table, other = new_table(), new_table()
    changes = [hold(table, table.add("p0", "abc")), hold(table, table.begin())]
    [seat] = table.position.actors()
    changes.append(hold(table, table.make(seat, first_move(table, seat), stands_in=True)))

    other.follow(table.row, table.chairs, [event for change in changes for event in change.events])

    assert other.number == table.number
    assert other.position == table.position
    assert (other.stand_ins, other.added, other.begun) == (table.stand_ins, table.added, True)


def test_what_players_add_is_fixed_when_the_game_begins() -> None:
    table = new_table()
    hold(table, table.add("p1", "later"))
    assert not table.awaits_nobody
    hold(table, table.add("p0", "first"))
    assert table.add("p0", "again") is None
    assert table.awaits_nobody

    change = hold(table, table.begin())

    assert change.beside == ChanceFixed("0:first,1:later")
    assert table.match.chance is not None
    assert table.match.chance.added == "0:first,1:later"
    assert table.begin() is None


def test_a_seat_is_taken_once() -> None:
    table = Table.new(find_game("mosaix"), ROW, [Chair(0, "Ann", ANN), Chair(1, "Player 2", invited=True)])
    assert table.begin() is None, "somebody is missing"

    change = hold(table, table.join(1, "hash", BEN, "Ben"))

    assert change.beside == SeatTaken(1, "hash", BEN, "Ben")
    assert table.chairs[1] == Chair(1, "Ben", BEN)
    with pytest.raises(NotYours, match="taken already"):
        table.join(1, "hash", "cid", "Cid")


def test_a_seat_goes_to_a_bot_and_comes_back() -> None:
    table = begun()
    [seat] = table.position.actors()
    person = f"p{seat}"

    assert hold(table, hand_over(table, person, seat, "random")).beside == SeatHandedOver(seat, "random")
    assert [chair.seat for chair in table.bots_to_move()] == [seat]
    with pytest.raises(NotYours):
        table.play(person, seat, first_move(table, seat))
    hold(table, hand_over(table, person, seat, None))
    assert table.bots_to_move() == []
    with pytest.raises(NotYours):
        hand_over(table, f"p{1 - seat}", seat, "random")


def test_a_move_is_refused_by_the_rules_or_by_the_seat() -> None:
    table = begun()
    [seat] = table.position.actors()
    with pytest.raises(NotYours):
        table.play(f"p{1 - seat}", seat, first_move(table, seat))
    with pytest.raises(IllegalMove):
        table.play(f"p{seat}", seat, 803)
    with pytest.raises(SmaltiError, match="invitations"):
        new_table().play("p0", 0, 0)


def test_a_choice_stays_current_while_all_that_comes_is_hidden_from_it() -> None:
    table = entering(3)
    number = table.number
    hold(table, table.play("p1", 1, first_move(table, 1), number))

    assert table.is_current(number, 0)
    assert not table.is_current(number, 1), "it has chosen"
    hold(table, table.play("p0", 0, first_move(table, 0), number))
    hold(table, table.play("p2", 2, first_move(table, 2), number))
    with pytest.raises(Stale):
        table.play("p0", 0, 0, number)


def test_a_choice_that_was_taken_back_leaves_the_others_current() -> None:
    table = entering()
    number = table.number
    hold(table, table.play("p1", 1, first_move(table, 1)))
    hold(table, table.undo("p1", 1))

    assert table.is_current(number, 0)


def test_nothing_is_taken_back_where_the_table_forbids_it() -> None:
    table = begun(aids={"undo": False, "hints": True})
    [seat] = table.position.actors()
    hold(table, table.play(f"p{seat}", seat, first_move(table, seat)))
    assert table.undo_seat([seat]) is None
    with pytest.raises(SmaltiError, match="without taking back"):
        table.undo(f"p{seat}", seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_entry_that_is_still_hidden_is_withdrawn_at_every_table(seats: int) -> None:
    """Mosaix 4.2: a choice is hidden until all have chosen."""
    table = entering(seats, aids={"undo": False, "hints": False})
    before = table.position
    for seat in range(seats - 1):
        assert table.undo_seat([seat]) is None
        hold(table, table.play(f"p{seat}", seat, first_move(table, seat)))
    for seat in range(seats - 1):
        assert table.undo_seat([seat]) == seat
        assert table.undo_seat([seats - 1]) is None
        hold(table, table.undo(f"p{seat}", seat))
    assert table.position == before
    for seat in range(seats):
        hold(table, table.play(f"p{seat}", seat, first_move(table, seat)))
    assert table.undo_seat(range(seats)) is None, "all of it is revealed"
    with pytest.raises(SmaltiError, match="without taking back"):
        table.undo("p0", 0)


def test_alone_nothing_is_hidden_so_nothing_is_withdrawn() -> None:
    table = entering(1, aids={"undo": False, "hints": False})
    hold(table, table.play("p0", 0, first_move(table, 0)))
    assert table.undo_seat([0]) is None


def test_with_the_last_move_goes_how_the_game_ended() -> None:
    table = begun(1)
    hold(table, table.play("p0", 0, first_move(table, 0)))
    stop = table.position.legal_moves(0)[-1]

    change = hold(table, table.play("p0", 0, stop))

    assert isinstance(change.beside, GameEnded)
    assert (change.beside.scores, change.beside.winners) == (table.position.scores(), table.position.winners())
    verify(json.loads(change.beside.record), find_game)
    with pytest.raises(SmaltiError, match="its chance is public"):
        table.undo("p0", 0)


def test_a_table_of_other_rules_can_only_be_looked_at() -> None:
    table = new_table(rules="0")
    for command in (table.begin, table.go_on, lambda: table.make(0, 0), lambda: hand_over(table, "p0", 0, None)):
        with pytest.raises(Frozen, match="version 0"):
            command()


def test_an_event_that_does_not_fit_freezes_the_table_there() -> None:
    table = begun()
    position, number = table.position, table.number
    nonsense = {"by": 0, "move": 0, "entry": {"by": 0, "do": "fly"}}

    table.follow(table.row, table.chairs, [nonsense, nonsense])

    assert table.position == position
    assert table.number == number + 2
    assert table.frozen is not None
    assert table.frozen.facts == {"number": number}


NO_HINTS = {"undo": False, "hints": False}


def bot_moves(table: Table, seat: int) -> None:
    """The game goes on until the bot at a seat has chosen once."""
    before = sum(event.by == seat for event in table.match.log)
    while sum(event.by == seat for event in table.match.log) == before:
        one = table.position.actors()[0]
        hold(table, table.make(one, first_move(table, one)))


def test_a_seat_is_lent_for_no_move_where_there_are_no_hints() -> None:
    """A bot that plays one move for somebody is a hint."""
    table = begun(aids=NO_HINTS)
    hold(table, hand_over(table, "p0", 0, "legend"))
    hold(table, hand_over(table, "p0", 0, None))  # nothing was seen yet
    hold(table, hand_over(table, "p0", 0, "legend"))
    bot_moves(table, 0)
    with pytest.raises(SmaltiError, match="stays with the bot"):
        hand_over(table, "p0", 0, None)

    other = begun(aids=NO_HINTS)
    other.follow(table.row, table.chairs, [])  # as if it were read from a snapshot: nothing is known of the bot
    other.match = table.match
    with pytest.raises(SmaltiError, match="stays with the bot"):
        hand_over(other, "p0", 0, None)

    with_hints = begun()
    hold(with_hints, hand_over(with_hints, "p0", 0, "legend"))
    bot_moves(with_hints, 0)
    hand_over(with_hints, "p0", 0, None)


def test_no_bot_plays_in_a_challenge_or_a_what_if_without_hints() -> None:
    for facts, words in (({"challenge": "daily mosaix 2026-11-15"}, "no bot can help"), ({"branched": 1}, "branches")):
        table = begun(aids=NO_HINTS, **facts)
        with pytest.raises(SmaltiError, match=words):
            hand_over(table, "p0", 0, "legend")
