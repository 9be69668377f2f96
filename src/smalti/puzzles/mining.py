"""Finds puzzles in finished games: a cheap look at many positions, then ever more walks for those that are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from smalti.bots import find_bot, tree_search
from smalti.bots.bot import Bot, Candidate
from smalti.bots.defaults import plan_for
from smalti.bots.search.room import new_room
from smalti.bots.search.turn import first_look
from smalti.bots.simulation import Simulation
from smalti.bots.tree_search import look
from smalti.kernel.game import CHANCE, Game, Options
from smalti.kernel.generator import MASK_62, spread
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.state import State, copy_state
from smalti.puzzles.puzzle import Puzzle
from smalti.reviewing.evaluator import seed_of
from smalti.reviewing.marks import COSTS
from smalti.reviewing.reasons import ahead_by
from smalti.reviewing.reviewing import seen_at
from smalti.reviewing.weighing import DEPTHS, Scales, error_of

SURE = 4.0
"""Standard errors by which the answer leads the next best."""
LEAST = {name: least for least, name in COSTS}["inaccuracy"]
"""Spreads of a result that missing it costs at least."""
GLANCES = find_bot("greedy"), find_bot("novice")
"""Whoever chooses by a glance: a position is a puzzle only if both choose otherwise."""
PLAYERS = tuple(find_bot(name) for name in ("apprentice", "journeyman", "artisan"))
"""Those whose games are mined."""
LEVELS = find_bot("novice"), *PLAYERS


class Effort(NamedTuple):
    """How closely a position is looked at."""

    places: int
    """So many different ends of the turn are compared, the best at a first look."""
    trials: int
    """Walks for each of them."""
    walks: int
    """Walks, with chances of their own, for the best three."""

    def times(self, n: int) -> Effort:
        """So many times the search, over three times as many places."""
        return Effort(3 * self.places, n * self.trials, n * self.walks)


GLANCE, CLOSE = Effort(places=2, trials=8, walks=0), Effort(places=18, trials=8, walks=64)
STANDS, CHECKED = 1717, 2718
"""Seeds of chances that a first comparison never has: those by which a puzzle has to stand, and those of a check."""
FINALISTS = 3
FEWEST = 4
"""Legal moves below which there is not much to ask."""


class Found(NamedTuple):
    """What was found about a position."""

    best: tuple[int, ...]
    """Moves that lead to the same place."""
    next: int
    gap: float
    error: float


@dataclass
class Miner:
    """Looks at the positions of one game."""

    scales: Scales
    effort: Effort = CLOSE

    @classmethod
    def of(cls, position: Position, effort: Effort = CLOSE) -> Miner:
        """A miner for the game that a position belongs to."""
        return cls(Scales.of(position, DEPTHS["usual"]), effort)

    @property
    def least(self) -> float:
        """The smallest gap that is worth a question."""
        return LEAST * self.scales.outlook.unit

    def compare(self, seen: Position, seat: int, ply: int, seed: int) -> Found | None:
        """The best places to go to, by trials of several and fresh walks for the best; None without a choice."""
        places = places_of(seen, seat, look(seen, seat, weights=self.scales.room.weights), self.effort.places)
        if len(places) < 2:
            return None
        trials = [self.worth(seen, seat, moves[0], spread(seed, 1), self.effort.trials, ply) for moves in places]
        order = sorted(range(len(places)), key=lambda one: -trials[one].mean())[:FINALISTS]
        walks = {
            places[one]: self.worth(seen, seat, places[one][0], spread(seed, 2), self.effort.walks, ply)
            for one in order
        }
        best, following = sorted(walks, key=lambda moves: -walks[moves].mean())[:2]
        lead = walks[best] - walks[following]
        return Found(best, following[0], float(lead.mean()), float(error_of(lead)))

    def worth(self, seen: Position, seat: int, move: int, seed: int, walks: int, ply: int) -> np.ndarray:
        """What a move is worth to its seat, walk by walk."""
        return self.scales.values(seen.state, seat, move, seed, walks, ply)[:, seat]

    def may_be_one(self, seen: Position, seat: int, ply: int, seed: int) -> bool:
        """Whether a first look and a few walks promise a puzzle, and no glance sees its answer."""
        first = look(seen, seat, weights=self.scales.room.weights)
        places = places_of(seen, seat, first, GLANCE.places)
        if len(places) < GLANCE.places or self.lead_at_first(first, places, seat, ply) < self.least / 2:
            return False
        if any(bot.move(seen, seat, 0) in places[0] for bot in GLANCES):
            return False
        ours, theirs = (self.worth(seen, seat, moves[0], spread(seed, 0), GLANCE.trials, ply) for moves in places)
        return bool((ours - theirs).mean() > max(self.least / 2, float(error_of(ours - theirs))))

    def lead_at_first(self, first: list[Candidate], places: list[tuple[int, ...]], seat: int, ply: int) -> float:
        """By how much a first look prefers the first of two places."""
        expected = {one.move: one.expected for one in first}
        points = np.array([expected[moves[0]] for moves in places])
        ours, theirs = self.scales.outlook.read(points, np.full(len(places), float(ply)))[:, seat]
        return float(ours - theirs)

    def puzzle(self, seen: Position, seat: int, ply: int, seed: int, options: Options) -> Puzzle | None:
        """The puzzle that a position is, if it is one."""
        found = self.compare(seen, seat, ply, seed)
        if found is None or found.gap < max(self.least, SURE * found.error):
            return None
        if any(bot.move(seen, seat, 0) in found.best for bot in GLANCES):
            return None
        why = ahead_by(seen, seat, found.best[0], found.next)
        missed = sum(bot.move(seen, seat, 0) not in found.best for bot in LEVELS)
        gap, error = round(found.gap, 4), round(found.error, 4)
        theme = why[0][0] if why else ""
        question = seen.game.name, str(seen), seen.seats, seat, ply
        return Puzzle(*question, found.best, found.next, gap, error, missed, theme, options)


def places_of(seen: Position, seat: int, first: list[Candidate], most: int) -> list[tuple[int, ...]]:
    """The best moves at a first look, those together that lead to the same place at the end of the turn."""
    found: dict[bytes, list[int]] = {}
    for one in first:
        key = np.asarray(after_turn(seen, seat, one.move)).tobytes()
        if key not in found and len(found) == most:
            break
        found.setdefault(key, []).append(one.move)
    return [tuple(moves) for moves in found.values()]


def after_turn(position: Position, seat: int, move: int) -> State:
    """The state after a move and the best steps of the same seat."""
    room, plan = new_room(position.game), plan_for(position.game, position.seats)
    tree_search.build(position.game)(first_look)(copy_state(position.state), seat, move, room, plan.denial)
    return copy_state(room.pool[1])


def mine(match: Match, options: Options) -> Puzzle | None:
    """The first puzzle in a finished game that stands, its decisions in an order of their own: one at most."""
    seed, events = seed_of(match), list(match.log)
    decisions = [ply for ply, event in enumerate(events) if event.by != CHANCE]
    miner = Miner.of(match.position)
    for ply in sorted(decisions, key=lambda ply: spread(seed, ply)):
        seen, seat = seen_at(events, ply), events[ply].by
        if len(seen.legal_moves(seat)) < FEWEST or not miner.may_be_one(seen, seat, ply, spread(seed, ply)):
            continue
        if (found := miner.puzzle(seen, seat, ply, spread(seed, ply), options)) and stands(found):
            return found
    return None


def stands(puzzle: Puzzle) -> bool:
    """Whether ten times the search finds the same answer."""
    return not set(answer_again(puzzle, STANDS)).isdisjoint(puzzle.answers)


def answer_again(puzzle: Puzzle, seed: int = CHECKED, times: int = 10) -> tuple[int, ...]:
    """What is best with so many times the search and other chances; nothing where there is no choice."""
    seen = puzzle.open()
    miner = Miner.of(seen, CLOSE.times(times))
    found = miner.compare(seen, puzzle.seat, puzzle.ply, spread(seed, int(puzzle.id, 16) & MASK_62))
    return found.best if found else ()


def games_of_bots(game: Game, seats: int, seed: int) -> Iterator[Match]:
    """Games without end of bots that are not yet masters, each seat another one."""
    index = 0
    while True:
        bots: tuple[Bot, ...] = tuple(PLAYERS[(index + seat) % len(PLAYERS)] for seat in range(seats))
        yield Simulation(game, bots, seed, compiled=True).play(index)
        index += 1
