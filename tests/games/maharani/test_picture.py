"""The picture of Maharani: the floor, the rondel, what is said and what may be clicked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from smalti.games.maharani.components import (
    COLOURS,
    FACE_COUNT,
    PLANS,
    QUARTER_COUNT,
    TILE_COUNT,
    arrows_on,
    tile_number,
    tile_parts,
)
from smalti.games.maharani.game import MAHARANI
from smalti.games.maharani.moves import decode_place, is_place
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows import kinds as k
from smalti.games.maharani.rows import places as p
from smalti.games.maharani.rows.pieces import DISC
from smalti.games.maharani.rules import home_quarter
from smalti.games.maharani.state import SECOND, WORKER, left_in_bag
from smalti.games.maharani.tables.art import DEFS, GLAZE
from smalti.games.maharani.tables.floor import joints, outline
from smalti.games.maharani.tables.rondel import edges_of
from smalti.kernel.game import CHANCE
from smalti.kernel.position import Position
from smalti.kernel.reader import reader
from smalti.kernel.seeing import describe, gain, picture
from smalti.kernel.stage import Place
from smalti.kernel.state import copy_state
from tests.play import new_match, positions

READER = reader(MAHARANI)
LARGEST = 8 * 1024
"""Bytes of all rows that change, for who is to choose."""
# How people with each of the common deficiencies see linear red, green and blue (Machado, Oliveira, Fernandes 2009).
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def lightness(colour: str, sight: tuple[tuple[float, ...], ...]) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in sight)
    grey = max(0.0, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return 116 * grey ** (1 / 3) - 16 if grey > 0.008856 else 903.3 * grey


@pytest.mark.parametrize("sight", SIGHT.values(), ids=SIGHT)
def test_tile_colours_differ_in_grey_for_all_eyes(sight: tuple[tuple[float, ...], ...]) -> None:
    ladder = sorted(lightness(body, sight) for body, *_ in GLAZE.values())
    assert min(high - low for low, high in pairwise(ladder)) >= 6.9


def test_every_tile_colour_has_a_letter_of_its_own() -> None:
    letters = re.findall(r">\{([A-Z])\}</text>", DEFS)
    assert letters == [colour[0].upper() for colour in COLOURS]
    assert all(one != two for one, two in combinations(letters, 2))


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_a_plan_has_36_columns_at_joints_and_8_in_the_middle(plan: int) -> None:
    columns = joints(plan)
    assert sum(one == two for one, two, *_ in columns) == 8
    assert sum(one != two for one, two, *_ in columns) == 36
    assert outline(PLANS[plan]).count("M") >= 8


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("face", range(FACE_COUNT))
def test_a_tile_on_the_rondel_shows_the_columns_that_let_it_lie_so(face: int, side: int) -> None:
    edges = edges_of(tile_number(0, face), side)
    pattern = edges if edges in arrows_patterns() else edges[::-1]
    assert side in arrows_on(face, pattern)


def arrows_patterns() -> set[str]:
    return {pattern for plan in PLANS for pattern in plan.columns.values()}


@pytest.mark.parametrize(("seats", "plan"), [(2, "courtyard"), (3, "compact"), (4, "courtyard")])
def test_the_rondel_is_turned_to_the_active_player(seats: int, plan: str) -> None:
    for match, seat, _ in positions(new_match("maharani", seats, {"plan": plan})):
        (disc,) = (piece for piece in READER.pieces(match.position.state, CHANCE) if piece.piece == DISC)
        assert "SWNE"[disc.turn] == {2: "SN", 3: "SWN", 4: "SWNE"}[seats][seat]


def boxes(plan: str) -> Mapping[int, Place]:
    return MAHARANI.tables.stage(MAHARANI.course.setup(2, {"plan": plan})).places


def test_a_slot_of_a_small_rondel_takes_clicks_beside_its_tile() -> None:
    """A tile of the compact plan alone would be too small for a finger; the four boxes meet in the middle."""
    slots = [boxes("compact")[p.LYING + quarter] for quarter in range(4)]
    for slot in slots:
        x, y, width, height = slot.hit
        assert x <= slot.x < slot.x + slot.width <= x + width
        assert y <= slot.y < slot.y + slot.height <= y + height
        assert width > 1.7 * slot.width
    left, top, width, height = min(slot.hit for slot in slots)
    assert {slot.hit[:2] for slot in slots} == {(x, y) for x in (left, left + width) for y in (top, top + height)}
    assert all(boxes("courtyard")[p.LYING + quarter].hit == () for quarter in range(4))


def test_a_tile_comes_out_of_the_bag_as_square_as_it_lies() -> None:
    for plan in ("courtyard", "compact"):
        for colour in range(6):
            assert boxes(plan)[p.BAG_COLOUR_AT + colour].width == boxes(plan)[p.BAG_COLOUR_AT + colour].height


def test_every_tile_and_worker_on_the_floor_is_there_once() -> None:
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", 2, {}))):
        if number % 7 == 0:
            state, lying = match.position.state, READER.pieces(match.position.state, seat)
            tiles = [piece.place - p.SPACE for piece in lying if p.SPACE <= piece.place < p.STAND]
            workers = [piece.place - p.STAND for piece in lying if p.STAND <= piece.place < p.JOINT]
            assert sum(1 << space for space in tiles) == sum(map(int, state.tiles))
            assert sum(1 << space for space in workers) == sum(map(int, state.workers))


def test_the_arrow_is_asked_for_only_where_there_is_a_choice() -> None:
    for match, seat, _ in positions(new_match("maharani", 3, {})):
        state = match.position.state
        for path in READER.paths(state, seat):
            if is_place(path.move):
                slot, space, arrow = decode_place(path.move)
                face = tile_parts(int(state.rondel[slot]))[1]
                several = len(arrows_on(face, list(PLANS[int(state.plan)].columns.values())[space])) > 1
                first = p.LYING + home_quarter(state, seat, slot), p.SPACE + space
                assert path.places == (*first, p.ARROW_AT + arrow) if several else first


def test_a_placement_shows_its_tile_on_the_space_before_it_is_made() -> None:
    for match, seat, move in positions(new_match("maharani", 3, {})):
        if is_place(move):
            rows = READER.happens(match.position.state, seat, seat, move)
            (laid,) = (row for row in rows if row.kind == k.LAYS)
            assert laid.target == p.SPACE + decode_place(move)[1]


def finish(start: Position, seat: int, move: int) -> set[int]:
    """What a placement brings with its worker, one figure for each worker that may come."""
    after = start.play(move)
    ends = [after.play(worker) for worker in after.legal_moves()] if int(after.state.phase) == WORKER else [after]
    return {end.scores()[seat] - start.scores()[seat] for end in ends}


@pytest.mark.parametrize("seats", [2, 4])
def test_gains_are_what_the_rules_pay(seats: int) -> None:
    """Where a worker is chosen afterwards, what it brings at least."""
    seen = 0
    for number, (match, seat, _) in enumerate(positions(new_match("maharani", seats, {}))):
        start = match.position
        if number % 5 or not left_in_bag(start.state):
            continue
        for move in start.legal_moves(seat)[::7]:
            if is_place(move):
                assert gain(MAHARANI, start.state, seat, move) == min(finish(start, seat, move)), move
                seen += 1
    assert seen > 30


def labels(start: Position, seat: int, language: str = "en") -> list[str]:
    moves = [move for move in start.legal_moves(seat) if is_place(move)]
    return [describe(MAHARANI, start.state, seat, move, language) for move in moves]


def test_labels_say_where_and_what_follows() -> None:
    start = new_match("maharani", 4, {}).position
    said = labels(start, start.actors()[0])
    assert any("new worker +1" in label for label in said)
    assert any("face down" in label for label in said)
    assert all(re.search(r" tile of slot \d on [a-j]\d+ in the \w+ quarter", label) for label in said)
    assert all("+1 gold" in label for label in said)


def test_a_second_tile_says_its_price() -> None:
    for match, seat, _ in positions(new_match("maharani", 4, {})):
        if int(match.position.state.phase) == SECOND:
            assert all("-2 gold (second tile)" in label for label in labels(match.position, seat)[::5])


def test_a_worker_is_clicked_where_it_stands_or_by_its_button() -> None:
    stood, supplied = set(range(p.STAND, p.JOINT)), set(range(p.SUPPLY_AT, p.PEG))
    kinds = set()
    for seed in range(6):
        for match, seat, _ in positions(new_match("maharani", 2, {}, seed), seed):
            if int(match.position.state.phase) == WORKER:
                paths = READER.paths(match.position.state, seat)
                for figure, button in zip(paths[::2], paths[1::2], strict=True):
                    assert figure.move == button.move
                    assert button.first in range(p.BRING_AT, p.END_AT)
                    assert figure.first in stood | supplied
                    kinds.add(figure.first in stood)
    assert kinds == {False, True}


def test_labels_speak_french() -> None:
    start = new_match("maharani", 2, {}).position
    seat = start.actors()[0]

    def spoken(language: str) -> set[str]:
        drawn = ElementTree.fromstring(picture(MAHARANI, start.state, seat, language))
        labelled = {element.get("aria-label") or "" for element in drawn.iter()}
        return {label for label in labelled if re.search("[a-z]", label)} | set(labels(start, seat, language))

    assert spoken("en") & spoken("fr") == set()


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_the_busiest_position_is_small_enough_to_send(plan: int) -> None:
    state = copy_state(new_match("maharani", 4, {}).position.state)
    state.plan = plan
    across = [tile for tile in range(TILE_COUNT) if tile_parts(tile)[1] in (4, 5)]
    state.rondel[:] = across[-4:]
    seat = int(state.active)
    paths, offers, lying = READER.paths(state, seat), READER.offers(state, seat), READER.pieces(state, seat)
    assert len(paths) == 192
    assert len(json.dumps([one for row in (*lying, *offers, *paths) for one in row], separators=(",", ":"))) <= LARGEST


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_empty_slots_and_spaces_are_told(plan: int) -> None:
    places = MAHARANI.tables.stage(MAHARANI.course.setup(4, {"plan": PLANS[plan].name})).places
    spaces = [places[p.SPACE + space] for space in range(SPACES)]
    assert all(space.speaks and space.name and "column" in space.note for space in spaces)
    assert all(places[p.LYING + quarter].speaks for quarter in range(QUARTER_COUNT))
    assert len({space.name for space in spaces}) == SPACES
