"""Clicks that lead to no move: each is answered with its clause and what to do instead."""

from __future__ import annotations

import pytest

from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.moves import encode
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.tables.names import mission_number
from smalti.kernel import seeing
from smalti.kernel.reader import reader
from smalti.kernel.rows import NOWHERE
from tests.games.majolica.places import place
from tests.games.majolica.table import position
from tests.play import new_match, positions

SCORE = p.at_bench(0, p.SCORE)
GRID = "grid=RGBY/R..Y/GGBY/RBYB"
OTHERS = "-/-/-/-;-,S2,-;done:D09"
TAKING = f"RRRGG/-/-/-;S1,-,-|{OTHERS} take:0 {GRID} display=D01,D02"
PLACING = f"RRRGG/-/-/-;S1,-,-|{OTHERS} place:0 {GRID} hand=G due=tiles display=D01,D02"
INSTALLING = PLACING.replace("due=tiles", "due=tiles+card")
ORDERING = PLACING.replace("due=tiles", "due=tiles+order")
CARD_LEFT = PLACING.replace("hand=G due=tiles", "due=card")
DELIVERING = f"RRRGGP/B/-/-;S1:G,D04,-|{OTHERS} deliver:0 {GRID} running=1 further=2 display=D01"
BLANKS = f"RRRGGG/-/-/-;K3,-,-|{OTHERS} deliver:0 {GRID} running=1 further=2 with=kaleidoscope"
HALL = f"-/-/-/RRRR;S1,-,-|{OTHERS} deliver:0 {GRID} running=4 further=1"
FRAGMENTING = f"-/-/RRP/-;-,-,S1:B|{OTHERS} fragment:0 {GRID} running=3 fragments=1"
KEEPING = FRAGMENTING.replace("S1:B|", "S1:B;mission:M1|").replace(GRID, f"{GRID} with=missions")
TOO_MANY = f"RRRRRGB/B/-/-;S1,-,-|{OTHERS} excess:0 {GRID} due=card display=D01"
SEVERAL = f"RRRGGG/-/-/RRRR;S1,-,-|{OTHERS} run:0 {GRID}"
ALONE = "-/-/-/-;S1,-,- take:0 down=RRRGGBBBYYYY up=RGGB display=D01"
STARTING = f"-/-/-/-;-,-,-;dealt:S1|{OTHERS} start-card:0 {GRID} display=D01"
PICKING = f"-/-/-/-;S1,-,-|-/-/-/-;-,S2,- pick:1 {GRID} with=missions shown=M1,M4,M5"
WITH_MISSION = f"-/-/-/-;S1,-,-;mission:M1|-/-/-/-;-,S2,-;mission:M4 take:0 {GRID} with=missions display=D01"


def clause(text: str, *path: str, seat: int = 0) -> str:
    state = position(text).state
    reason = seeing.why_path(MAJOLICA, state, seat, tuple(place(state, step) for step in path))
    assert reason, path
    assert reason.say("fr") != reason.say("en")
    return reason.clause


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        # The grid
        (TAKING, ["cell b3"], "4.1"),
        (TAKING, ["cell b2"], "4.2"),
        (TAKING, ["with-card", "cell b3"], "4.1"),
        (TAKING, ["cell a1", "cell b1"], "4.3"),
        (TAKING, ["run 0"], "4.3"),
        (PLACING, ["cell a1"], "3.2"),
        (ALONE, ["revealed R 0", "revealed G 0"], "14.3"),
        (ALONE, ["pile"], "14.2"),
        # Workshops
        (TAKING, ["kiln 0 1"], "3.2"),
        (TAKING, ["tile 0 1 R 0"], "5.3"),
        (TAKING, ["bin", "kiln 0 1"], "5.3"),
        (TAKING, ["bin", "cell a1"], "5.3"),
        (PLACING, ["kiln 1 1"], "5.1"),
        (PLACING, ["tile 1 1 R 0"], "5.1"),
        (PLACING, ["hand G 0"], "5.1"),
        (PLACING, ["hand", "slot 0 2"], "5.1"),
        (CARD_LEFT, ["kiln 0 1"], "5.1"),
        (CARD_LEFT, ["shelf 0 1 5"], "5.1"),
        (CARD_LEFT, ["tile 0 1 R 0"], "5.3"),
        (TOO_MANY, ["tile 0 2 B 0"], "5.2"),
        (TOO_MANY, ["kiln 0 2"], "5.2"),
        (SEVERAL, ["kiln 0 2"], "6.2"),
        (SEVERAL, ["cell a1"], "6.5"),
        # Cards
        (STARTING, ["card D01"], "2.4"),
        (STARTING, ["slot 1 1"], "7.1"),
        (TAKING, ["card D01"], "4.4"),
        (PLACING, ["card D01"], "4.4"),
        (PLACING, ["slot 0 1"], "4.5"),
        (INSTALLING, ["slot 0 1"], "7.1"),
        (INSTALLING, ["card S1"], "7.1"),
        (INSTALLING, ["card D01", "kiln 0 1"], "7.1"),
        (INSTALLING, ["card D01", "slot 1 1"], "7.1"),
        (INSTALLING, ["bin", "slot 0 1"], "5.3"),
        (INSTALLING, ["finished 1 0"], "7.4"),
        (ORDERING, ["slot 0 2", "slot 0 3"], "7.3"),
        (ORDERING, ["card D01"], "4.4"),
        # A run
        (DELIVERING, ["tile 0 1 P 0"], "8.5"),
        (DELIVERING, ["tile 0 1 G 0"], "6.6"),
        (DELIVERING, ["tile 0 2 B 0"], "6.8"),
        (DELIVERING, ["space S1 1"], "6.6"),
        (DELIVERING, ["space S1 2"], "6.6"),
        (DELIVERING, ["card S1"], "6.6"),
        (DELIVERING, ["space D04 0"], "6.6"),
        (DELIVERING, ["slot 0 3"], "6.6"),
        (DELIVERING, ["kiln 0 2"], "6.8"),
        (DELIVERING, ["card D01"], "6.8"),
        (HALL, ["front 0"], "6.6"),
        (FRAGMENTING, ["tile 0 3 P 0"], "8.5"),
        (FRAGMENTING, ["kiln 0 1"], "6.9"),
        # The rest
        (TAKING, ["hall"], "8.1"),
        (TAKING, ["deck"], "9.4"),
        (TAKING, ["tokens 0"], "10.3"),
        (WITH_MISSION, ["mission M1"], "13.2"),
        (KEEPING, ["mission M1"], "13.4"),
    ],
)
def test_a_click_that_leads_nowhere_is_answered(text: str, path: list[str], expected: str) -> None:
    assert clause(text, *path) == expected


