"""The tables of the box, those of all editions stacked: the first index is the edition's number."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from smalti.games.majolica.editions import (
    FIRST,
    LETTERS,
    MOST_CARDS,
    MOST_MISSIONS,
    PURPLE_LETTER,
    SLOTS,
    WORKSHOPS,
    Edition,
    Mission,
    read_editions,
)
from smalti.kernel.state import Numbers

EDITIONS = read_editions()
EDITION_NAMES = tuple(edition.name for edition in EDITIONS)
EXPANSIONS = ("bloom", "kaleidoscope", "missions")
BLOOM, KALEIDOSCOPE, MISSIONS = (1 << n for n in range(len(EXPANSIONS)))

COLOURS = len(LETTERS)
PURPLE = COLOURS
BLANK = COLOURS
KINDS = COLOURS + 1
"""Tiles are 0 .. 3 for red, green, blue, yellow, and 4 for purple; on cards 4 is a blank space."""
TILE_LETTERS = LETTERS + PURPLE_LETTER
SIDE = 4
CELLS = SIDE * SIDE
LARGE_TILES = 4
"""Large tiles of each colour."""
REVEAL = 4
"""Large tiles turned up in a solo turn."""


def _table(rows: list[list[int]]) -> Numbers:
    return np.array(rows, np.int64)


# Workshops: [edition, workshop]

CAPACITY = _table([[w.capacity for w in e.workshops] for e in EDITIONS])
TARGET = _table([[w.target for w in e.workshops] for e in EDITIONS])
MUST = _table([[w.must for w in e.workshops] for e in EDITIONS])
DELIVERIES = _table([[w.must + w.may for w in e.workshops] for e in EDITIONS])
FRAGMENTS = _table([[w.fragment for w in e.workshops] for e in EDITIONS])
NEXT = _table([[w.leftovers_to for w in e.workshops] for e in EDITIONS])
HOLDS_PURPLE = _table([[int(w.purple) for w in e.workshops] for e in EDITIONS])
MOST_TILES = int(CAPACITY.max())
PARTS_OVER: Numbers = np.array(
    [[[sum(p > n for p in w.pattern) for n in range(MOST_TILES)] for w in e.workshops] for e in EDITIONS], np.int64
)
"""[edition, workshop, n]: how many parts of the pattern are larger than n."""

# Cards: [edition, card], filled up with empty cards

CARD_IDS = tuple(tuple(card.id for card in e.cards) for e in EDITIONS)


def _card_table(value: str) -> Numbers:
    table = np.zeros((len(EDITIONS), MOST_CARDS), np.int64)
    for e, edition in enumerate(EDITIONS):
        table[e, : len(edition.cards)] = [int(getattr(card, value)) for card in edition.cards]
    return table


CARD_POINTS = _card_table("points")
CARD_BONUS = _card_table("bonus")
CARD_SPACES: Numbers = np.zeros((len(EDITIONS), MOST_CARDS, KINDS), np.int64)
for _e, _edition in enumerate(EDITIONS):
    CARD_SPACES[_e, : len(_edition.cards)] = [card.spaces for card in _edition.cards]
CARD_SIZE: Numbers = CARD_SPACES.sum(axis=2)


def _pile(edition: Edition, first: int, n: int) -> int:
    return ((1 << n) - 1) << first


START_CARDS = _table([[_pile(e, 0, len(e.start_cards))] for e in EDITIONS])
DESIGN_CARDS = _table([[_pile(e, len(e.start_cards), len(e.design_cards))] for e in EDITIONS])
KALEIDOSCOPE_CARDS = _table(
    [[_pile(e, len(e.start_cards + e.design_cards), len(e.kaleidoscope_cards))] for e in EDITIONS]
)
"""[edition, 0]: the cards of a pile as a set."""

# Missions: [edition, mission], filled up with missions that are never shown

MISSION_IDS = tuple(tuple(mission.id for mission in e.missions) for e in EDITIONS)
MISSION_COUNT = _table([[len(e.missions)] for e in EDITIONS])


def _mission_table(value: str) -> Numbers:
    table = np.full((len(EDITIONS), MOST_MISSIONS), -1, np.int64)
    for e, edition in enumerate(EDITIONS):
        table[e, : len(edition.missions)] = [getattr(mission, value) for mission in edition.missions]
    return table


MISSION_KIND = _mission_table("kind")
MISSION_N = _mission_table("n")
MISSION_POINTS = _mission_table("points")


def _value_set(edition: int, mission: Mission) -> Numbers:
    """The cards of each wanted value, a set each: a mission asks for enough of every one of them."""
    sets = np.zeros(6, np.int64)
    for n, value in enumerate(mission.values):
        sets[n] = sum(1 << card for card in range(MOST_CARDS) if CARD_POINTS[edition, card] == value)
    return sets


MISSION_CARDS: Numbers = np.zeros((len(EDITIONS), MOST_MISSIONS, 6), np.int64)
"""[edition, mission, n]: the cards of the n-th value that the mission names, as a set."""
for _e, _edition in enumerate(EDITIONS):
    for _m, _mission in enumerate(_edition.missions):
        MISSION_CARDS[_e, _m] = _value_set(_e, _mission)

FIRST_GOAL = _table([[next((m.n for m in e.missions if m.kind == FIRST), 0)] for e in EDITIONS])
"""[edition, 0]: how many designs the mission for the first one asks for; 0 without such a mission."""

# The rest: [edition, what]

HALL_PURPLES = _table([[purple for purple, _ in e.hall] for e in EDITIONS])
HALL_ONES = _table([[one for _, one in e.hall] for e in EDITIONS])
"""[edition, seats - 1]"""
DISPLAY = _table([[e.display] for e in EDITIONS])
FEWEST_FACE_UP = _table([[e.fewest_face_up] for e in EDITIONS])
FINISHED_TO_END = _table([[e.finished_to_end] for e in EDITIONS])
SOLO_ROUNDS = _table([[e.solo_rounds] for e in EDITIONS])
RANK_POINTS = _table([[least for least, _ in e.ranks] for e in EDITIONS])
ONE_POINTS = _table([[e.one_points] for e in EDITIONS])
BLOOM_POINTS = _table([[e.bloom_points] for e in EDITIONS])
TILES_PER_POINT = _table([[e.tiles_per_point] for e in EDITIONS])

# Orders of three cards: the n-th puts the card of slot ORDERS[n, i] into slot i.

ORDERS: Numbers = np.array(list(permutations(range(SLOTS))), np.int64)
ORDER_COUNT = len(ORDERS)

# Runs in the grid. A line of four cells is a pattern of four bits; its stretches are numbered by length and start:
#
#     0 1 2 3   one cell      4 5 6   two cells      7 8   three      9   four
#
# A row has all ten, a column only the longer six: a single cell is one and the same run in both.

STRETCHES = tuple((start, length) for length in range(1, SIDE + 1) for start in range(SIDE + 1 - length))
ROW_STRETCHES = len(STRETCHES)
COLUMN_STRETCHES = ROW_STRETCHES - SIDE
ROW_RUNS = SIDE * ROW_STRETCHES
RUNS = ROW_RUNS + SIDE * COLUMN_STRETCHES


def _line_runs() -> Numbers:
    """[pattern]: the stretches, as a set, that are whole runs in a line with these tiles face up."""
    table = np.zeros(1 << SIDE, np.int64)
    for pattern, (n, (start, length)) in product(range(1 << SIDE), enumerate(STRETCHES)):
        cells = ((1 << length) - 1) << start
        around = (cells << 1 | cells >> 1) & ~cells
        if pattern & cells == cells and pattern & around == 0:
            table[pattern] |= 1 << n
    return table


LINE_RUNS = _line_runs()


def _run_cells() -> Numbers:
    """[run]: the cells of a run as a set."""
    rows = [[(row, start + k) for k in range(n)] for row in range(SIDE) for start, n in STRETCHES]
    columns = [[(start + k, col) for k in range(n)] for col in range(SIDE) for start, n in STRETCHES if n > 1]
    return np.array([sum(1 << (r * SIDE + c) for r, c in cells) for cells in rows + columns], np.int64)


RUN_CELLS = _run_cells()


def _solo_reveals() -> Numbers:
    """[reveal, colour]: how many tiles of each colour the reveal shows."""
    return np.array([t for t in product(range(REVEAL + 1), repeat=COLOURS) if sum(t) == REVEAL], np.int64)


REVEALS = _solo_reveals()
REVEAL_COUNT = len(REVEALS)
assert WORKSHOPS == SLOTS + 1, "one workshop works for the City Hall"
