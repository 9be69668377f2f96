"""Majolica as rows: how tiles, cards and tokens move, kiln by kiln, and in which words."""

from __future__ import annotations

import pytest

from smalti.games.majolica.components import CARD_IDS, COLOURS, PURPLE
from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.rows import identity, looks
from smalti.games.majolica.rows import kinds as k
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.tables.stage import stage_for
from smalti.kernel import seeing
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.rows import NOWHERE, Happening, Piece
from smalti.kernel.stage import catalogue_text
from tests.games.majolica.table import FULL, NOBODY, placing, position

READ = reader(MAJOLICA)
RED, GREEN, BLUE, YELLOW = range(COLOURS)
GRID = "grid=RGBY/R..Y/GGBY/RBYB"
NAMES = ("Ann", "Bob", "Cleo", "Dan")


def pieces(here: Position, eyes: int = CHANCE) -> dict[int, Piece]:
    return {piece.piece: piece for piece in READ.pieces(here.state, eyes)}


def move_of(here: Position, text: str) -> int:
    return MAJOLICA.text.parse_move(here.state, int(here.state.seat), text)


def told(here: Position, text: str) -> list[Happening]:
    return READ.happens(here.state, CHANCE, int(here.state.seat), move_of(here, text))


def lines(here: Position, text: str, language: str = "en") -> list[str]:
    found = seeing.told(MAJOLICA, here.state, int(here.state.seat), move_of(here, text), language, CHANCE, NAMES)
    return [line.words if line.head.seat < 0 else f"{NAMES[line.head.seat]} {line.words}" for line in found]


def of_kind(rows: list[Happening], *kinds: int) -> list[Happening]:
    return [row for row in rows if row.kind in kinds]


def card(name: str) -> int:
    return CARD_IDS[0].index(name)


def shelf(workshop: int, n: int, seat: int = 0) -> int:
    return p.at_bench(seat, p.SHELF + workshop * p.MOST_ON_SHELVES + n)


def gain(here: Position, text: str) -> int:
    return seeing.gain(MAJOLICA, here.state, int(here.state.seat), move_of(here, text))


# Taking and putting


def test_tiles_fly_from_the_grid_into_the_hand_and_large_ones_turn() -> None:
    """Majolica 4.7: sorted in hand; the border draws in."""
    here = position(f"{NOBODY}|{NOBODY} take:0 {GRID} display=D01")
    rows = told(here, "take a1 b1 c1 d1")

    assert [(row.source, row.look) for row in of_kind(rows, k.RECEIVES)] == [
        (p.CELL + n, looks.TILE + n) for n in range(4)
    ]
    assert {row.piece for row in rows if row.look == looks.LARGE_BACK} == {identity.LARGE_TILE + n for n in range(4)}
    assert lines(here, "take a1 b1 c1 d1") == ["Ann takes red (a1), green (b1), blue (c1), yellow (d1)"]


def test_tiles_in_a_workshop_lie_sorted_and_move_up() -> None:
    """Majolica 5.1: a red tile that arrives pushes the green and blue ones on, and they keep their names."""
    here = placing("RGB/-/-/-;S1,-,-", "RR")
    rows = told(here, "put 1")
    after = pieces(here.play("put 1"))

    assert [(row.of, row.target) for row in of_kind(rows, k.ARRIVES)] == [
        (identity.tile_in_hand(RED, 0), shelf(0, 1)),
        (identity.tile_in_hand(RED, 1), shelf(0, 2)),
    ]
    moved_up = [row for row in of_kind(rows, k.SHIFTS) if row.piece >= identity.IN_KILN]
    assert [(row.piece, row.source, row.target) for row in moved_up] == [
        (identity.tile_in_kiln(0, 0, GREEN, 0), shelf(0, 1), shelf(0, 3)),
        (identity.tile_in_kiln(0, 0, BLUE, 0), shelf(0, 2), shelf(0, 4)),
    ]
    assert identity.HAND_PIECE not in after


