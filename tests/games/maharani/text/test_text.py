"""Notation and entries: what can be read, and what is refused with which words."""

from __future__ import annotations

import pytest

from smalti.games.maharani.components import ANIMALS, COLOURS, PLANS, WORKER_COLOURS
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.moves import ACTION_COUNT
from smalti.games.maharani.plans import Plan
from smalti.games.maharani.tables.names import MARKER, ONE_TILE, ONE_WORKER, QUARTER, SOME_TILES, SOME_WORKERS
from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Entry
from smalti.kernel.position import Position
from smalti.kernel.seeing import describe, question, why_not
from tests.games.maharani.table import EMPTY, FOUR, fill, play, table

FOUR_CENTRES = "b*,o*,r*,g*"


def test_the_arrow_may_be_left_out_where_the_tile_fits_one_way() -> None:
    """Maharani 4.6: a half tile has no choice."""
    start = table(rondel="b90,.,.,.")

    assert start.play("1 d8") == start.play("1 D8 s")


def test_the_arrow_must_be_said_where_there_is_a_choice() -> None:
    """Maharani 4.6: the answer lists the ways."""
    with pytest.raises(InvalidNotation, match="N, E, S, W"):
        table(rondel="b*,.,.,.").play("1 c8")


@pytest.mark.parametrize("text", ["5 c8 N", "1 c8 X", "worker pink", "worker", "1 c8 N S", "place", "1  c"])
def test_what_is_no_move(text: str) -> None:
    """Maharani 3.2: the message shows what a move looks like."""
    with pytest.raises(InvalidNotation, match="expected slot, space and arrow"):
        table(rondel="b*,.,.,.").play(text)


def test_a_number_outside_the_action_space_is_no_move() -> None:
    """Maharani 3.2: moves are 0 to 901."""
    assert ACTION_COUNT == 902
    with pytest.raises(InvalidNotation, match="0 to 901"):
        table(rondel="b*,.,.,.").play(902)


BAD_POSITIONS = {
    "too few fields": "courtyard",
    "unknown plan": f"castle {EMPTY} {FOUR_CENTRES} turn:0 {FOUR}",
    "one seat": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe",
    "row too short": f"courtyard 2/8/8/4/6/6/4/8/8/1 {FOUR_CENTRES} turn:0 {FOUR}",
    "row missing": f"courtyard 2/8/8/4/6/6/4/8/8 {FOUR_CENTRES} turn:0 {FOUR}",
    "unknown tile": f"courtyard 1x^/8/8/4/6/6/4/8/8/2 {FOUR_CENTRES} turn:0 {FOUR}",
    "two workers on a tile": f"courtyard 1b^RG/8/8/4/6/6/4/8/8/2 {FOUR_CENTRES} turn:0 {FOUR}",
    "same colour twice in a quarter": f"courtyard b^R1/3b>R4/8/4/6/6/4/8/8/2 {FOUR_CENTRES} turn:0 {FOUR}",
    "no such workers": f"courtyard b^Y1/8/8/4/6/6/4/8/8/2 {FOUR_CENTRES} turn:0 lmpe,lmpe,lmpe",
    "three slots": f"courtyard {EMPTY} b*,o*,r* turn:0 {FOUR}",
    "no such face": f"courtyard {EMPTY} b45,o*,r*,g* turn:0 {FOUR}",
    "three of two": f"courtyard {EMPTY} b*,b*,b*,g* turn:0 {FOUR}",
    "markers out of order": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 mlpe,lmpe",
    "no markers": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 :b1,lmpe",
    "area of eleven": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:b11,lmpe",
    "no such gold": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:z1,lmpe",
    "seven paid": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:Rp7,lmpe",
    "group of eleven": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:R11,lmpe",
    "gold for another's worker": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:B1,lmpe",
    "bad times": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 lmpe:b1*x,lmpe",
    "nothing next": f"courtyard {EMPTY} {FOUR_CENTRES} later:0 {FOUR}",
    "no such seat": f"courtyard {EMPTY} {FOUR_CENTRES} turn:3 lmpe,lmpe",
    "worker without a space": f"courtyard {EMPTY} {FOUR_CENTRES} worker:0 {FOUR}",
    "worker due on nothing": f"courtyard {EMPTY} {FOUR_CENTRES} worker:0:c8 {FOUR}",
    "worker due nowhere": f"courtyard {EMPTY} {FOUR_CENTRES} worker:0:e5 {FOUR}",
    "unknown field": f"courtyard {EMPTY} {FOUR_CENTRES} turn:0 {FOUR} in=b*",
}


