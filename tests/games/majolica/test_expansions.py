"""Cascading Bloom, Kaleidoscopic Design and Missions."""

from __future__ import annotations

import pytest

from smalti.games.majolica.components import EDITIONS
from smalti.games.majolica.game import MAJOLICA
from smalti.kernel.chance import Chance
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from tests.games.majolica.table import FULL, NOBODY, legal, on_card, placing, play, position, refusal, workshop

# Bloom


def last_run(more: str) -> Position:
    """Workshop 4 runs last, after the others have."""
    return play(placing("-/-/-/RRR;-,-,-", "R", more), "put 4", "deliver R")


def test_four_workshops_in_one_turn_bring_a_bloom_token() -> None:
    """Majolica 11.1: one per turn, and only with the expansion."""
    assert int(last_run("with=bloom ran=1+2+3").state.bloom[0]) == 1
    assert int(last_run("with=bloom ran=1+2").state.bloom[0]) == 0
    assert int(last_run("ran=1+2+3").state.bloom[0]) == 0


def test_bloom_is_no_reason_to_deliver_nothing() -> None:
    """Majolica 11.2: every run delivers."""
    here = play(placing("RRRGG/-/-/-;S1,-,-", "G", "with=bloom"), "put 1")

    assert refusal(here, "deliver -") == "6.6"


# Kaleidoscope


def test_six_more_cards_are_in_the_deck_and_never_dealt() -> None:
    """Majolica 12.1: not even those of three points."""
    plain, more = (
        int(Position.new(MAJOLICA, 2, {"expansions": chosen}).state.deck).bit_count()
        for chosen in ([], ["kaleidoscope"])
    )
    dealt = position("-/-/-/-;-,-,-;dealt:-|-/-/-/-;-,-,-;dealt:- deal:0 with=kaleidoscope").outcomes()

    assert more == plain + 6
    assert len(dealt) == 4


def test_a_blank_space_takes_any_colour_after_the_coloured_one() -> None:
    """Majolica 12.2: the coloured space first, then the blank one."""
    here = placing("-/-/RRB/-;-,-,K1", "B", "with=kaleidoscope")
    here = play(here, "put 3")
    assert legal(here) == ["deliver R", "deliver B"]
    blank = play(here, "deliver B", "fragment R")
    assert on_card(blank, 3) == "B"
    again = play(placing("-/-/YYB/-;-,-,K1:B", "B", "with=kaleidoscope"), "put 3")
    assert again.actors() == (1,)  # only R and G are free now


# Missions


def test_players_and_one_more_missions_are_shown_and_picked_counter_clockwise() -> None:
    """Majolica 13.1: the right neighbour of the first player first, the first player last."""
    match = Match.new(MAJOLICA, 3, {"expansions": ["missions"]}, Chance.from_seed(3, "missions"))
    start = match.log[0].entry["seat"]
    while not any(event.entry["do"] == "take" for event in match.log):
        match.play(match.position.actors()[0], match.position.legal_moves()[0])
    shown = next(event.entry["cards"] for event in match.log if event.entry["do"] == "missions")
    pickers = [event.by for event in match.log if event.entry["do"] == "mission"]

    assert len(set(shown)) == 4
    assert pickers == [(start - 1) % 3, (start - 2) % 3, start]


def test_a_mission_that_is_not_shown_cannot_be_picked() -> None:
    """Majolica 13.1: only one of those on the table."""
    here = position(f"{NOBODY}|{NOBODY} pick:0 with=missions grid={FULL} shown=M1,M4,M7")

    assert legal(here) == ["mission M1", "mission M4", "mission M7"]
    assert refusal(here, "mission M2") == "13.1"


@pytest.mark.parametrize(
    ("mission", "met", "missed"),
    [
        pytest.param("M1", "done:D01,D02,D03,D04,D05", "done:D01,D02,D03,D04", id="Majolica 13.3"),
        pytest.param("M2", "stored:RGBY", "stored:RGB", id="Majolica 13.4"),
        pytest.param("M3", "done:D01,D02,D03", "done:D01,D02,D15", id="Majolica 13.5"),
        pytest.param("M4", "stored:RGBY", "stored:RBY", id="Majolica 13.6"),
        pytest.param("M5", "purple:2", "purple:1", id="Majolica 13.7"),
        pytest.param("M6", "done:S1,D15,D27", "done:S1,D15,D01", id="Majolica 13.8"),
        pytest.param("M8", "together:2", "together:1", id="Majolica 13.10"),
    ],
)
def test_missions_score_only_when_fulfilled(mission: str, met: str, missed: str) -> None:
    """Majolica 13.2: the points of the mission, or nothing."""
    points = next(m.points for m in EDITIONS[0].missions if m.id == mission)

    for holding, expected in ((met, points), (missed, 0)):
        here = position(f"-/-/-/-;-,-,-;{holding};mission:{mission}|{NOBODY} over:1 with=missions")
        assert here.derivation(0)[-1].points == expected


def test_the_first_with_three_designs() -> None:
    """Majolica 13.9: mission 7 is for the first one only."""
    board = "RRRGG/-/-/-;S1:RB,-,-;done:D01,D02;mission:M7"
    first = play(placing(board, "G", "with=missions"), "put 1", "deliver G")
    late = play(placing(board, "G", "with=missions leader=1"), "put 1", "deliver G")

    assert first.derivation(0)[-1].points == 2
    assert late.derivation(0)[-1].points == 0


def test_fragmented_tiles_go_onto_mission_two() -> None:
    """Majolica 13.4: a colour still missing, instead of the supply."""
    board = "-/-/RRB/-;-,-,S1;stored:B;mission:M2"
    here = play(placing(board, "B", "with=missions"), "put 3", "deliver R")

    assert legal(here) == ["fragment R", "fragment B", "fragment R mission"]
    assert refusal(here, "fragment B mission") == "13.4"
    assert "stored:RB" in str(play(here, "fragment R mission"))
    other = play(placing("-/-/RRB/-;-,-,S1;mission:M1", "B", "with=missions"), "put 3", "deliver R")
    assert refusal(other, "fragment R mission") == "13.4"


def test_one_of_four_taken_tiles_goes_onto_mission_four() -> None:
    """Majolica 13.6: a colour still missing, not placed any more."""
    here = position(f"-/-/-/-;-,-,-;stored:R;mission:M4|{NOBODY} take:0 with=missions grid={FULL}")
    here = play(here, "take a1 b1 c1 d1")

    assert legal(here) == ["store G", "store B", "store Y", "store -"]
    assert refusal(here, "store R") == "13.6"
    assert refusal(here, "put 1") == "13.6"
    assert workshop(play(here, "store Y", "put 1"), 1) == "RGB"
    assert workshop(play(here, "store -", "put 1"), 1) == "RGBY"


def test_purple_tiles_count_when_they_are_received() -> None:
    """Majolica 13.7: whatever becomes of them."""
    board = "-/-/-/RRR;-,-,-;purple:1;mission:M5"
    after = play(placing(board, "R", "with=missions"), "put 4", "deliver R")

    assert after.derivation(0)[-1].points == 2


def test_two_designs_in_one_turn() -> None:
    """Majolica 13.10: both parts of the turn count together."""
    board = "RRRGG/-/-/-;S1:RB,-,-;mission:M8"
    once = play(placing(board, "G", "with=missions"), "put 1", "deliver G")
    twice = play(placing(board, "G", "with=missions now=1"), "put 1", "deliver G")

    assert (once.derivation(0)[-1].points, twice.derivation(0)[-1].points) == (0, 3)