def test_what_is_too_much_lies_below_the_shelves() -> None:
    """Majolica 5.2: centred, so that all of it moves when one goes."""
    here = placing("RRRRGB/-/-/-;S1,-,-", "YYY")
    below = range(p.at_bench(0, p.EXCESS), p.at_bench(1, 0))
    line = seeing.told(MAJOLICA, here.state, 0, move_of(here, "put 1"))[0]

    assert sum(piece.place in below for piece in pieces(here.play("put 1")).values()) == 3
    assert "workshop 1 overflows by 3" in line.notes


# A cascade


def test_a_cascade_is_told_kiln_by_kiln() -> None:
    """Majolica 6.3, 6.6 and 6.10."""
    here = placing("RRRGG/-/-/-;S1,-,-", "G")
    start = here.play("put 1")

    assert lines(here, "put 1") == [
        "Ann puts the tiles into workshop 1",
        "Ann runs workshop 1 and delivers up to 2",
    ]
    assert lines(start.play("deliver R"), "deliver -") == [
        "Ann delivers no further tile",
        "Ann sends the leftovers to workshop 2: red, red, green, green, green",
    ]


def test_a_finished_design_goes_to_its_shelf_and_its_tiles_to_the_supply() -> None:
    """Majolica 7.4: the slot is free again."""
    here = position(f"RRRBBB/-/-/-;S1:RG,-,-|{NOBODY} deliver:0 grid={FULL} running=1 further=2 due=tiles hand=R")
    rows = told(here, "deliver B")
    shelved = [row for row in rows if row.piece == identity.CARD_PIECE + card("S1")]
    supply = [row for row in of_kind(rows, k.VANISHES) if row.target == p.at_bench(0, p.SUPPLY)]

    assert [(row.source, row.target) for row in shelved] == [(p.slot_at(0, 0), p.finished_at(0, 0))]
    assert len(supply) == 3
    assert identity.FREE_SLOT_PIECE in pieces(here.play("deliver B"))
    assert lines(here, "deliver B")[:2] == [
        "Ann delivers blue from workshop 1",
        "Ann finishes design S1, worth 3 points",
    ]


def test_the_gain_is_what_the_score_grows_by() -> None:
    """Majolica 10.1 and 10.2: two tiles on the unfinished card counted a point already."""
    here = position(f"RRRBBB/-/-/-;S1:RG,-,-|{NOBODY} deliver:0 grid={FULL} running=1 further=2 due=tiles hand=R")

    assert gain(here, "deliver B") == 2
    assert gain(here, "deliver B") == here.play("deliver B").scores()[0] - here.scores()[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"RRRGGG/-/-/-;S1,-,-|{NOBODY} deliver:0 grid={FULL} running=1 further=2", looks.HOT),
        (f"RRRGGG/-/-/-;-,-,-|{NOBODY} take:0 grid={FULL}", looks.WAITS),
        (f"RRRGG/-/-/-;S1,-,-|{NOBODY} take:0 grid={FULL}", looks.COLD),
    ],
)
def test_a_kiln_shows_whether_it_burns(text: str, expected: int) -> None:
    """Majolica 6.2 and 6.4."""
    assert pieces(position(text))[identity.KILN_PIECE].look == expected


def test_a_kiln_lights_up_when_it_runs_and_goes_out_afterwards() -> None:
    """Majolica 6.3."""
    here = placing("RRRGG/-/-/-;S1,-,-", "G")
    start = here.play("put 1").play("deliver R")

    assert [row.look for row in told(here, "put 1") if row.piece == identity.KILN_PIECE] == [looks.HOT]
    assert [row.look for row in told(start, "deliver -") if row.piece == identity.KILN_PIECE] == [looks.COLD]


def test_whoever_waits_with_the_bonus_tile_sees_the_leftovers_move_first() -> None:
    """Majolica 7.6: the choice itself is said first."""
    text = f"RRRGG/-/-/-;-,-,-|{NOBODY} bonus:0 grid={FULL} running=1 bonus=1 due=tiles hand=R"

    assert lines(position(text), "bonus Y after") == [
        "Ann takes a bonus tile after the leftovers moved: yellow",
        "Ann sends the leftovers to workshop 2: red, red, red, green, green",
    ]


