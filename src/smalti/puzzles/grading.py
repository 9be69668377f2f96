"""What an answer costs: the move and the best one by the same walks, both lines, and why."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots import tree_search
from smalti.bots.defaults import plan_for
from smalti.bots.hints import Reasons
from smalti.bots.search.room import new_room
from smalti.bots.search.turn import LONGEST_TURN, best_step
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state
from smalti.puzzles.mining import CLOSE
from smalti.reviewing.marks import COSTS, SURE, mark_cost
from smalti.reviewing.reasons import Why, why_better
from smalti.reviewing.weighing import DEPTHS, Scales, error_of, mean_of

WALKS = 2 * CLOSE.walks
SEED = 17


@dataclass(frozen=True)
class Grade:
    """What an answer is worth."""

    cost: float
    """In the values of a review: points alone, a share of the win with several."""
    error: float
    unit: float
    """A spread of results, by which costs are measured."""
    mark: str
    """Inaccuracy, mistake or blunder; empty for an answer as good as the best, as far as anybody can be sure."""
    yours: tuple[int, ...]
    """The answer and the rest of its turn."""
    best: tuple[int, ...]
    """The best move and the rest of its turn."""
    why: Reasons
    """The terms by which the best is ahead."""
    decides: bool | None = None
    """Whether the first of them decides, as in a review."""

    @property
    def score(self) -> float:
        """1 for nothing lost, 0 for a blunder, and between them by what it costs."""
        if self.cost <= SURE * self.error:
            return 1.0
        return max(0.0, 1.0 - self.cost / (COSTS[0][0] * self.unit))


def grade(seen: Position, seat: int, ply: int, best: int, made: int) -> Grade:
    """Compares an answer with the best move; one that turns out better costs nothing."""
    scales = Scales.of(seen, DEPTHS["usual"])
    ours, theirs = (scales.walked(seen.state, seat, move, SEED, WALKS, ply) for move in (best, made))
    worths, leads = ((one - other)[:, seat] for one, other in zip(ours, theirs, strict=True))
    cost, error = max(0.0, float(mean_of(worths))), float(error_of(worths))
    unit = scales.outlook.unit
    why = why_better(seen, seat, best, made, float(mean_of(leads))) if cost else Why()
    mark, lines = mark_cost(cost, error, unit), (line(seen, seat, made), line(seen, seat, best))
    return Grade(cost, error, unit, mark, *lines, *why)


def line(seen: Position, seat: int, move: int) -> tuple[int, ...]:
    """A move and the rest of the turn as the walks finish it, step by step."""
    game = seen.game
    room, denial = new_room(game), plan_for(game, seen.seats).denial
    step, moves, position = tree_search.build(game)(best_step), [move], seen.after(seat, move)
    while seat in position.actors() and len(moves) < LONGEST_TURN:
        moves.append(int(step(copy_state(position.state), seat, room, 2, denial)))
        position = position.after(seat, moves[-1])
    return tuple(moves)
