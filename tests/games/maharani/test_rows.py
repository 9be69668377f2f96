"""Maharani as rows: what moves where, what is said, asked and refused."""

from __future__ import annotations

import pytest

from smalti.games.maharani.components import COLOURS, LARGEST_GROUP, PLANS, QUARTER_COUNT
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.moves import encode_worker
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows import kinds as k
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rows.looks import DOWN_LOOK, FIGURE_LOOK, PAID_LOOK, PAWN_LOOK, tile_look
from smalti.games.maharani.rows.pieces import (
    BADGE,
    COLUMN,
    COURT_MARKER,
    DISC,
    FIGURE,
    FLOOR_TILE,
    GOLD,
    MARKER,
    OUT,
    PAWN,
    PROMISE,
    RONDEL_TILE,
    WINNER,
)
from smalti.games.maharani.tables.names import space_name
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reader import Reader
from smalti.kernel.rows import NONE, NOWHERE, Happening, Piece
from smalti.kernel.stage import Kind, Stage, catalogue
from smalti.kernel.telling import Telling, clause_text
from tests.games.maharani.table import TWO, fill, play, rest_without, table
from tests.games.maharani.test_evaluation import PEACOCK_BUT_ONE
from tests.games.maharani.test_turn import SEVEN_CENTRES

READER = Reader(MAHARANI)
FOUR_CENTRES = "b*,o*,r*,g*"
LION, MONKEY, PEACOCK, ELEPHANT = range(QUARTER_COUNT)
NORTH, EAST, SOUTH, WEST = range(4)


def stage(start: Position) -> Stage:
    return MAHARANI.tables.stage(start.state)


def kind(start: Position, row: Happening) -> Kind:
    return stage(start).kinds[row.kind]


def told(start: Position, move: str) -> list[Happening]:
    seat = start.actors()[0]
    return READER.happens(start.state, seat, seat, MAHARANI.text.parse_move(start.state, seat, move))


def only(rows: list[Happening], kind: int) -> Happening:
    (row,) = (row for row in rows if row.kind == kind)
    return row


def said(start: Position, rows: list[Happening], language: str = "en") -> list[str]:
    telling = Telling(catalogue("maharani", stage(start), language), ("Ann", "Bob", "Cleo", "Dan"))
    return [line.words for line in telling.lines(rows)]


def lying(start: Position) -> dict[int, Piece]:
    return {piece.piece: piece for piece in READER.pieces(start.state, CHANCE)}


def space(name: str) -> int:
    return next(number for number in range(SPACES) if space_name(0, number) == name)


# Movement


def test_the_rondel_turns_with_its_tiles_and_numbers() -> None:
    """Maharani 3.1: disc and tiles go clockwise around the court, from quarter to quarter."""
    start = table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")
    rows = told(start, "refresh")
    carried = {row.piece: row for row in rows if row.kind == k.CARRIES}

    assert (kind(start, carried[DISC]).motion, kind(start, carried[DISC]).around) == ("arc", p.RONDEL)
    assert (carried[DISC].source, carried[DISC].target, carried[DISC].turn) == (p.RONDEL, p.RONDEL, 1)
    assert [carried[RONDEL_TILE + slot].source - p.LYING for slot in range(4)] == [ELEPHANT, LION, MONKEY, PEACOCK]
    assert [carried[RONDEL_TILE + slot].target - p.LYING for slot in range(4)] == [LION, MONKEY, PEACOCK, ELEPHANT]
    assert [carried[BADGE + slot].target - p.BADGE_AT for slot in range(4)] == [LION, MONKEY, PEACOCK, ELEPHANT]