def test_who_is_not_to_choose_hears_whose_turn_it_is() -> None:
    """Majolica 3.1."""
    assert clause(TAKING, "cell a1", seat=1) == "3.1"


def test_a_mission_that_is_gone_cannot_be_picked() -> None:
    """Majolica 13.1."""
    state = position(PICKING).state
    reason = seeing.why_not(MAJOLICA, state, 1, encode("pick", mission_number(state, "M2")))

    assert reason
    assert reason.clause == "13.1"


def test_an_arrangement_has_one_number() -> None:
    """Majolica 7.3: empty slots are all alike."""
    reason = seeing.why_not(MAJOLICA, position(ORDERING).state, 0, encode("order", 1))

    assert reason
    assert reason.clause == "7.3"


def test_a_blank_space_does_not_say_which_tile() -> None:
    """Majolica 12.2."""
    state = position(BLANKS).state
    spaces = [seeing.why_path(MAJOLICA, state, 0, (place(state, f"space K3 {n}"),)) for n in range(4)]

    assert "12.2" in {reason.clause for reason in spaces if reason}


def test_a_card_moves_to_a_free_slot_by_two_clicks() -> None:
    """Majolica 7.3: to either free slot, though empty slots are all alike."""
    found = {path.places for path in reader(MAJOLICA).paths(position(ORDERING).state, 0)}
    one, two, three = (p.slot_at(0, slot) for slot in range(3))

    assert {(one, two), (one, three), (three, one)} <= found
    assert (two, three) not in found


@pytest.mark.parametrize(
    "path",
    [(), (NOWHERE,), (p.ROUND,), (p.DISPLAYED + 5,), (p.MISSION,), (p.kiln_at(3, 0),), (SCORE,)],
)
def test_places_that_lead_nowhere_and_need_no_word(path: tuple[int, ...]) -> None:
    assert seeing.why_path(MAJOLICA, position(TAKING).state, 0, path) is None


SILENT = {
    *range(p.BORDER, p.HANDLE),
    *range(p.ROUND, p.DISPLAYED),
    *range(p.OWNER, p.BENCH),
    *(p.at_bench(seat, offset) for seat in range(4) for offset in (p.FRAME, p.NAME, p.FIRST, p.SCORE, p.FINISHED_NAME)),
}


@pytest.mark.parametrize("seats", [1, 3])
def test_every_piece_is_answered_in_every_position(seats: int) -> None:
    """Whatever is not the beginning of a move has a reason; a few inscriptions have none."""
    match = new_match("majolica", seats, {"expansions": ["bloom", "kaleidoscope", "missions"]}, 5)
    read = reader(MAJOLICA)
    for number, (now, seat, _) in enumerate(positions(match, 5)):
        if number > 120:
            break
        if number % 4:
            continue
        state = now.position.state
        first = {path.first for path in read.paths(state, seat)}
        lying = {piece.place for piece in (*read.pieces(state, seat), *read.offers(state, seat))}
        for where in lying - first - SILENT:
            assert seeing.why_path(MAJOLICA, state, seat, (where,)), where
