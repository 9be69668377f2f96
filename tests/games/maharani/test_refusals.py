"""Why clicks lead to no move, and what a first game explains."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from smalti.games.maharani.components import ANIMALS, COLOURS, QUARTER_COUNT, WORKER_COLOURS
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.plans import DIRECTIONS
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rules import home_quarter
from smalti.games.maharani.text.positions import find_space
from smalti.kernel.clauses import clauses
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import NOWHERE
from smalti.kernel.seeing import explained_by, why_path
from smalti.kernel.state import State
from tests.games.maharani.table import FOUR, TWO, play, refusal, table
from tests.play import new_match, positions

READER = reader(MAHARANI)
FOUR_CENTRES = "b*,o*,r*,g*"
CLICKABLE = {
    *range(p.SPACE, p.JOINT),
    *range(p.RONDEL, p.MEDAL),
    *range(p.MARKER_AT, p.PROSPECT_AT),
    *range(p.SUPPLY_AT, p.PEG),
    *range(p.BAG_AT, p.BOX),
    *range(p.ARROW_AT, p.WORTH_AT),
}
PLACES = {
    "rondel": p.RONDEL,
    "card": p.CARD_AT,
    "end": p.END_AT,
    "refresh": p.REFRESH_AT,
    **{f"arrow {way}": p.ARROW_AT + side for side, way in enumerate(DIRECTIONS)},
    **{f"supply {colour}": p.SUPPLY_AT + worker for worker, colour in enumerate(WORKER_COLOURS)},
    **{f"bring {colour}": p.BRING_AT + worker for worker, colour in enumerate(WORKER_COLOURS)},
    **{f"bag {colour}": p.BAG_COLOUR_AT + n for n, colour in enumerate(COLOURS)},
    **{f"marker {s} {a}": p.MARKER_AT + s * QUARTER_COUNT + q for s in range(4) for q, a in enumerate(ANIMALS)},
}


def place(state: State, seat: int, step: str) -> int:
    """A place in words: "slot 1", "c8", "worker c8", and what has a name of its own."""
    kind, _, rest = step.partition(" ")
    if kind == "slot":
        return p.LYING + home_quarter(state, seat, int(rest) - 1)
    space = find_space(state, rest or kind)
    if space is None:
        return PLACES[step]
    return (p.STAND if kind == "worker" else p.SPACE) + space


def clicked(start: Position, *steps: str, seat: int | None = None) -> Refusal | None:
    by = start.actors()[0] if seat is None else seat
    return why_path(MAHARANI, start.state, by, tuple(place(start.state, by, step) for step in steps))


def why(start: Position, *steps: str, seat: int | None = None) -> Refusal:
    reason = clicked(start, *steps, seat=seat)
    assert reason is not None
    return reason


def test_a_tile_in_hand_is_refused_like_the_move() -> None:
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(start, "slot 1", "h3") == refusal(start, "1 h3 N")
    assert "elephant marker is face down" in str(why(start, "slot 1", "h3"))
    assert why(start, "slot 1", "b8") == refusal(start, "1 b8 N")
    assert why(start, "slot 1", "b8").clause == "4.5"


def test_a_space_without_a_tile_in_hand() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    assert "first choose a tile" in str(why(start, "h3"))
    assert "stays where it is" in str(why(start, "c8"))
    assert "first choose a tile" in str(why(start, "rondel"))


def test_a_taken_space_by_its_tile_or_its_worker() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    for step in ("c8", "worker c8"):
        assert why(start, "slot 1", step) == refusal(start, "1 c8 N")


def test_a_tile_that_can_go_nowhere() -> None:
    tied = table("2/8/8/4/6/6/4/1p^6/t^7/2", FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(tied, "slot 1").clause == "4.4"
    assert "where no free space agrees" in str(why(tied, "slot 1"))
    assert clicked(tied, "slot 2") is None
    assert why(table(rondel=".,o*,r*,g*"), "slot 1").clause == "4.1"
    assert why(table(rondel=".,o*,r*,g*", turn="second:0"), "slot 2", "slot 1").clause == "7.1"


def test_a_tile_that_agrees_with_no_free_space() -> None:
    """Maharani 4.5: the columns that a tile needs are gone, wherever its marker would let it go."""
    floor = "2/b^6o^/1b^4o^1/4/6/6/4/1g^4p^1/g^6p^/2"
    start = table(floor, rondel="t*,o|,r|,g|")

    assert why(start, "slot 1").clause == "4.5"
    assert "no free space agrees with it; choose another tile" in str(why(start, "slot 1"))
    assert clicked(start, "slot 2") is None


def test_a_tile_in_a_full_quarter_without_its_marker() -> None:
    start = next(p for p in endings() if full_and_tied(p) is not None)
    slot = full_and_tied(start)

    assert "full" in str(why(start, f"slot {slot}"))
    assert "refresh first" in str(why(start, f"slot {slot}"))


def endings() -> Iterator[Position]:
    for seed in range(20):
        for match, _, _ in positions(new_match("maharani", 2, {}, seed), seed):
            yield match.position


def full_and_tied(start: Position) -> int | None:
    """The slot of a tile that a full quarter holds."""
    for slot in range(1, 5):
        reason = clicked(start, f"slot {slot}")
        if reason is not None and reason.clause == "4.8":
            return slot
    return None


def test_the_arrow_comes_last() -> None:
    start = table(rondel="b|,o*,r*,g*")

    assert why(start, "arrow N").clause == "4.1"
    assert why(start, "slot 1", "arrow N").clause == "4.6"
    assert why(start, "slot 1", "e8", "arrow N") == refusal(start, "1 e8 N")


def test_buttons_that_may_not_be_pressed() -> None:
    start = table(rondel=FOUR_CENTRES)

    assert why(start, "refresh") == refusal(start, "refresh")
    assert why(start, "end") == refusal(start, "end")
    assert why(play(start, "1 c8 N"), "refresh").clause == "3.4"


def test_nothing_can_be_placed() -> None:
    stuck = table("2/8/8/4/6/6/4/1b^6/o^7/2", "r*,.,.,.", seats="lmp,lmpe,lmpe,lmpe")
    second = table("2/8/8/4/6/6/4/1b^6/o^7/2", "r*,.,.,.", "second:0", "lmp,lmpe,lmpe,lmpe")

    assert why(stuck, "h3").clause == "3.3"
    assert "refresh" in str(why(stuck, "h3"))
    assert why(second, "h3").clause == "7.3"


def test_markers_and_bag_are_not_for_clicking() -> None:
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")

    assert why(start, "marker 0 elephant").clause == "3.4"
    assert why(start, "marker 0 lion").clause == "4.3"
    assert why(start, "marker 1 lion").clause == "1.5"
    assert why(start, "bag blue").clause == "8.2"


def test_workers_when_none_is_due() -> None:
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", FOUR_CENTRES)

    for step in ("worker c8", "supply red", "bring red"):
        assert why(start, step).clause == "6.2"


def test_which_worker_comes() -> None:
    fresh = play(table(rondel=FOUR_CENTRES, seats=TWO), "1 c8 S")
    moving = table("2/8/8/4/6/6/4/1bvR6/8/2", "b*,o*,r*,g*", seats=TWO)
    moving = play(moving, "1 b9 S")

    assert why(fresh, "supply blue").clause == "2.2"
    assert why(fresh, "c8").clause == "6.1"
    assert why(fresh, "slot 2").clause == "6.1"
    assert why(fresh, "end").clause == "6.1"
    assert why(fresh, "card").clause == "6.1"
    assert why(moving, "supply red").clause == "6.4"
    assert clicked(moving, "worker c8") is None
    assert clicked(moving, "supply green") is None
    assert clicked(moving, "bring red") is None


def test_another_worker_than_the_one_that_moves() -> None:
    start = play(table("2/2b<R5/8/4/6/6/4/8/8/2", FOUR_CENTRES, seats=TWO), "1 c8 S")

    assert why(start, "worker d2").clause == "6.3"


def test_whoever_is_not_to_play() -> None:
    assert why(table(rondel=FOUR_CENTRES), "slot 1", seat=1).clause == "2.5"


@pytest.mark.parametrize("path", [(), (NOWHERE,), (p.PLACE_COUNT,), (p.JOINT,), (p.PLATE,)])
def test_places_that_lead_nowhere_and_need_no_word(path: tuple[int, ...]) -> None:
    assert why_path(MAHARANI, table(rondel=FOUR_CENTRES).state, 0, path) is None


@pytest.mark.parametrize(("seats", "plan"), [(2, "courtyard"), (3, "compact"), (4, "courtyard")])
def test_every_click_that_leads_nowhere_is_answered(seats: int, plan: str) -> None:
    """In both languages, with a clause of the rules; a click that leads on is never refused."""
    known = clauses("maharani", "en")
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", seats, {"plan": plan}))):
        if number % 7:
            continue
        state = match.position.state
        paths = {path.places for path in READER.paths(state, seat)}
        leading = {path[:n] for path in paths for n in range(1, 4)}
        hands = {path for path in leading if path not in paths}
        for hand in [(), *sorted(hands)[:: max(1, len(hands) // 6)]]:
            for step in clickable(state, seat):
                path = (*hand, step)
                reason = why_path(MAHARANI, state, seat, path)
                if path in leading:
                    assert reason is None, path
                elif not any((*hand[:n], step) in leading for n in range(3)):  # else the page goes back to that
                    assert reason is not None, path
                    assert reason.clause in known
                    assert reason.say("fr") != reason.say("en")


def clickable(state: State, seat: int) -> list[int]:
    """Where something lies that a click may be meant for, and the spaces and slots, empty or not."""
    lying = {piece.place for piece in (*READER.pieces(state, seat), *READER.offers(state, seat))}
    return sorted((lying | set(range(p.SPACE, p.STAND)) | set(range(p.LYING, p.BADGE_AT))) & CLICKABLE)


def test_a_first_game_is_explained() -> None:
    """Three to six clauses for every decision, all of them in the rules, and different ones as the game goes on."""
    known, told = clauses("maharani", "en"), set()
    for seats in (2, 3, 4):
        for match, seat, _ in positions(new_match("maharani", seats, {})):
            numbers = explained_by(MAHARANI, match.position.state, seat)
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
    assert explained_by(MAHARANI, start.state, start.actors()[0])[0] == first


def test_nothing_is_taught_where_nothing_is_decided() -> None:
    assert explained_by(MAHARANI, MAHARANI.course.setup(2, {}), 0) == ()
