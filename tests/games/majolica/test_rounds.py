"""The end of rounds and of the game, scoring, and the solo game."""

from __future__ import annotations

import pytest

from smalti.games.majolica.components import EDITIONS
from smalti.games.majolica.game import MAJOLICA
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from tests.games.majolica.table import FULL, NOBODY, legal, placing, play, position, refusal

SIX = "display=D01,D02,D03,D04,D05,D06"
FIVE = "done:D07,D08,D09,D10,D11"


def last_take(board: str, more: str = "", grid: str = "RGBY/..../..../....") -> Position:
    """Seat 0 takes a whole row of the last four tiles."""
    return play(position(f"{board}|{NOBODY} take:0 grid={grid} {SIX} {more}"), "take a1 b1 c1 d1", "put 1")


def test_fewer_than_four_tiles_end_the_round() -> None:
    """Majolica 9.1: four are enough to go on, three are not."""
    five = position(f"{NOBODY}|{NOBODY} take:0 grid=RGBY/R.../..../.... {SIX}")

    assert play(five, "take a2 + order", "put 1", "order - - -").actors() == (1,)
    assert last_take(NOBODY).needs_chance


def test_five_designs_end_the_game_at_the_end_of_a_round() -> None:
    """Majolica 9.2: not earlier."""
    assert last_take(f"{NOBODY};{FIVE}").is_over
    assert refusal_when_over(last_take(f"{NOBODY};{FIVE}")) == "9.2"
    assert not play(placing(f"{NOBODY};{FIVE}", "R"), "put 1").is_over


def refusal_when_over(here: Position) -> str:
    reason = here.why_not(0, 0)
    assert reason
    return reason.clause


def test_the_token_passes_and_a_new_grid_is_laid() -> None:
    """Majolica 9.3: the next round begins with the player to the left."""
    here = last_take(NOBODY, "first=1 start=1")
    after = here.after(CHANCE, here.sample(7))

    assert int(after.state.round_number) == 2
    assert after.actors() == (0,)
    assert int(after.state.face_up).bit_count() == 16


def test_the_display_is_filled_from_the_rest_then_from_the_known_bottom() -> None:
    """Majolica 9.4: known cards come last and in order; an empty deck fills nothing."""
    cards = [card.id for card in EDITIONS[0].start_cards + EDITIONS[0].design_cards]
    rest = ",".join(cards[4:10])
    boards = f"-/-/-/-;-,-,-;done:{rest}|-/-/-/-;-,-,-;done:{','.join(cards[10:])}"
    here = position(f"{boards} card:0 round=2 bottom=S1,S2")

    first = here.outcomes()
    assert [MAJOLICA.text.write_entry(here.state, CHANCE, outcome)["card"] for outcome in first] == ["S1"]
    after = here.after(CHANCE, next(iter(first)))
    after = after.after(CHANCE, next(iter(after.outcomes())))
    assert "display=S1,S2" in str(after)
    assert not after.outcomes()  # the deck is empty: the grid is next


def test_finished_cards_and_half_finished_ones_score() -> None:
    """Majolica 10.1, 10.2 and 10.3: points, one for two tiles, tokens; workshops score nothing."""
    here = position(f"RRRPP/-/-/-;S1:RG,D01:RRG,D02:R;done:D15,D27;ones:2;bloom:1|{NOBODY} take:0 grid={FULL}")

    assert here.scores() == (5 + 7 + 1 + 1 + 0 + 2 + 1, 0)
    assert sum(point.points for point in here.derivation(0)) == 17


@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_a_tie_goes_to_the_latest_of_the_first_round(start: int, winner: int) -> None:
    """Majolica 10.4: among equals."""
    boards = "|".join(f"-/-/-/-;-,-,-;done:{card}" for card in ("D01", "D02", "D03"))

    assert position(f"{boards} over:0 start={start}").winners() == (winner,)
    assert position(f"{NOBODY};done:D27|{NOBODY} over:0 start=0").winners() == (0,)


# Alone

ALONE = "-/-/-/-;S1,-,-"


def test_a_solo_game_has_six_rounds_of_four_turns() -> None:
    """Majolica 14.1 and 14.2: four tiles are turned up each turn; five designs do not end it."""
    turn = "take:0 up=RGBY display=D01,D02,D03,D04,D05,D06"
    assert play(position(f"{ALONE};{FIVE} {turn} down=- round=6"), "take all", "put 1").is_over
    going = play(position(f"{ALONE};{FIVE} {turn} down=- round=5"), "take all", "put 1")
    assert not going.is_over
    assert len(going.outcomes()) == 35
    assert sum(going.outcomes().values()) == 1


def test_alone_all_four_or_one_of_them() -> None:
    """Majolica 14.3: the others are out."""
    here = position(f"{ALONE} take:0 up=RRGY down=RRGGGBBBBYYY display=D01")

    assert legal(here)[:4] == ["take all", "take R + card", "take G + card", "take Y + card"]
    assert refusal(here, "take B + card") == "14.3"
    assert refusal(here, "take a1 b1") == "14.3"
    assert "up=" not in str(play(here, "take R + card"))


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("D27,D28,D29,D30", "legendary"),
        ("D27,D28,D29,D01", "master"),
        ("D27,D28,D29", "artisan"),
        ("D27,D28,S1", "apprentice"),
        ("D27,D28", "wasteful"),
    ],
)
def test_solo_ranks(cards: str, word: str) -> None:
    """Majolica 14.4: by points; nobody wins."""
    here = position(f"-/-/-/-;-,-,-;done:{cards} over:0 round=6")

    assert here.winners() == ()
    assert here.ending() == {"rank": word}