@pytest.mark.parametrize("text", BAD_POSITIONS.values(), ids=BAD_POSITIONS)
def test_what_is_no_position(text: str) -> None:
    """Maharani 2.4: the pieces of a position are those of the box."""
    with pytest.raises(InvalidNotation):
        MAHARANI.text.parse_position(text)


def test_a_position_tells_where_gold_came_from() -> None:
    """Maharani 1.5: the score is the sum of its sources."""
    start = table(seats="le:b1+b3*2+R2+Rp5+2nd,lmpe,lmpe,lmpe")

    assert start.scores()[0] == 1 + 2 * 3 + 2 + 18 - 2
    assert str(table(seats="le:b1+b3*2+R2+Rp5+2nd,lmpe,lmpe,lmpe")) == str(start)
    assert [line.say() for line in start.derivation(0)] == [
        "one blue tile alone",
        "area of 3 blue tiles, 2 times",
        "group of 2 red workers",
        "5 red workers in the peacock quarter",
        "second tile",
    ]


# Entries


def refuse(start: Position, entry: Entry) -> str:
    with pytest.raises(IllegalMove) as refused:
        MAHARANI.text.read_entry(start.state, entry)
    return refused.value.reason.clause


TILE = {"colour": "blue", "kind": "half", "arrow": 90}
PLACE = {"by": 0, "do": "place", "slot": 1, "to": [7, 2], "arrow": "N"}


def test_entries_of_a_turn() -> None:
    """Maharani 6.4: a worker that moves names the space it comes from."""
    start = table("2/8/8/4/6/6/4/b^R7/8/2", FOUR_CENTRES)
    seat, move = MAHARANI.text.read_entry(start.state, PLACE | {"arrow": "S"})
    due = start.play(move, seat)
    worker = {"by": 0, "do": "worker", "colour": "red", "from": [7, 1]}

    assert MAHARANI.text.write_entry(due.state, *MAHARANI.text.read_entry(due.state, worker)) == worker
    assert refuse(due, worker | {"from": None}) == "6.4"
    assert refuse(due, worker | {"from": [8, 1]}) == "6.4"
    assert refuse(due, worker | {"from": [0, 0]}) == "4.1"
    assert refuse(due, worker | {"colour": "green"}) == "2.2"
    with pytest.raises(InvalidNotation, match="'from' is missing"):
        MAHARANI.text.read_entry(due.state, {"by": 0, "do": "worker", "colour": "red"})


def test_a_new_worker_comes_from_nowhere() -> None:
    """Maharani 6.3: none stands on the colour, so none moves."""
    due = play(table(rondel=FOUR_CENTRES), "1 c8 S")

    assert refuse(due, {"by": 0, "do": "worker", "colour": "red", "from": [7, 1]}) == "6.3"


@pytest.mark.parametrize(
    "change",
    [
        {"slot": 0},
        {"slot": True},
        {"to": [7]},
        {"to": "c8"},
        {"to": [99, 0]},
        {"arrow": "up"},
        {"do": "jump"},
        {"by": 4},
    ],
)
def test_entries_that_cannot_be_read(change: Entry) -> None:
    """Maharani 4.1: an entry names slot, space and arrow."""
    with pytest.raises(InvalidNotation):
        MAHARANI.text.read_entry(table(rondel=FOUR_CENTRES).state, PLACE | change)


def test_entries_that_are_not_allowed() -> None:
    """Maharani 2.5 and 4.1: another seat's turn, no space there."""
    start = table(rondel=FOUR_CENTRES)

    assert refuse(start, PLACE | {"by": 1}) == "2.5"
    assert refuse(start, PLACE | {"to": [0, 0]}) == "4.1"
    assert refuse(start, {"by": 0, "do": "end"}) == "3.3"


