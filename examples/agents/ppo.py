"""PPO by self-play, for every game and number of seats: one small network each, which plays with NumPy alone.

    python -m examples.agents.ppo mosaix 2 --minutes 5       learns one task (needs PyTorch; a GPU by --device cuda)
    python -m examples.agents.ppo --minutes 12               learns all eleven, the games side by side
    smalti bench-agents run py:examples.agents.ppo:choose --out ppo

How it learns stands in `self_play.py`; weights and curves lie beside this file.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from smalti.envs.seeing import mask, observe
from smalti.kernel.position import Position

FOLDER = Path(__file__).parent
LAYERS = ("first", "second", "policy", "value")
STEPS = 127
"""A weight is so many steps of its row at most: eight bits, which keeps files small."""
NEVER = {("mosaix", 1): 802}
"""Alone one may stop at any moment, which is a mistake while anything else is left."""


class Brain(NamedTuple):
    """A network: which numbers of an observation it looks at, each times what, and its layers (weights, biases)."""

    used: Any
    scale: Any
    layers: dict[str, tuple[Any, Any]]


def choose(position: Position, seat: int, generator: int) -> int:
    """The likeliest move."""
    moves, likely, _ = judge(position, seat)
    return int(moves[likely.argmax()])


def judge(position: Position, seat: int) -> tuple[Any, Any, float]:
    """The moves worth a thought, how likely each is, and the points that the seat will gain beyond the others."""
    brain = read_brain(FOLDER / file_name(position.game.name, position.seats))
    logits, value = think(brain, observe(position, seat))
    legal = mask(position, seat)[None] > 0
    moves = np.flatnonzero(narrow(legal, position.game.name, position.seats)[0])
    likely = np.exp(logits[moves] - logits[moves].max()) if len(moves) else np.zeros(0)
    return moves, likely / likely.sum(), float(value)


def narrow(legal: Any, name: str, seats: int) -> Any:
    """[game, move]: what is legal, without what is always a mistake; arrays of NumPy or PyTorch, changed in place."""
    never = NEVER.get((name, seats))
    if never is not None:
        legal[:, never] &= legal.sum(1) == 1
    return legal


def think(brain: Brain, seen: Any) -> tuple[Any, Any]:
    """A number for each move, and the value: two layers, and one each on top of them."""
    found = seen[..., brain.used] * brain.scale
    for name in LAYERS[:2]:
        weights, biases = brain.layers[name]
        found = np.maximum(found @ weights.T + biases, 0.0)
    (moves, likely), (points, value) = brain.layers["policy"], brain.layers["value"]
    return found @ moves.T + likely, (found @ points.T + value)[..., 0]


def file_name(name: str, seats: int) -> str:
    """Where the weights of a task lie; the curve has the same name with `.json`."""
    return f"ppo_{name}_{seats}.npz"


@cache
def read_brain(path: Path) -> Brain:
    """A network from its file, read once."""
    with np.load(path) as file:
        layers = {name: (unpacked(file[name], file[f"{name}_step"]), file[f"{name}_bias"]) for name in LAYERS}
        return Brain(file["used"], file["scale"], layers)


def write_brain(path: Path, brain: Brain) -> None:
    """A network into a file, as small as it plays well; what is read from there is a little different."""
    parts: dict[str, Any] = {"used": brain.used.astype(np.int16), "scale": brain.scale.astype(np.float32)}
    for name, (weights, biases) in brain.layers.items():
        step = np.maximum(np.abs(weights).max(axis=1), 1e-6) / STEPS
        parts[name] = np.rint(weights / step[:, None]).astype(np.int8)
        parts |= {f"{name}_step": step.astype(np.float32), f"{name}_bias": biases.astype(np.float32)}
    np.savez_compressed(path, **parts)


def unpacked(steps: Any, step: Any) -> Any:
    """The weights of a layer, in double precision: how processors round sums must not decide between two moves."""
    return (steps.astype(np.float32) * step[:, None]).astype(np.float64)


def main() -> None:
    """Learns what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", help="all of them, side by side, if left out")
    parser.add_argument("seats", nargs="?", type=int, help="every number, one after the other, if left out")
    parser.add_argument("--minutes", type=float, default=12.0, help="for all that is asked, from the start on")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--games", type=int, help="so many side by side: 64, and 4096 on a GPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FOLDER)
    from examples.agents.self_play import learn_all, learn_game

    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    settings = {"device": asked.device, "games": asked.games, "seed": asked.seed, "out": asked.out}
    if asked.game is None:
        learn_all(asked.minutes, **settings)
    else:
        learn_game(asked.game, asked.seats, asked.minutes, **settings)


if __name__ == "__main__":
    main()
