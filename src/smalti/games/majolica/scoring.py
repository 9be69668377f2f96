"""The points of Majolica, with the reason for each."""

from __future__ import annotations

import numpy as np

from smalti.games.majolica.cards import tiles_on
from smalti.games.majolica.components import (
    BLOOM_POINTS,
    CARD_IDS,
    CARD_POINTS,
    EDITIONS,
    MISSION_IDS,
    MISSION_N,
    ONE_POINTS,
    TILES_PER_POINT,
)
from smalti.games.majolica.editions import SLOTS
from smalti.games.majolica.missions import mission_points, reached
from smalti.games.majolica.state import NONE, is_solo
from smalti.kernel.compiling import kernel
from smalti.kernel.reason import Point, Verbatim
from smalti.kernel.sets import bit, leaders, lowest
from smalti.kernel.state import Numbers, State
from smalti.kernel.words import N_


@kernel
def design_points(state: State, seat: int) -> int:
    """Rules 10.1 and 10.2: finished cards, and one point for every two tiles on each unfinished one."""
    edition, total = int(state.edition), 0
    cards = int(state.finished[seat])
    while cards:
        total += CARD_POINTS[edition, lowest(cards)]
        cards &= cards - 1
    for slot in range(SLOTS):
        total += tiles_on(state, seat, slot) // TILES_PER_POINT[edition, 0]
    return total


@kernel
def token_points(state: State, seat: int) -> int:
    """Rule 10.3: one-point tokens and Bloom tokens."""
    edition = int(state.edition)
    ones, bloom = int(state.ones[seat]), int(state.bloom[seat])
    return int(ones * ONE_POINTS[edition, 0] + bloom * BLOOM_POINTS[edition, 0])


@kernel
def scores(state: State, points: Numbers) -> None:
    """Sections 10 and 13: designs, tokens and the mission of each seat."""
    for seat in range(int(state.seats)):
        points[seat] = design_points(state, seat) + token_points(state, seat) + mission_points(state, seat)


@kernel
def winners(state: State, points: Numbers) -> int:
    """Rule 10.4: most points; among equals the one who came latest in the first round. Alone nobody wins."""
    if is_solo(state):
        return 0
    seats = int(state.seats)
    best = leaders(points, seats)
    seat = int(state.start)
    while best & (best - 1):  # in the order of the first round, all but the last step back
        best &= ~bit(seat)
        seat = (seat + 1) % seats
    return best


def derivation(state: State, seat: int) -> tuple[Point, ...]:
    """A line for each card, for the tokens, and for the mission."""
    return (*finished_lines(state, seat), *unfinished_lines(state, seat), *other_lines(state, seat))


def finished_lines(state: State, seat: int) -> list[Point]:
    """Rule 10.1: each finished card."""
    edition = int(state.edition)
    return [
        Point(
            int(CARD_POINTS[edition, card]),
            "10.1",
            N_("design {card} is finished"),
            {"card": Verbatim(CARD_IDS[edition][card])},
            (f"finished-{seat}-{CARD_IDS[edition][card]}",),
        )
        for card in members(int(state.finished[seat]))
    ]


def unfinished_lines(state: State, seat: int) -> list[Point]:
    """Rule 10.2: each card in a slot."""
    edition, lines = int(state.edition), []
    for slot in range(SLOTS):
        card, tiles = int(state.slots[seat, slot]), tiles_on(state, seat, slot)
        if card != NONE:
            facts = {"card": Verbatim(CARD_IDS[edition][card]), "tiles": tiles}
            points = tiles // EDITIONS[edition].tiles_per_point
            words = N_("design {card} is unfinished: {tiles} tiles on it")
            lines.append(Point(points, "10.2", words, facts, (f"slot-{seat}-{slot + 1}",)))
    return lines


def other_lines(state: State, seat: int) -> list[Point]:
    """Rules 10.3 and 13.2: tokens and the mission."""
    edition = EDITIONS[int(state.edition)]
    ones, bloom, mission = int(state.ones[seat]), int(state.bloom[seat]), int(state.mission[seat])
    lines = []
    if ones:
        words = N_("one-point tokens: {n}")
        lines.append(Point(ones * edition.one_points, "10.3", words, {"n": ones}, (f"tokens-{seat}",)))
    if bloom:
        words = N_("Bloom tokens: {n}")
        lines.append(Point(bloom * edition.bloom_points, "11.1", words, {"n": bloom}, (f"tokens-{seat}",)))
    if mission != NONE:
        facts = {
            "mission": Verbatim(MISSION_IDS[int(state.edition)][mission]),
            "n": reached(state, seat, mission),
            "goal": int(MISSION_N[int(state.edition), mission]),
        }
        words = N_("mission {mission}: {n} of {goal}")
        lines.append(Point(mission_points(state, seat), "13.2", words, facts, (f"mission-{seat}",)))
    return lines


def members(cards: int) -> list[int]:
    """The members of a set, ascending."""
    return [card for card in range(int(cards).bit_length()) if cards >> card & 1]


def points_of(state: State) -> list[int]:
    """The points of all seats."""
    points = np.zeros(int(state.seats), np.int64)
    scores(state, points)
    return [int(p) for p in points]


def rank(state: State) -> str:
    """Rule 14.4: the rank of a solo game."""
    ranks = EDITIONS[int(state.edition)].ranks
    return next(word for least, word in ranks if points_of(state)[0] >= least)