def test_draws_that_are_not_allowed() -> None:
    """Maharani 2.4, 8.1, 8.2 and 8.4: in order, from the bag, at the end of a turn, and rightly marked."""
    start = table(rondel=FOUR_CENTRES)
    draw: Entry = {"by": "chance", "do": "draw", "slot": 1, "tile": TILE}
    assert refuse(start, draw) == "8.1"

    after = play(start, "1 c8 N", "end")
    assert MAHARANI.text.read_entry(after.state, draw) == (CHANCE, 4 + 1)
    assert refuse(after, draw | {"slot": 2}) == "8.2"
    assert refuse(after, draw | {"removed": True}) == "8.4"
    assert refuse(after, {"by": "chance", "do": "start", "seat": 0}) == "8.1"
    empty = play(table("2/8/8/4/6/6/4/2bv5/8/2", "b*,.,.,."), "1 c8 N", "end")
    assert refuse(empty, draw) == "2.4"


@pytest.mark.parametrize(
    "tile",
    [None, {}, TILE | {"arrow": 45}, TILE | {"arrow": "along"}, TILE | {"kind": "centre"}, TILE | {"colour": []}],
)
def test_what_is_no_tile(tile: object) -> None:
    """Maharani 1.3: a tile has one of six colours, a kind and an arrow."""
    after = play(table(rondel=FOUR_CENTRES), "1 c8 N", "end")

    with pytest.raises(InvalidNotation, match="is no tile"):
        MAHARANI.text.read_entry(after.state, {"by": "chance", "do": "draw", "slot": 1, "tile": tile})


@pytest.mark.parametrize(
    ("turn", "clause"), [("start", "2.5"), ("deal:0", "8.2"), ("fill:0", "8.2"), ("over:0", "10.1"), ("turn:1", "2.5")]
)
def test_nobody_moves_out_of_turn(turn: str, clause: str) -> None:
    """Maharani 2.5, 8.2 and 10.1: before the start, while tiles are drawn, in another's turn and after the end."""
    reason = why_not(MAHARANI, table(turn=turn).state, 0, 0)

    assert reason is not None
    assert reason.clause == clause


def test_nothing_is_drawn_after_the_end() -> None:
    """Maharani 10.1: the game is over."""
    assert refuse(table(turn="over:0"), {"by": "chance", "do": "draw", "slot": 1, "tile": TILE}) == "10.1"


# Words


def test_every_word_of_the_box_has_a_name() -> None:
    """Maharani 1.1, 1.3 and 1.5: quarters, tiles, markers and workers can be spoken of."""
    assert set(ONE_TILE) == set(SOME_TILES) == set(COLOURS)
    assert set(ONE_WORKER) == set(SOME_WORKERS) == set(WORKER_COLOURS)
    assert set(QUARTER) == set(MARKER) == set(ANIMALS)


def test_the_question_fits_the_moment() -> None:
    """Maharani 3.3, 3.5 and 7.3: it offers no move that is not allowed."""
    no_centre = "2/r^6o^/1r^4o^1/4/6/6/4/1g^4p^1/g^6p^/2"
    asked = {
        question(MAHARANI, start.state, 0)
        for start in (
            table(rondel=FOUR_CENTRES),
            table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe"),
            table(no_centre, "b*,.,.,.", seats="lmp,lmpe,lmpe,lmpe"),
            table(rondel=FOUR_CENTRES, turn="second:0"),
            table(no_centre, "b*,.,.,.", turn="second:0"),
        )
    }

    assert len(asked) == 5


def test_a_move_of_many_kinds_is_described_with_its_gold() -> None:
    """Maharani 5.2: the log tells every piece of gold."""
    start = table("2/8/8/4/6/6/4/bv1b>5/8/2", FOUR_CENTRES, "second:0")
    move = MAHARANI.text.parse_move(start.state, 0, "1 c8 N")

    assert describe(MAHARANI, start.state, 0, move) == (
        "places the blue tile of slot 1 on c8 in the elephant quarter, arrow to the north: "
        "+3 gold (area of 3 blue tiles), -2 gold (second tile)"
    )
    assert describe(MAHARANI, start.state, 0, move, "fr") == (
        "place la tuile bleue de l’emplacement 1 en c8, dans le quartier de l’éléphant, flèche vers le nord\u00a0: "
        "+3 or (zone de 3 tuiles bleues), -2 or (seconde tuile)"
    )


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_both_plans_can_be_written_and_read(plan: Plan) -> None:
    """Maharani 12.2: a position names its plan."""
    start = Position.new(MAHARANI, 3, {"plan": plan.name})

    assert MAHARANI.text.parse_position(str(start)).tobytes() == start.state.tobytes()
    assert str(fill(start.after(CHANCE, 1))).startswith(plan.name)