# Cards


def test_a_card_carries_its_tiles_to_another_slot() -> None:
    """Majolica 7.3: they keep their names, so two cards can change places."""
    here = placing("-/-/-/-;S1:R,S2:GB,-", "R", due="tiles+order")
    rows = of_kind(told(here, "order S2 S1 -"), k.SHIFTS)

    assert {(row.piece, row.target) for row in rows if row.of == NOWHERE} == {
        (identity.CARD_PIECE + card("S2"), p.slot_at(0, 0)),
        (identity.CARD_PIECE + card("S1"), p.slot_at(0, 1)),
        (identity.tile_on_card(card("S1"), RED, 0), p.space_at(0, 1, 3, 0)),
        (identity.tile_on_card(card("S2"), GREEN, 0), p.space_at(0, 0, 3, 0)),
        (identity.tile_on_card(card("S2"), BLUE, 0), p.space_at(0, 0, 3, 1)),
    }


def test_a_replaced_card_goes_under_the_deck_and_costs_its_points() -> None:
    """Majolica 7.2 and 10.2."""
    here = placing("-/-/-/-;S1:RG,-,-", "R", "display=D01", "tiles+card")
    rows = told(here, "install D01 1")
    gone = [row for row in rows if row.piece == identity.CARD_PIECE + card("S1")]

    assert [(row.kind, row.target) for row in gone] == [(k.VANISHES, p.DECK)]
    assert gain(here, "install D01 1") == -1
    assert lines(here, "install D01 1") == ["Ann installs card D01 in slot 1; S1 goes under the deck"]


def test_tiles_on_blank_spaces_lie_sorted() -> None:
    """Majolica 12.2: a red one comes before the blue one that lay there."""
    board = "YYYGGG/-/-/-;K2:BB,-,-"
    here = position(f"{board}|{NOBODY} deliver:0 grid={FULL} with=kaleidoscope running=1 further=2")
    blank = p.space_at(0, 0, 3, 2)

    assert pieces(here)[identity.tile_on_card(card("K2"), BLUE, 1)].place == blank
    assert len(READ.refuses(here.state, 0, (blank,)) or ()) > 0


# The City Hall


def test_a_purple_tile_goes_from_the_city_hall_to_the_next_workshop() -> None:
    """Majolica 8.1 and 8.3."""
    here = position(f"-/-/-/RRRR;-,-,-|{NOBODY} deliver:0 grid={FULL} running=4 further=1")
    rows = told(here, "deliver R")
    came = of_kind(rows, k.COMES_ALONG)

    assert [(row.source, row.look) for row in came] == [(p.kiln_at(0, 3), looks.TILE + PURPLE)]
    assert lines(here, "deliver R")[1:] == [
        "Ann receives a purple tile from the City Hall",
        "Ann sends the leftovers to workshop 1: red, red, red, purple",
    ]


def test_every_bench_shows_what_the_city_hall_gives_next() -> None:
    """Majolica 8.1: after the last purple tile it is a token."""
    here = position(f"-/-/-/RRRR;-,-,-|{NOBODY} deliver:0 grid={FULL} running=4 further=1 hall=1+3")
    after = pieces(here.play("deliver R"))

    assert [after[identity.HALL_SIGN + seat][2:] for seat in range(2)] == [(looks.COIN_SIGN, 0, 3)] * 2


def test_a_purple_tile_leaves_the_game_at_workshop_four() -> None:
    """Majolica 8.6."""
    here = position(f"-/-/RRGP/-;-,-,S1|{NOBODY} deliver:0 grid={FULL} running=3 further=1 fragments=1").play(
        "deliver G"
    )

    assert lines(here, "fragment R")[1] == "Ann sends the leftovers to workshop 4: red, purple (leaves the game)"


# Rounds and the end


