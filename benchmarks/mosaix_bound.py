"""How much can anybody average in Mosaix alone? Two upper bounds: `python -m benchmarks.mosaix_bound`.

Both forget where cells lie: a symbol with n cells has at most n // 5 areas with n cells in them, so it is worth at most
n * (n // 5) (rules 6.1 to 6.4). What is left of a position is how many cells show each symbol, and the scale.

- By what is known: each roll is seen when it falls, as in the game. The best play of this easier game is worked out by
  going backwards through all its positions; whoever plays Mosaix could play it with the same choices and not get less,
  so its mean is a bound.
- By information (information relaxation): besides, all rolls are known beforehand. The mean over games of the most that
  is possible then is a bound, too, and a weaker one; it is estimated by drawing games.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np
from numba import njit

from smalti.games.mosaix.components import CELLS_IN_GRID, DICE, ROLL_WEIGHT, ROLL_WEIGHTS, ROLLS, SCALE, SMALLEST_AREA
from smalti.kernel.state import Numbers
from smalti.kernel.thinking import Reals

FREE = CELLS_IN_GRID - 1
PRINTED = 2
"""The symbol that is printed on one cell."""
TURNS = (FREE + SCALE) // DICE
KEPT: Numbers = np.array([one for one in product(range(DICE + 1), repeat=3) if 0 < sum(one) <= DICE], np.int64)
"""How many dice of each symbol may be entered."""
_ROLLS: Numbers = np.array(ROLLS, np.int64)


@njit(cache=False)
def worth(first: int, second: int, third: int, scale: int) -> int:
    """The most that so many cells of each symbol can bring."""
    total = scale
    for cells in (first, second, third + 1):
        total += cells * (cells // SMALLEST_AREA)
    return total


@njit(cache=False)
def solve(values: Reals, rolls: Numbers, kept: Numbers, weights: Numbers) -> None:
    """values[a, b, c, scale]: what is to be expected with so many cells, the last ones first; stopping is allowed."""
    size = values.shape[0]
    for full in range(FREE, -1, -1):
        for a in range(full + 1):
            for b in range(full - a + 1):
                c = full - a - b
                for scale in range(SCALE + 1):
                    stop = float(worth(a, b, c, scale))
                    total = 0.0
                    for roll in range(len(rolls)):
                        best = stop
                        for way in range(len(kept)):
                            x, y, z = kept[way]
                            lost = DICE - x - y - z
                            if x > rolls[roll, 0] or y > rolls[roll, 1] or z > rolls[roll, 2]:
                                continue
                            if lost > scale or full + DICE - lost > FREE or a + x >= size:
                                continue
                            best = max(best, values[a + x, b + y, c + z, scale - lost])
                        total += weights[roll] * best
                    values[a, b, c, scale] = total / ROLL_WEIGHTS


@njit(cache=False)
def most_of(dice: Numbers) -> int:
    """The most that can be made of known rolls: after any of them, any dice lost that the scale pays for."""
    best = worth(0, 0, 0, SCALE)
    shown = np.zeros(3, np.int64)
    for turn in range(len(dice)):
        shown += dice[turn]
        thrown = DICE * (turn + 1)
        least_lost = max(0, thrown - FREE)
        for x in range(SCALE + 1):
            for y in range(SCALE - x + 1):
                for z in range(SCALE - x - y + 1):
                    if x + y + z < least_lost or x > shown[0] or y > shown[1] or z > shown[2]:
                        continue
                    found = worth(shown[0] - x, shown[1] - y, shown[2] - z, SCALE - x - y - z)
                    best = max(best, found)
    return best


def main() -> None:
    """Prints both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    values = np.zeros((FREE + 1, FREE + 1, FREE + 1, SCALE + 1))
    solve(values, _ROLLS, KEPT, ROLL_WEIGHT)
    print(f"by what is known: {values[0, 0, 0, SCALE]:.2f}")
    chance = np.random.default_rng(asked.seed)
    games = chance.choice(len(ROLLS), (asked.games, TURNS), p=ROLL_WEIGHT / ROLL_WEIGHTS)
    most = np.array([most_of(_ROLLS[rolls]) for rolls in games], float)
    print(f"by information: {most.mean():.2f} ± {1.96 * most.std() / len(most) ** 0.5:.2f} ({asked.games} games)")


if __name__ == "__main__":
    main()
