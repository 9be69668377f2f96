"""Why clicks lead to no move, and what a first game explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from smalti.games.maharani.clicks import why_path
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.sentences import teaches
from smalti.kernel.clauses import clauses
from smalti.kernel.position import Position
from smalti.kernel.reason import Why
from smalti.kernel.scene import Scene
from tests.games.maharani.table import FOUR, TWO, play, refusal, table
from tests.play import new_match, positions

FOUR_CENTRES = "b*,o*,r*,g*"
CLICKABLE = re.compile(r"(slot|space|tile|arrow|worker|supply|bring|marker|bag)-.+|rondel|end|refresh")


def why(start: Position, *path: str, seat: int | None = None) -> Why:
    reason = why_path(start.state, start.actors()[0] if seat is None else seat, path)
    assert reason is not None
    return reason


def test_a_tile_in_hand_is_refused_like_the_move() -> None:
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(start, "slot-1", "space-2-7") == refusal(start, "1 h3 N")
    assert "elephant marker is face down" in str(why(start, "slot-1", "space-2-7"))
    assert why(start, "slot-1", "space-7-1") == refusal(start, "1 b8 N")
    assert why(start, "slot-1", "space-7-1").clause == "4.5"


def test_a_space_without_a_tile_in_hand() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    assert "first choose a tile" in str(why(start, "space-2-7"))
    assert "stays where it is" in str(why(start, "space-7-2"))
    assert "stays where it is" in str(why(start, "tile-7-2"))
    assert "first choose a tile" in str(why(start, "rondel"))


def test_a_taken_space_by_its_tile_or_its_worker() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    for step in ("space-7-2", "tile-7-2", "worker-red-elephant-blue"):
        assert why(start, "slot-1", step) == refusal(start, "1 c8 N")


def test_a_tile_that_can_go_nowhere() -> None:
    tied = table("2/8/8/4/6/6/4/1p^6/t^7/2", FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(tied, "slot-1").clause == "4.4"
    assert "where no free space agrees" in str(why(tied, "slot-1"))
    assert why_path(tied.state, 0, ("slot-2",)) is None
    assert why(table(rondel=".,o*,r*,g*"), "slot-1").clause == "4.1"
    assert why(table(rondel=".,o*,r*,g*", turn="second:0"), "slot-2", "slot-1").clause == "7.1"


def test_a_tile_in_a_full_quarter_without_its_marker() -> None:
    start = next(p for p in endings() if full_and_tied(p) is not None)
    slot = full_and_tied(start)

    assert "full" in str(why(start, f"slot-{slot}"))
    assert "refresh first" in str(why(start, f"slot-{slot}"))


def endings() -> Iterator[Position]:
    for seed in range(20):
        for match, _, _ in positions(new_match("maharani", 2, {}, seed), seed):
            yield match.position


def full_and_tied(start: Position) -> int | None:
    """The slot of a tile that a full quarter holds."""
    for slot in range(1, 5):
        reason = why_path(start.state, start.actors()[0], (f"slot-{slot}",))
        if reason is not None and reason.clause == "4.8":
            return slot
    return None


def test_the_arrow_comes_last() -> None:
    start = table(rondel="b|,o*,r*,g*")

    assert why(start, "arrow-N").clause == "4.1"
    assert why(start, "slot-1", "arrow-N").clause == "4.6"
    assert why(start, "slot-1", "space-7-4", "arrow-N") == refusal(start, "1 e8 N")


def test_buttons_that_may_not_be_pressed() -> None:
    start = table(rondel=FOUR_CENTRES)

    assert why(start, "refresh") == refusal(start, "refresh")
    assert why(start, "end") == refusal(start, "end")
    assert why(play(start, "1 c8 N"), "refresh").clause == "3.4"


def test_nothing_can_be_placed() -> None:
    stuck = table("2/8/8/4/6/6/4/1b^6/o^7/2", "r*,.,.,.", seats="lmp,lmpe,lmpe,lmpe")
    second = table("2/8/8/4/6/6/4/1b^6/o^7/2", "r*,.,.,.", "second:0", "lmp,lmpe,lmpe,lmpe")

    assert why(stuck, "space-2-7").clause == "3.3"
    assert "refresh" in str(why(stuck, "space-2-7"))
    assert why(second, "space-2-7").clause == "7.3"


def test_markers_and_bag_are_not_for_clicking() -> None:
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(start, "marker-0-elephant").clause == "3.4"
    assert why(start, "marker-0-lion").clause == "4.3"
    assert why(start, "marker-1-lion").clause == "1.5"
    assert why(start, "bag-blue").clause == "8.2"


def test_workers_when_none_is_due() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    for step in ("worker-red-elephant-blue", "supply-red", "bring-red"):
        assert why(start, step).clause == "6.2"


def test_which_worker_comes() -> None:
    fresh = play(table(rondel=FOUR_CENTRES, seats=TWO), "1 c8 S")
    moving = table("2/8/8/4/6/6/4/1bvR6/8/2", "b*,o*,r*,g*", seats=TWO)
    moving = play(moving, "1 b9 S")

    assert why(fresh, "supply-blue").clause == "2.2"
    assert why(fresh, "space-7-2").clause == "6.1"
    assert why(fresh, "slot-2").clause == "6.1"
    assert why(fresh, "end").clause == "6.1"
    assert why(fresh, "card-0").clause == "6.1"
    assert why(moving, "supply-red").clause == "6.4"
    assert why_path(moving.state, 0, ("worker-red-elephant-blue",)) is None
    assert why_path(moving.state, 0, ("supply-green",)) is None
    assert why_path(moving.state, 0, ("bring-red",)) is None


def test_another_worker_than_the_one_that_moves() -> None:
    start = play(table("2/2b<R5/8/4/6/6/4/8/8/2", FOUR_CENTRES, seats=TWO), "1 c8 S")

    assert why(start, "worker-red-lion-blue").clause == "6.3"


def test_whoever_is_not_to_play() -> None:
    assert why(table(rondel=FOUR_CENTRES), "slot-1", seat=1).clause == "2.5"


@pytest.mark.parametrize(
    "path", [(), ("nothing",), ("slot-9",), ("space-0-0",), ("space-x",), ("arrow-X",), ("worker-pink",), ("marker-9",)]
)
def test_ids_that_are_not_in_the_picture(path: tuple[str, ...]) -> None:
    assert why_path(table(rondel=FOUR_CENTRES).state, 0, path) is None


@pytest.mark.parametrize(("seats", "plan"), [(2, "courtyard"), (3, "compact"), (4, "courtyard")])
def test_every_click_that_leads_nowhere_is_answered(seats: int, plan: str) -> None:
    """In both languages, with a clause of the rules; a click that leads on is never refused."""
    known = clauses("maharani", "en")
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", seats, {"plan": plan}))):
        if number % 7:
            continue
        state = match.position.state
        scene = MAHARANI.drawn.scene(state, seat, "en")
        paths = {path for choice in scene.choices for path in choice.paths}
        leading = {path[:n] for path in paths for n in range(1, 4)}
        hands = {path for path in leading if path not in paths}
        for hand in [(), *sorted(hands)[:: max(1, len(hands) // 6)]]:
            for step in clickable(scene):
                path = (*hand, step)
                reason = why_path(state, seat, path)
                if path in leading:
                    assert reason is None, path
                elif not any((*hand[:n], step) in leading for n in range(3)):  # else the page goes back to that
                    assert reason is not None, path
                    assert reason.clause in known
                    assert reason.say("fr") != reason.say("en")


def clickable(scene: Scene) -> list[str]:
    found = []
    for panel in scene.panels:
        for element in ElementTree.fromstring(f"<svg>{panel.body}</svg>").iter():
            name = element.get("id") or ""
            if CLICKABLE.fullmatch(name):
                found.append(name)
    return found


def test_a_first_game_is_explained() -> None:
    """Three to six clauses for every decision, all of them in the rules, and different ones as the game goes on."""
    known, told = clauses("maharani", "en"), set()
    for seats in (2, 3, 4):
        for match, seat, _ in positions(new_match("maharani", seats, {})):
            numbers = teaches(match.position.state, seat)
            assert 3 <= len(numbers) <= 6
            assert len(set(numbers)) == len(numbers)
            assert set(numbers) <= set(known)
            told.add(numbers)
    assert len(told) >= 6


@pytest.mark.parametrize(
    ("start", "first"),
    [
        (table(rondel=FOUR_CENTRES), "3.1"),
        (table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe"), "4.4"),
        (table(rondel=".,o*,r*,g*", turn="second:0", seats=FOUR), "7.1"),
        (table(turn="second:0", rondel=".,.,.,."), "7.3"),
        (play(table(rondel=FOUR_CENTRES, seats=TWO), "1 c8 S"), "6.1"),
        (table("2/8/8/4/6/6/4/1b^6/o^7/2", "r*,.,.,.", seats="lmp,lmpe,lmpe,lmpe"), "3.3"),
    ],
)
def test_the_most_pressing_clause_comes_first(start: Position, first: str) -> None:
    assert teaches(start.state, start.actors()[0])[0] == first


def test_nothing_is_taught_where_nothing_is_decided() -> None:
    assert teaches(MAHARANI.course.setup(2, {}), 0) == ()