def test_between_rounds_the_large_tiles_are_in_the_bag() -> None:
    """Majolica 9.3: the token passes, and the new grid comes out of it."""
    here = position(f"{NOBODY}|{NOBODY} place:0 grid=..../..../..../RGB. hand=R due=tiles first=0 display=D01")
    rows = told(here, "put 1")
    after = here.play("put 1")
    bag = [row for row in of_kind(rows, k.VANISHES) if row.target == p.BAG]

    assert len(bag) == 16
    assert not [piece for piece in pieces(after) if piece < identity.REVEALED_TILE]
    assert [row.target for row in rows if row.piece == identity.FIRST_PIECE] == [p.at_bench(1, p.FIRST)]


def test_the_end_names_the_winner() -> None:
    """Majolica 9.2 and 10.4."""
    done = "-/-/-/-;-,-,-;done:D01,D02,D03,D04,D05"
    here = position(f"{done}|{NOBODY} place:0 grid=..../..../..../RGB. hand=R due=tiles")

    assert lines(here, "put 1")[-2:] == ["The game is over.", "Ann wins with 20 points"]


# Missions, questions, refusals


def test_a_picked_mission_lies_at_the_number_of_its_seat() -> None:
    """Majolica 13.1: the others move together, and the last one goes into the box."""
    text = f"{NOBODY}|{NOBODY} pick:1 grid={FULL} with=missions shown=M1,M4,M5 display=D01,D02,D03,D04,D05,D06"
    here = position(text)
    mission = {n: identity.MISSION_PIECE + n for n in (0, 3, 4)}
    picked = here.play("mission M4")
    last = picked.play("mission M5")

    assert [pieces(here)[mission[n]].place - p.MISSION for n in (0, 3, 4)] == [0, 1, 2]
    assert [pieces(picked)[mission[n]].place - p.MISSION for n in (0, 3, 4)] == [0, 1, 2]
    assert pieces(last)[mission[4]].place == p.MISSION
    assert mission[0] not in pieces(last)


def test_the_question_moves_on_with_the_clicks() -> None:
    here = position(f"-/-/-/-;-,-,-;dealt:S1|{NOBODY} start-card:0 {GRID} display=D01")

    assert seeing.question(MAJOLICA, here.state, 0) == "Install your start card in one of your three slots."
    assert seeing.question(MAJOLICA, here.state, 0, clicks=1) == "Into which slot?"


def test_nothing_is_said_against_the_way_to_a_move() -> None:
    """Majolica 5.3: the bin leads on, but not to a kiln."""
    here = placing("RG/-/-/-;S1,-,-", "R")

    assert READ.refuses(here.state, 0, (p.BIN,)) is None
    assert READ.refuses(here.state, 0, (p.BIN, shelf(0, 1))) is None
    assert (READ.refuses(here.state, 0, (p.BIN, p.kiln_at(0, 0))) or Happening(0)).clause == 503


def test_arrangements_are_offered_side_by_side() -> None:
    """Majolica 7.3: with one card there are three, without gaps between them."""
    here = placing("-/-/-/-;S1,-,-", "R", due="tiles+order")
    offered = {piece.place for piece in READ.offers(here.state, 0) if p.ORDER <= piece.place < p.MINI}

    assert offered == {p.ORDER, p.ORDER + 1, p.ORDER + 2}


# Tables


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_stage_fits_into_a_quarter_of_a_megabyte(seats: int) -> None:
    text, _ = catalogue_text("majolica", stage_for(seats, 0, True), "fr")

    assert len(text) < 250_000


def test_a_card_is_spoken_of_with_its_spaces() -> None:
    here = placing("-/-/-/-;D07:R,-,-", "R")
    words = seeing.telling(MAJOLICA, here.state, "fr")
    found = pieces(here)[identity.CARD_PIECE + card("D07")]

    assert words.called(found) == "carte à 4 points qui apporte une tuile bonus\u00a0: 2 rouges, 1 verte, 1 bleue, D07"
