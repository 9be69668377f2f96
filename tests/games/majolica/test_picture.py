"""The picture of Majolica: what is on it, what it says, and how every kind of move is clicked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from smalti.games.majolica.game import MAJOLICA
from smalti.games.majolica.moves import decode, encode, encode_discard, encode_install
from smalti.games.majolica.rows import looks
from smalti.games.majolica.rows import places as p
from smalti.games.majolica.tables.names import card_number
from smalti.games.majolica.tables.room import COLUMN, column_x
from smalti.kernel import seeing
from smalti.kernel.game import CHANCE
from smalti.kernel.reader import Steps, reader
from smalti.kernel.stage import arrangement_of
from smalti.kernel.state import State
from tests.games.majolica.places import place

READ = reader(MAJOLICA)
GRID = "grid=RGBY/R..Y/GGBY/RBYB"
TAKING = f"RRRGG/-/-/-;S1,-,-|-/-/-/-;-,S2,- take:0 {GRID} display=D01,D02"
PLACING = f"RRRGG/-/-/-;S1,-,-|-/-/-/-;-,S2,- place:0 {GRID} hand=G due=tiles display=D01,D02"


def at(text: str) -> State:
    return MAJOLICA.text.parse_position(text)


def clicks(text: str, *steps: str) -> Steps:
    state = at(text)
    return tuple(place(state, step) for step in steps)


def paths(text: str, move: int) -> list[Steps]:
    state = at(text)
    return [path.places for path in READ.paths(state, int(state.seat)) if path.move == move]


def paths_of_kind(text: str, kind: str) -> set[Steps]:
    state = at(text)
    return {path.places for path in READ.paths(state, int(state.seat)) if decode(path.move)[0] == kind}


def spoken(text: str, step: str, language: str = "en") -> str:
    """What is said of a place: its name, and what lies there."""
    state = at(text)
    where, words = place(state, step), seeing.telling(MAJOLICA, state, language, 0)
    lying = [words.called(piece) for piece in (*READ.pieces(state, 0), *READ.offers(state, 0)) if piece.place == where]
    return ": ".join(filter(None, (words.catalogue["places"][where].get("name", ""), ", ".join(filter(None, lying)))))


def look_at(text: str, step: str) -> int:
    state = at(text)
    return next(piece.look for piece in READ.pieces(state, 0) if piece.place == place(state, step))


def said(text: str, move: int, language: str = "en") -> str:
    """All lines of a move with their small print, and what may come of it."""
    lines = seeing.telling(MAJOLICA, at(text), language, 0).lines(READ.foresees(at(text), 0, move))
    return "; ".join(words for line in lines for words in (line.words, *line.notes))


@pytest.mark.parametrize("seat", [CHANCE, 0, 1])
def test_every_panel_is_there(seat: int) -> None:
    state = at(TAKING)
    stage = MAJOLICA.tables.stage(state)
    shown = {number for number, *_ in stage.arrangements[arrangement_of(seat)].panels}
    offered = {stage.places[piece.place].panel for piece in (READ.offers(state, seat) if seat != CHANCE else ())}

    assert {p.GRID_PANEL, p.DISPLAY_PANEL, p.HALL_PANEL, p.BENCH_PANEL, p.BENCH_PANEL + 1} <= shown
    assert (p.ACTIONS_PANEL in offered) == (seat == 0)


def test_the_own_bench_is_large() -> None:
    panels = MAJOLICA.tables.stage(at(TAKING)).arrangements[arrangement_of(1)].panels
    scale = {number: scale for number, _, _, scale in panels}

    assert scale[p.BENCH_PANEL + 1] > scale[p.BENCH_PANEL]


def test_things_are_spoken() -> None:
    assert spoken(TAKING, "cell a1") == "a1: red"
    assert spoken(TAKING, "cell b2") == "b2: face down"
    assert spoken(TAKING, "kiln 0 1") == "workshop 1: it waits for 3:3"
    assert spoken(TAKING, "slot 0 2") == "slot 2: free slot"
    assert spoken(TAKING, "card S1") == "slot 1: design of 3 points: 1 red, 1 green, 1 blue, S1"


@pytest.mark.parametrize("step", ["cell a1", "kiln 0 1", "slot 0 2", "card S1", "with-card"])
def test_things_are_spoken_in_french(step: str) -> None:
    assert spoken(TAKING, step) != spoken(TAKING, step, "fr")


def test_a_run_is_taken_by_its_handle() -> None:
    """Majolica 4.2 and 4.3: the whole of a border line, or of its part between gaps."""
    handles = {path for path in paths_of_kind(TAKING, "run-take") if len(path) == 1}

    assert len(handles) == 4
    assert all(p.HANDLE <= path[0] < p.ALL_HANDLE for path in handles)


@pytest.mark.parametrize(("kind", "button"), [("card-take", "with-card"), ("order-take", "with-order")])
def test_one_tile_comes_with_a_card_or_a_rearrangement(kind: str, button: str) -> None:
    """Majolica 4.4 and 4.5: the tile, then what comes with it, or the other way round."""
    both = {clicks(TAKING, "cell a1", button), clicks(TAKING, button, "cell a1")}

    assert both <= paths_of_kind(TAKING, kind)


def test_tiles_in_hand_go_to_a_kiln() -> None:
    """Majolica 5.1: all of them into one workshop."""
    found = paths(PLACING, encode("put", 1))

    assert found == [clicks(PLACING, "kiln 0 2"), clicks(PLACING, "hand", "kiln 0 2")]


def test_a_choice_says_what_follows() -> None:
    """Majolica 6.3: the third green tile makes workshop 1 run at once."""
    assert "runs workshop 1 and delivers up to 2" in said(PLACING, encode("put", 0))
    assert "runs" not in said(PLACING, encode("put", 1))


def test_a_choice_looks_ahead_through_the_whole_cascade() -> None:
    """Majolica 6.11: what is left of workshop 1 may start workshop 2, and so on around the room."""
    ahead = f"RRRGG/BB/-/RRR;D01,D04,S1|-/-/-/-;-,S2,- place:0 {GRID} hand=G due=tiles"

    assert "workshops that may run then: 2, 3, 4" in said(ahead, encode("put", 0))
    assert said(ahead, encode("put", 0), "fr").endswith("activer ensuite\u00a0: 2, 3, 4")
    assert "may run" not in said(PLACING, encode("put", 0))
    assert "may run" not in said(ahead.replace("D01,D04", "D01,-"), encode("put", 0))


def test_what_runs_in_any_case_and_what_may_be_finished_is_told() -> None:
    """Majolica 6.11 and 7.4: too much in workshop 1, which runs whatever is given up, and may finish a design."""
    ahead = "RRRYYYPP/-/-/-;D22:RGYY,D13,D01:RR;purple:2 excess:0 down=RRRGGGGBBBYY display=D04 hall=1+3 round=4 ran=4"
    told = said(ahead, encode_discard(0, "RGBYP".index("Y")))

    assert (
        "workshops that run in any case: 1; workshops that may run then: 2, 3; designs finished then: up to 1" in told
    )


def test_a_free_discard_begins_with_the_bin() -> None:
    """Majolica 5.3: so that a click on a kiln never throws a tile away."""
    both = [clicks(PLACING, "bin", f"tile 0 1 G {n}") for n in range(2)]

    assert paths(PLACING, encode_discard(0, 1)) == both


def test_a_card_goes_to_a_slot() -> None:
    """Majolica 7.1: the card of the display, then the slot."""
    position = PLACING.replace("due=tiles", "due=tiles+card")
    move = encode_install(card_number(at(position), "D02"), 2)

    assert paths(position, move) == [clicks(position, "card D02", "slot 0 3")]


def test_two_slots_are_exchanged_by_clicking_both() -> None:
    """Majolica 7.3: every arrangement has a picture; an exchange can be clicked on the bench as well."""
    position = PLACING.replace("due=tiles", "due=tiles+order").replace("S1,-,-|", "S1,-,D07|")
    ways = (("order 0",), ("slot 0 1", "slot 0 3"), ("slot 0 3", "slot 0 1"))

    assert {clicks(position, *steps) for steps in ways} <= paths_of_kind(position, "order")


DELIVERING = f"RRRGGG/-/-/-;S1:GB,-,-|-/-/-/-;-,S2,- deliver:0 {GRID} running=1 further=2"


def test_a_delivery_is_a_tile_or_its_space_and_shows_its_points() -> None:
    """Majolica 6.6 and 7.4: the last space of a card brings its points, where its tiles scored one before."""
    state, move = at(DELIVERING), encode("deliver", 0)
    ways = ("tile 0 1 R 0", "tile 0 1 R 1", "tile 0 1 R 2", "space S1 0")

    assert {path.move for path in READ.paths(state, 0)} == {move}
    assert paths(DELIVERING, move) == [clicks(DELIVERING, step) for step in ways]
    lands = [row.target for row in READ.happens(state, 0, 0, move) if row.look == looks.TILE]
    assert place(state, "space S1 0") in lands
    assert seeing.gain(MAJOLICA, state, 0, move) == 2
    assert "finishes design S1, worth 3 points" in said(DELIVERING, move)


def test_a_running_kiln_burns() -> None:
    assert look_at(DELIVERING, "kiln 0 1") == looks.HOT


@pytest.mark.parametrize("too_many", range(1, p.MOST_EXCESS + 1))
def test_what_overflows_lies_between_the_carts(too_many: int) -> None:
    """A cart reaches 13 into its column from the left and 17 from the right; what lies under it cannot be clicked."""
    state = at(f"-/-/{'R' * (4 + too_many)}/-;-,-,-|-/-/-/-;-,-,- excess:0 {GRID} due=card display=D01")
    stage, below = MAJOLICA.tables.stage(state), range(p.at_bench(0, p.EXCESS), p.at_bench(1, 0))
    boxes = [stage.places[piece.place] for piece in READ.pieces(state, 0) if piece.place in below]
    left = [box.x - column_x(2) for box in boxes]

    assert len(set(left)) == too_many
    assert min(left) >= 13
    assert max(left) + boxes[0].width <= COLUMN - 17


def test_a_blocked_kiln_waits() -> None:
    """Majolica 6.4: a workshop with its pattern and no card shows an hourglass."""
    blocked = f"RRRGGG/-/-/-;-,-,-|-/-/-/-;-,S2,- take:0 {GRID} display=D01"

    assert look_at(blocked, "kiln 0 1") == looks.WAITS
    assert "#wait" in seeing.picture(MAJOLICA, at(blocked), 0)


def test_missions_are_told_in_the_readers_language() -> None:
    """Majolica 13.1: the missions shown, each with its text and points."""
    position = f"-/-/-/-;S1,-,-|-/-/-/-;-,S2,- pick:1 {GRID} with=missions shown=M1,M4,M5"
    missions = {clicks(position, f"mission {name}") for name in ("M1", "M4", "M5")}

    assert "Finish 5 designs." in spoken(position, "mission M1")
    assert "Terminez 5" in spoken(position, "mission M1", "fr")
    assert paths_of_kind(position, "pick") == missions


def test_the_picture_of_a_full_table_is_small() -> None:
    seats = []
    for seat in range(4):
        cards = [f"D{n:02}" for n in range(1 + 4 * seat, 5 + 4 * seat)]
        slots = [f"D{n}" for n in range(17 + 3 * seat, 20 + 3 * seat)]
        seats.append(f"RRRGG/RRGGB/RRY/GGB;{','.join(slots)};done:{','.join(cards)};ones:1")
    grid = "grid=RGBY/RGBY/RGBY/RGBY display=D29,D30,D31,D32,D33,D34"
    state = at(f"{'|'.join(seats)} take:0 {grid} with=bloom+kaleidoscope")
    drawn = seeing.picture(MAJOLICA, state, 0, "fr")

    ElementTree.fromstring(drawn)
    assert len(drawn.encode()) < 120_000
