"""Clicks that lead to no move: each is answered with its clause and what to do instead."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from smalti.games.majolica.game import MAJOLICA
from tests.games.majolica.table import position
from tests.play import new_match, positions

GRID = "grid=RGBY/R..Y/GGBY/RBYB"
OTHERS = "-/-/-/-;-,S2,-;done:D09"
TAKING = f"RRRGG/-/-/-;S1,-,-|{OTHERS} take:0 {GRID} display=D01,D02"
PLACING = f"RRRGG/-/-/-;S1,-,-|{OTHERS} place:0 {GRID} hand=G due=tiles display=D01,D02"
INSTALLING = PLACING.replace("due=tiles", "due=tiles+card")
ORDERING = PLACING.replace("due=tiles", "due=tiles+order")
CARD_LEFT = PLACING.replace("hand=G due=tiles", "due=card")
DELIVERING = f"RRRGGP/B/-/-;S1:G,D04,-|{OTHERS} deliver:0 {GRID} running=1 further=2"
BLANKS = f"RRRGGG/-/-/-;K3,-,-|{OTHERS} deliver:0 {GRID} running=1 further=2 with=kaleidoscope"
HALL = f"-/-/-/RRRR;S1,-,-|{OTHERS} deliver:0 {GRID} running=4 further=1"
FRAGMENTING = f"-/-/RRP/-;-,-,S1:B|{OTHERS} fragment:0 {GRID} running=3 fragments=1"
TOO_MANY = f"RRRRRGB/B/-/-;S1,-,-|{OTHERS} excess:0 {GRID} due=card"
SEVERAL = f"RRRGGG/-/-/RRRR;S1,-,-|{OTHERS} run:0 {GRID}"
ALONE = "-/-/-/-;S1,-,- take:0 down=RRRGGBBBYYYY up=RGGB display=D01"
STARTING = f"-/-/-/-;-,-,-;dealt:S1|{OTHERS} start-card:0 {GRID} display=D01"
PICKING = f"-/-/-/-;S1,-,-|-/-/-/-;-,S2,- pick:1 {GRID} with=missions shown=M1,M4,M5"
WITH_MISSION = f"-/-/-/-;S1,-,-;mission:M1|-/-/-/-;-,S2,-;mission:M4 take:0 {GRID} with=missions display=D01"


def clause(text: str, *path: str, seat: int = 0) -> str:
    reason = MAJOLICA.drawn.why_path(position(text).state, seat, path)
    assert reason, path
    assert reason.say("fr") != reason.say("en")
    return reason.clause


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        # The grid
        (TAKING, ["cell-2-1"], "4.1"),
        (TAKING, ["cell-1-1"], "4.2"),
        (TAKING, ["with-card", "cell-2-1"], "4.1"),
        (TAKING, ["cell-0-0", "cell-0-1"], "4.3"),
        (TAKING, ["run-0"], "4.3"),
        (PLACING, ["cell-0-0"], "3.2"),
        (ALONE, ["revealed-R-0", "revealed-G-0"], "14.3"),
        (ALONE, ["pile"], "14.2"),
        # Workshops
        (TAKING, ["kiln-0-1"], "3.2"),
        (TAKING, ["tile-0-1-R-0"], "5.3"),
        (TAKING, ["bin", "kiln-0-1"], "5.3"),
        (TAKING, ["bin", "cell-0-0"], "5.3"),
        (PLACING, ["kiln-1-1"], "5.1"),
        (PLACING, ["tile-1-1-R-0"], "5.1"),
        (PLACING, ["hand-G-0"], "5.1"),
        (PLACING, ["hand", "slot-0-2"], "5.1"),
        (CARD_LEFT, ["kiln-0-1"], "5.1"),
        (CARD_LEFT, ["place-0-1-5"], "5.1"),
        (CARD_LEFT, ["tile-0-1-R-0"], "5.3"),
        (TOO_MANY, ["tile-0-2-B-0"], "5.2"),
        (TOO_MANY, ["kiln-0-2"], "5.2"),
        (SEVERAL, ["kiln-0-2"], "6.2"),
        (SEVERAL, ["cell-0-0"], "6.5"),
        # Cards
        (STARTING, ["card-D01"], "2.4"),
        (STARTING, ["slot-1-1"], "7.1"),
        (TAKING, ["card-D01"], "4.4"),
        (TAKING, ["space-D01-0"], "4.4"),
        (PLACING, ["card-D01"], "4.4"),
        (PLACING, ["slot-0-1"], "4.5"),
        (INSTALLING, ["slot-0-1"], "7.1"),
        (INSTALLING, ["card-S1"], "7.1"),
        (INSTALLING, ["card-D01", "kiln-0-1"], "7.1"),
        (INSTALLING, ["card-D01", "slot-1-1"], "7.1"),
        (INSTALLING, ["bin", "slot-0-1"], "5.3"),
        (INSTALLING, ["card-D09"], "7.4"),
        (INSTALLING, ["finished-1-D09"], "7.4"),
        (ORDERING, ["slot-0-2", "slot-0-3"], "7.3"),
        (ORDERING, ["card-D01"], "4.4"),
        (ORDERING, ["order-1"], "7.3"),
        # A run
        (DELIVERING, ["tile-0-1-P-0"], "8.5"),
        (DELIVERING, ["tile-0-1-G-0"], "6.6"),
        (DELIVERING, ["tile-0-2-B-0"], "6.8"),
        (DELIVERING, ["space-S1-1"], "6.6"),
        (DELIVERING, ["space-S1-2"], "6.6"),
        (DELIVERING, ["card-S1"], "6.6"),
        (DELIVERING, ["space-D04-0"], "6.6"),
        (DELIVERING, ["slot-0-3"], "6.6"),
        (DELIVERING, ["kiln-0-2"], "6.8"),
        (DELIVERING, ["card-D01"], "6.8"),
        (HALL, ["hall-0"], "6.6"),
        (FRAGMENTING, ["tile-0-3-P-0"], "8.5"),
        (FRAGMENTING, ["kiln-0-1"], "6.9"),
        # The rest
        (TAKING, ["hall-purples"], "8.1"),
        (TAKING, ["deck"], "9.4"),
        (TAKING, ["tokens-0"], "10.3"),
        (WITH_MISSION, ["mission-M1"], "13.2"),
        (FRAGMENTING.replace(GRID, f"{GRID} with=missions"), ["mission-M1"], "13.4"),
    ],
)
def test_a_click_that_leads_nowhere_is_answered(text: str, path: list[str], expected: str) -> None:
    assert clause(text, *path) == expected


def test_who_is_not_to_choose_hears_whose_turn_it_is() -> None:
    """Majolica 3.1."""
    assert clause(TAKING, "cell-0-0", seat=1) == "3.1"


def test_a_mission_that_is_gone_cannot_be_picked() -> None:
    """Majolica 13.1."""
    assert clause(PICKING, "mission-M2", seat=1) == "13.1"


def test_a_blank_space_does_not_say_which_tile() -> None:
    """Majolica 12.2."""
    state = position(BLANKS).state
    spaces = [MAJOLICA.drawn.why_path(state, 0, (f"space-K3-{n}",)) for n in range(4)]

    assert "12.2" in {reason.clause for reason in spaces if reason}


def test_a_card_moves_to_a_free_slot_by_two_clicks() -> None:
    """Majolica 7.3: to either free slot, though empty slots are all alike."""
    scene = MAJOLICA.drawn.scene(position(ORDERING).state, 0, "en")
    found = {path for choice in scene.choices for path in choice.paths}

    assert {("slot-0-1", "slot-0-2"), ("slot-0-1", "slot-0-3"), ("slot-0-3", "slot-0-1")} <= found
    assert ("slot-0-2", "slot-0-3") not in found


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("",),
        ("cell-9-9",),
        ("card-",),
        ("card-D999",),
        ("space-S1-9",),
        ("run-99",),
        ("kiln-3-1",),
        ("tile-\u0660-1-R-0",),
    ],
)
def test_what_is_no_element_is_not_answered(path: tuple[str, ...]) -> None:
    state = position(DELIVERING if path == ("space-S1-9",) else TAKING).state

    assert MAJOLICA.drawn.why_path(state, 0, path) is None


SILENT = ("score-", "round", "first", "mission-0", "mission-1", "mission-2")


@pytest.mark.parametrize("seats", [1, 3])
def test_every_named_element_is_answered_in_every_position(seats: int) -> None:
    """Whatever is not the beginning of a move has a reason; panels and a few inscriptions have none."""
    match = new_match("majolica", seats, {"expansions": ["bloom", "kaleidoscope", "missions"]}, 5)
    for number, (now, seat, _) in enumerate(positions(match, 5)):
        if number > 120:
            break
        if number % 4:
            continue
        state = now.position.state
        scene = MAJOLICA.drawn.scene(state, seat, "en")
        first = {path[0] for choice in scene.choices for path in choice.paths}
        for panel in scene.panels:
            for element in ElementTree.fromstring(f"<g>{panel.body}</g>").iter():
                name = str(element.get("id", ""))
                if name and name not in first and not name.startswith(SILENT):
                    assert MAJOLICA.drawn.why_path(state, seat, (name,)), name
