"""The log of a match: a list of events that takes little room."""

from __future__ import annotations

import pytest

from smalti.kernel.game import CHANCE
from smalti.kernel.log import STRETCH, Event, Log
from tests.play import finished, new_match


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """A whole game, as a plain list."""
    match = finished("mosaix", 2, {}, seed=3)
    found, position = list[Event](), match.log[0].before
    for event in match.log:
        found.append(Event(event.by, event.move, position))
        position = position.after(event.by, event.move)
    assert len(found) > 5 * STRETCH
    return found


def test_it_is_the_list_of_its_events(events: list[Event]) -> None:
    log = Log(events)

    assert log == events
    assert len(log) == len(events)
    assert [log[n] for n in range(-len(events), len(events))] == events + events
    assert log[3:40] == events[3:40]
    assert log[-5:] == events[-5:]
    assert log[::3] == events[::3]
    assert list(reversed(log)) == events[::-1]
    assert [event.entry for event in log] == [event.entry for event in events]
    assert log.outcomes == sum(event.by == CHANCE for event in events)


def test_a_copy_goes_its_own_way(events: list[Event]) -> None:
    log = Log(events[:30])
    twin = log.copy()
    twin.append(events[30])

    assert log == events[:30]
    assert twin == events[:31]


@pytest.mark.parametrize("kept", [0, 1, STRETCH - 1, STRETCH, STRETCH + 1, 3 * STRETCH, 37, 40])
def test_what_is_cut_off_has_not_happened(events: list[Event], kept: int) -> None:
    log = Log(events[:40])
    log.cut(kept)
    assert log == events[:kept]
    for event in events[kept:50]:
        log.append(event)
    assert log == events[:50]


def test_only_the_last_positions_are_kept(events: list[Event]) -> None:
    log = Log(events)
    assert len(log.tail) < 2 * STRETCH
    assert log[-1] is log[-1]
    assert log[0] is not log[0]


def test_a_place_that_there_is_not(events: list[Event]) -> None:
    with pytest.raises(IndexError):
        Log(events)[len(events)]


def test_a_position_that_was_left_lists_its_moves_again() -> None:
    match = new_match("mosaix", 2, {}, seed=3)
    before = match.position
    moves = before.legal_moves()

    match.play(before.actors()[0], moves[0])

    assert next(event.before for event in match.log if event.before is before).legal_moves() == moves
