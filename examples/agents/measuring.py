"""Games on the cores beside the learning: what there is to see at all, and how well a network plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from examples.agents.ppo import Brain, narrow, think
from smalti.envs.batch import Batch
from smalti.games import find_game

GAMES = 120
SEED = 271828
"""Deals that nothing was learned from."""
WATCHED, STEPS = 256, 300
MOST_STEPS = 1500
"""A game that takes longer is lost."""


def watch(name: str, seats: int, *, keep: bool) -> tuple[Any, Any, tuple[Any, ...]]:
    """Games of the bot `random`: the least and the greatest of each number that was seen; and, if they are to be kept,
    observations, legal moves and the chosen ones."""
    batch = Batch(find_game(name), WATCHED, seats, seed=SEED)
    least, most, rows = batch.observe().min(axis=0), batch.observe().max(axis=0), []
    for _ in range(STEPS):
        seen, moves = batch.observe(), batch.random().copy()
        least, most = np.minimum(least, seen.min(axis=0)), np.maximum(most, seen.max(axis=0))
        if keep:
            rows.append((seen, batch.masks(), moves))
        batch.step(moves)
    return least, most, tuple(map(np.concatenate, zip(*rows, strict=True)))


def measure(brain: Brain, name: str, seats: int) -> dict[str, float]:
    """Alone the mean of the points; else how often it ends before a seat of each opponent, in percent, ties half."""
    if seats == 1:
        return {"points": round(float(play(brain, name, 1, "random").mean()), 2)}
    return {opponent: round(100 * share(play(brain, name, seats, opponent)), 1) for opponent in ("random", "greedy")}


def play(brain: Brain, name: str, seats: int, opponent: str) -> Any:
    """[game, seat]: the points, the network's first. It has each seat equally often."""
    batch = Batch(find_game(name), GAMES, seats, seed=SEED, reward="points")
    own, kept, going = np.arange(GAMES) % seats, np.zeros((GAMES, seats)), np.ones(GAMES, np.bool_)
    kept[:, 1:] = 1
    seen = batch.observe()
    for _ in range(MOST_STEPS):
        theirs = (batch.greedy() if opponent == "greedy" else batch.random()).copy() if seats > 1 else 0
        logits, _ = think(brain, batch.observe(seen))
        ours = np.where(narrow(batch.masks(), name, seats), logits, -np.inf).argmax(axis=1)
        batch.step(np.where(batch.actors == own, ours, theirs))
        for place in np.flatnonzero(batch.ended & going):
            kept[place] = np.roll(batch.results[place], -own[place])
        going &= ~batch.ended
        if not going.any():
            break
    return kept


def share(points: Any) -> float:
    """How often the first seat has more points than another one, ties half."""
    ahead = points[:, :1] - points[:, 1:]
    return float(((ahead > 0) + 0.5 * (ahead == 0)).mean())