def test_a_tile_of_the_rondel_keeps_its_light_when_it_turns() -> None:
    """Maharani 1.4: its arrow points the same way as the large one, and there is a look for each way."""
    rows = told(table(rondel=FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe"), "refresh")
    blue = next(row for row in rows if row.kind == k.CARRIES and row.piece == RONDEL_TILE)

    assert (blue.look, blue.turn) == (tile_look(6, WEST), 0)


def test_a_tile_goes_from_its_slot_to_the_floor() -> None:
    """Maharani 4.1: it is the same piece, and called after its space from then on."""
    row = only(told(table(rondel=FOUR_CENTRES), "1 c8 N"), k.LAYS)

    assert (row.of, row.piece) == (RONDEL_TILE, FLOOR_TILE + space("c8"))
    assert (row.source, row.target) == (p.LYING + ELEPHANT, p.SPACE + space("c8"))


def test_a_column_rises_where_two_halves_meet() -> None:
    """Maharani 1.2: and nowhere else."""
    start = table("2/8/8/4/6/6/4/8/1o>6/2", "b-,.,.,.")
    rows = [row for row in told(start, "1 d9 N") if row.kind == k.RISES]

    (joint,) = (row.piece - COLUMN for row in rows)
    assert set(p.JOINTS[0, joint].tolist()) == {space("c9"), space("d9")}
    assert rows[0].target == p.JOINT + joint


def test_a_worker_comes_from_the_supply() -> None:
    """Maharani 6.3: the last one of the row walks onto the tile."""
    due = play(table(rondel=FOUR_CENTRES), "1 c8 S")
    row = only(told(due, "worker red"), k.COMES)

    assert (row.of, row.source) == (PAWN + 7, p.PEG + 7)
    assert (row.target, row.look) == (p.STAND + space("c8"), FIGURE_LOOK)


def test_a_worker_walks_from_space_to_space() -> None:
    """Maharani 6.4: it keeps its number, which names its colour, its quarter and the colour of its tile."""
    due = play(table("2/8/8/4/6/o^R5/4/b^R7/8/2", "b*,.,.,."), "1 c8 S")
    row = only(told(due, "worker red"), k.WALKS)

    assert row.piece == FIGURE + ELEPHANT * len(COLOURS) + COLOURS.index("blue")
    assert (row.source, row.target) == (p.STAND + space("b8"), p.STAND + space("c8"))
    assert lying(due)[row.piece].place == row.source


def test_gold_flies_from_the_tile_and_from_the_worker() -> None:
    """Maharani 5.2 and 6.6: to the card of the seat."""
    start = table("2/8/8/4/6/6/4/b^7/8/2", "b*,.,.,.")
    area = only(told(start, "1 c8 S"), k.EARNS_AREA)
    group = only(told(play(start, "1 c8 S"), "worker red"), k.EARNS_GROUP)

    assert (area.piece, area.source, area.amount) == (GOLD, p.SPACE + space("c8"), 2)
    assert (group.piece, group.source, group.amount) == (GOLD, p.STAND + space("c8"), 1)


def test_a_drawn_tile_comes_out_of_the_bag() -> None:
    """Maharani 8.2: the bag has one less of its colour and kind."""
    start = play(table(rondel=FOUR_CENTRES), "1 c8 N", "end")
    rows = READER.happens(start.state, CHANCE, CHANCE, min(start.outcomes()))

    assert only(rows, k.DRAWN).source == p.BAG_COLOUR_AT + COLOURS.index("blue")
    assert [row.amount for row in rows if row.kind == k.DRAWN_FROM] == [-1, -1, -1]


def test_a_marker_is_turned_on_the_card_and_in_the_court() -> None:
    """Maharani 4.3: the marker of the quarter where the tile lay."""
    row = only(told(table(rondel=FOUR_CENTRES), "1 c3 N"), k.FLIPS_DOWN)
    after = lying(play(table(rondel=FOUR_CENTRES), "1 c3 N"))

    assert (row.piece, row.source, row.target) == (MARKER + ELEPHANT, row.target, p.MARKER_AT + ELEPHANT)
    assert after[MARKER + ELEPHANT].look == after[COURT_MARKER + ELEPHANT].look == DOWN_LOOK + ELEPHANT


def test_centre_tiles_leave_for_the_box() -> None:
    """Maharani 8.3: once no centre space is free."""
    start = table(SEVEN_CENTRES, "p*,p*,b90,t*")
    rows = told(start, "1 i9 N")

    assert said(start, rows)[1] == "All centre spaces are filled: 2 centre tiles leave the rondel."
    assert [row.target for row in rows if row.kind == k.LEAVES] == [p.BOX, p.BOX]
    assert lying(play(start, "1 i9 N"))[OUT].number == 2


def test_every_pay_is_a_line_and_workers_go_home() -> None:
    """Maharani 9.2 and 9.3: the promise on the card is paid."""
    start = play(table(PEACOCK_BUT_ONE, "t90,o*,r*,g*", "turn:3"), "1 f10 N", "end")
    rows = READER.happens(start.state, CHANCE, CHANCE, min(start.outcomes()))
    home = [row for row in rows if row.kind == k.GOES_HOME]

    assert said(start, rows)[1:] == [
        "The peacock quarter is full and is evaluated.",
        "gets 9 gold for 3 red workers in the peacock quarter",
        "gets 18 gold for 5 green workers in the peacock quarter",
        "gets 4 gold for 1 blue worker in the peacock quarter",
        "The rondel turns to Ann.",
    ]
    assert [row.piece for row in home if row.look == PAWN_LOOK] == [PAWN + 5, PAWN + 6, PAWN + 7]
    assert [row.target for row in home if row.look == PAWN_LOOK + 2] == [p.PEG + 2 * LARGEST_GROUP + 7]
    assert lying(fill(start))[PROMISE + PEACOCK][2:] == (PAID_LOOK, 0, 9)


def test_at_the_end_the_rondel_stays_and_the_winner_is_framed() -> None:
    """Maharani 10.2 and 10.3: unfinished quarters are paid, then most gold wins."""
    start = table("2/8/8/4/6/6/4/1b^R6/8/2", ".,.,.,b|", out=rest_without("b*", "b|"))
    rows = told(play(start, "4 e8 E"), "end")

    assert said(start, rows)[1:] == [
        "The elephant quarter is not full, and is paid as if it were.",
        "gets 4 gold for 1 red worker in the elephant quarter",
        "The game is over.",
        "wins with 5 gold",
    ]
    assert not [row for row in rows if row.kind == k.CARRIES]
    assert WINNER in lying(play(start, "4 e8 E", "end"))


# Words


def test_a_placement_says_all_that_it_brings() -> None:
    """Maharani 4.3, 5.2, 6.1: as a line of the log and as the label of a choice."""
    start = table("2/8/8/4/6/6/4/b^7/8/2", ".,b*,.,.")

    assert said(start, told(start, "2 c8 S"))[0] == (
        "places the blue tile of slot 2 on c8 in the elephant quarter, arrow to the south: "
        "+2 gold (area of 2 blue tiles), new worker +1, the lion marker is turned face down"
    )
    assert said(start, told(start, "2 c8 S"), "fr")[0] == (
        "place la tuile bleue de l\u2019emplacement 2 en c8, dans le quartier de l\u2019éléphant, flèche "
        "vers le sud\u00a0: +2 or (zone de 2 tuiles bleues), nouvel ouvrier +1, "
        "le marqueur du lion est retourné face cachée"
    )


def test_a_choice_of_workers_promises_what_it_brings_at_least() -> None:
    """Maharani 11.2: two colours, one of them next to its own."""
    start = table("2/8/8/4/6/6/4/8/o^R7/2", "b*,.,.,.", seats=TWO)
    promise = only(told(start, "1 c8 S"), k.WORKER_CHOSEN)

    assert kind(start, promise).gain
    assert promise.amount == 1


def test_a_second_tile_says_its_price_before_its_worker_comes() -> None:
    """Maharani 7.2: it is paid once, at the end of the turn."""
    second = play(table(rondel=FOUR_CENTRES), "1 c8 N")
    rows = told(second, "4 h8 S")

    assert only(rows, k.WILL_COST).amount == -2
    assert not [row for row in rows if row.kind == k.COSTS]
    assert only(told(play(second, "4 h8 S"), "worker red"), k.COSTS).amount == -2


def test_the_question_moves_on_with_the_clicks() -> None:
    """Maharani 4.6: a tile, its space, and the side of its arrow where there is a choice."""

    def asked(rondel: str) -> list[str]:
        start = table(rondel=rondel)
        telling = Telling(catalogue("maharani", stage(start), "en"))
        rows = sorted(READER.asks(start.state, 0), key=lambda one: one.step)
        return [telling.asked(one.kind, one.amount) for one in rows if one.kind != NONE]

    where = "Where does the tile go?"
    assert asked(FOUR_CENTRES) == ["Place a tile from the rondel.", where, "Which way does the arrow point?"]
    assert asked("b0,.,.,.") == ["Place a tile from the rondel.", where]


# Refusals


@pytest.mark.parametrize(
    ("path", "clause", "words"),
    [
        ((p.LYING + ELEPHANT, p.SPACE + space("h3")), "4.4", "your elephant marker is face down"),
        ((p.LYING + LION, p.SPACE + space("b8")), "4.5", "but space b8 shows one half column"),
        ((p.SPACE + space("b8"),), "4.1", "first choose a tile of the rondel"),
        ((p.STAND + space("c9"),), "6.2", "no worker is due"),
        ((p.LYING + LION, p.STAND + space("c9")), "4.1", "space c9 already has a tile"),
        ((p.LYING + LION, p.ARROW_AT + NORTH), "4.6", "first choose the space"),
        ((p.MARKER_AT + QUARTER_COUNT + LION,), "1.5", "belongs to Bob"),
        ((p.CORNER + ELEPHANT,), "3.4", "choose to refresh"),
        ((p.BAG_COLOUR_AT,), "8.2", "tiles come from the bag"),
        ((p.END_AT,), "3.3", "you cannot pass"),
    ],
)
def test_clicks_that_lead_nowhere(path: tuple[int, ...], clause: str, words: str) -> None:
    start = table("2/8/8/4/6/6/4/8/1o^R6/2", FOUR_CENTRES, seats="lmp,lmpe,lmpe,lmpe")
    row = READER.refuses(start.state, 0, path)

    assert row is not None
    assert clause_text(row.clause) == clause
    assert words in Telling(catalogue("maharani", stage(start), "en"), ("Ann", "Bob")).refusal(row)


def test_an_empty_supply_names_the_other_colour() -> None:
    """Maharani 11.2: seven red workers on the floor, none of them in this quarter."""
    due = play(table("r^Ro^R/b^Rp^R4r^Rb^R/g^R7/4/6/6/4/8/8/2", "o*,.,.,.", seats=TWO), "1 c8 S")
    row = READER.refuses_move(due.state, 0, encode_worker(0))

    assert row is not None
    assert Telling(catalogue("maharani", stage(due), "en")).refusal(row) == (
        "your supply of red workers is empty and none of them can move here; choose your green workers (rule 11.2)"
    )


# Places


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_columns_stand_between_the_spaces_that_share_them(plan: int) -> None:
    """Maharani 1.2: the box of a column is cut in two by the edge between its spaces."""
    boxes = stage(start_on(plan)).places
    for joint, (one, other) in enumerate(p.JOINTS[plan].tolist()):
        box, ends = boxes[p.JOINT + joint], (boxes[p.SPACE + one], boxes[p.SPACE + other])
        middle = sum(end.x + end.width / 2 for end in ends) / 2, sum(end.y + end.height / 2 for end in ends) / 2
        assert (box.x + box.width / 2, box.y + box.height / 2) == pytest.approx(middle)


def start_on(plan: int) -> Position:
    return Position(MAHARANI, MAHARANI.course.setup(4, {"plan": PLANS[plan].name}), compiled=False)


def test_a_spectator_sees_the_table_and_is_offered_nothing() -> None:
    start = table(rondel=FOUR_CENTRES)

    assert READER.pieces(start.state, CHANCE) == READER.pieces(start.state, 0)
    assert not READER.offers(start.state, CHANCE)
    assert not READER.paths(start.state, CHANCE)
    assert READER.refuses(start.state, 0, (NOWHERE,)) is None
