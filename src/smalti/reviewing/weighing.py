"""The two questions of a review: what was this decision worth, and what did chance bring? Both by the same walks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from smalti.bots.defaults import plan_for
from smalti.bots.levels import warm
from smalti.bots.search.room import MOST_SEATS, Room, new_room
from smalti.bots.tree_search import build, look
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.generator import spread
from smalti.kernel.position import Position
from smalti.kernel.state import Numbers, State, copy_state
from smalti.kernel.thinking import Reals
from smalti.reviewing.judging import lost_by_search
from smalti.reviewing.outlook import Outlook, outlook_of
from smalti.reviewing.walk import NO_MOVE, Walk, foresee


class Depth(NamedTuple):
    """How much is looked at."""

    turns: int
    """So many turns at least are played on after the one that is judged, and whole rounds of all seats (0: none)."""
    candidates: int
    """So many moves, the best at a first look, are compared with the one that was made."""
    trials: int
    """Walks for each of them."""
    walks: int
    """Walks, with chances of their own, for the best and for the one that was made."""
    outcomes: int
    """Walks for what chance may give, shared out to the outcomes; half of them go on from what came."""
    effort: float
    """How closely each move of a walk is looked at: a share of what the game's search does, as far as `MOST_EFFORT`."""
    searches: int
    """How much is searched where that tells what was lost: so many times what the game's outlook says."""

    def shared_by(self, seats: int) -> Depth:
        """With more than two seats so many walks fewer that a review takes no longer."""
        if seats <= 2 or self.walks == 1:
            return self
        trials, walks = (max(LEAST_TRIALS, number * 2 // seats) for number in (self.trials, self.walks))
        return self._replace(trials=trials, walks=walks)


DEPTHS = {
    "quick": Depth(turns=0, candidates=2, trials=1, walks=1, outcomes=1, effort=0.05, searches=0),
    "usual": Depth(turns=1, candidates=4, trials=8, walks=16, outcomes=60, effort=0.5, searches=1),
    "deep": Depth(turns=1, candidates=8, trials=32, walks=128, outcomes=480, effort=2.0, searches=4),
}
LEAST_TRIALS = 4
MOST_EFFORT = 400
"""Evaluations for a move; Majolica's search makes 2000, which a whole game has no time for."""
LEAST_WALKS = 2
"""For each outcome, so that an error can be stated."""
INDIFFERENT = 0.05
"""Points between the best and the worst first look below which nothing is at stake."""


@dataclass(frozen=True)
class Weighed:
    """What an event changed, for every seat."""

    before: Reals
    """[seat]: what was expected before, all playing best from here."""
    after: Reals
    """[seat]: what was expected after it, by the same walks."""
    errors: Reals
    """[seat]: the standard error of the difference."""
    best: int = NO_MOVE
    """Of a decision: the best move."""
    choices: int = 0
    """Of a decision: how many legal moves there were; of chance: how many outcomes were tried."""
    quick: int = NO_MOVE
    """Of a decision: the move that looks best at first."""
    quick_loss: float = 0.0
    """How much less than the best that one is worth."""
    quick_error: float = 0.0
    lead: float = 0.0
    """How much the best leads the second best by, in the trials."""
    stake: float = np.inf
    """Points between the best and the worst first look."""
    lost: float = 0.0
    """Of a decision: by how many points its lead is less than that of the move which is ahead in the trials."""
    lost_error: float = 0.0
    gap: float = 0.0
    """Of a decision: by how many points the lead after the best move is more than after the one that was made."""


class Walked(NamedTuple):
    """[walk, seat]: what came of some walks."""

    worths: Reals
    leads: Reals

    def means(self, seat: int) -> tuple[float, float]:
        """What they are worth to a seat on average, and its lead."""
        return float(mean_of(self.worths)[seat]), float(mean_of(self.leads)[seat])


@dataclass
class Scales:
    """Weighs the events of one game; each thread has its own, for there is room in it."""

    seats: int
    outlook: Outlook
    depth: Depth
    walk: Walk
    room: Room
    run: Callable[..., None]
    points: Numbers = field(default_factory=lambda: np.zeros(MOST_SEATS, np.int64))

    @classmethod
    def of(cls, position: Position, depth: Depth) -> Scales:
        """Scales for the game that a position belongs to."""
        game, seats = position.game, position.seats
        depth = depth.shared_by(seats)
        walk = walk_of(game, seats, depth)
        return cls(seats, outlook_of(game, seats), depth, walk, new_room(game), build(game)(foresee))

    @property
    def search(self) -> int:
        """Simulations by which it is told what a decision lost; 0: walks tell it."""
        return self.outlook.search * self.depth.searches

    def values(self, state: State, seat: int, move: int, seed: int, walks: int, ply: int) -> Reals:
        """[walk, seat]: what a position, or a move in it, is worth in each of some walks."""
        return self.walked(state, seat, move, seed, walks, ply).worths

    def walked(self, state: State, seat: int, move: int, seed: int, walks: int, ply: int) -> Walked:
        """Some walks from a position, or from a move in it."""
        found = Walked(np.zeros((walks, self.seats)), np.zeros((walks, self.seats)))
        walk = self.walk if move != NO_MOVE else self.walk._replace(turns=self.walk.turns + 1, most=self.walk.most + 1)
        points = self.points[: self.seats]
        self.run(state, seat, move, self.room, walk, self.outlook.reading, ply, seed, points, *found)
        return found

    def decision(self, position: Position, seat: int, made: int, seed: int, ply: int) -> Weighed:
        """What the best move was, and how much more it was worth than the one that was made."""
        state = position.state
        first = look(position, seat, weights=self.room.weights)
        quick = first[0].move
        if len(first) == 1:
            forced = mean_of(self.values(state, seat, made, seed, self.depth.walks, ply))
            return Weighed(forced, forced, np.zeros(self.seats), made, 1, made)
        tried = list(dict.fromkeys([*(one.move for one in first[: self.depth.candidates]), made]))
        trials = {
            move: self.walked(state, seat, move, spread(seed, 1), self.depth.trials, ply).means(seat) for move in tried
        }
        worths, leads = ({move: means[n] for move, means in trials.items()} for n in range(2))
        order = sorted(tried, key=lambda move: (-worths[move], tried.index(move)))
        ahead = max(tried, key=lambda move: leads[move])
        rivals = dict.fromkeys((order[0], made, quick))
        finals = {
            move: self.walked(state, seat, move, spread(seed, 2), self.depth.walks, ply)
            for move in dict.fromkeys((*rivals, ahead))
        }
        values = {move: finals[move].worths for move in rivals}
        best = max(values, key=lambda move: (mean_of(values[move])[seat], move == made))
        missed = (values[best] - values[quick])[:, seat]
        by_walks = (finals[ahead].leads - finals[made].leads)[:, seat]
        lost = lost_by_search(position, seat, made, seed, self.search) if self.search else by_walks
        return Weighed(
            before=mean_of(values[best]),
            after=mean_of(values[made]),
            errors=error_of(values[made] - values[best]),
            best=best,
            choices=len(first),
            quick=quick,
            quick_loss=float(mean_of(missed)),
            quick_error=float(error_of(missed)),
            lead=worths[order[0]] - worths[order[1]],
            stake=first[0].worth - first[-1].worth,
            lost=float(mean_of(lost)),
            lost_error=float(error_of(lost)),
            gap=float(mean_of((finals[best].leads - finals[made].leads)[:, seat])),
        )

    def chance(self, position: Position, came: int, seed: int, ply: int) -> Weighed:
        """How much better what came is than what might have come: all of it, or a sample where that is long.

        Each of these and what came go on with the same chances, and any two outcomes with those of their own: so walks
        share as much as they can, and luck is fair to the last digit whichever came.
        """
        listed = position.outcomes()
        if not listed:
            return self._drawn(position, came, seed, ply)
        walks = max(LEAST_WALKS, self.depth.outcomes // (2 * len(listed)))
        before, after, squares = (np.zeros(self.seats) for _ in range(3))
        for outcome, chance in listed.items():
            ours, theirs = self._pair(position, (came, outcome), spread(seed, came + outcome), walks, ply)
            before += float(chance) * mean_of(theirs)
            after += float(chance) * mean_of(ours)
            squares += (float(chance) * error_of(ours - theirs)) ** 2
        return Weighed(before, after, np.sqrt(squares), choices=len(listed))

    def _drawn(self, position: Position, came: int, seed: int, ply: int) -> Weighed:
        """The same with a sample, drawn by the review and not by what came."""
        draws = max(LEAST_WALKS, self.depth.outcomes // 2)
        ours, theirs = np.empty((2, draws, self.seats))
        for i in range(draws):
            outcome = position.sample(spread(spread(seed, 3), i))
            (ours[i],), (theirs[i],) = self._pair(position, (came, outcome), spread(seed, 4 + i), 1, ply)
        return Weighed(mean_of(theirs), mean_of(ours), error_of(ours - theirs), choices=draws)

    def _pair(self, position: Position, both: tuple[int, int], seed: int, walks: int, ply: int) -> list[Reals]:
        """The values of walks from what each of two outcomes leads to, with the same chances."""
        after = (position.after(CHANCE, outcome).state for outcome in both)
        return [self.values(state, CHANCE, NO_MOVE, seed, walks, ply) for state in after]


def walk_of(game: Game, seats: int, depth: Depth) -> Walk:
    """How far and how closely a game is played on by that depth: whole rounds of all seats."""
    turns, plan = -(-depth.turns // seats) * seats, plan_for(game, seats)
    return Walk(turns, turns + seats, round(depth.effort * min(plan.effort, MOST_EFFORT)), plan.denial)


def get_ready(game: Game) -> None:
    """Compiles what reviews of a game need, or loads what was compiled."""
    position = Position.new(game, game.facts.seat_counts[0])
    scales = Scales.of(position, DEPTHS["quick"])
    scales.values(copy_state(position.state), CHANCE, NO_MOVE, 0, 1, 0)
    if scales.outlook.search:
        warm(game)


def mean_of(rows: Reals) -> Reals:
    """The mean of the rows, added up one after the other: the same bits as in a browser."""
    return np.asarray(rows.cumsum(axis=0)[-1] / len(rows))


def error_of(differences: Reals) -> Reals:
    """The standard error of the mean of the rows."""
    n = len(differences)
    if n == 1:
        return np.zeros(differences.shape[1:])
    squares = (differences - mean_of(differences)) ** 2
    return np.asarray(np.sqrt(squares.cumsum(axis=0)[-1] / (n - 1)) / np.sqrt(n))
