"""Records with wrong numbers in them, through every door: `python -m tests.corrupted RECORDS SEED`.

It runs as a process of its own, so that a crash is seen as one. A record is refused with one of our errors, or games go
on from it; some have a few random bytes, more have numbers that are possible each for itself.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np

from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.position import Position
from tests.play import settings

SIZE, CHOICES = 128, 40


def corrupt(record: Any, game: Game, pick: random.Random) -> None:
    """Changes an array of one record."""
    if pick.random() < 0.3:
        raw = record.view(np.uint8)
        for _ in range(pick.randint(1, 6)):
            raw[pick.randrange(len(raw))] = pick.randrange(256)
        return
    for _ in range(pick.randint(1, 4)):
        field = pick.choice([*game.course.limits])
        numbers = record[field].reshape(-1)
        numbers[pick.randrange(len(numbers))] = pick.randint(*game.course.limits[field])


def follow(game: Game, record: Any, pick: random.Random) -> bool:
    """Plays on from a record, if it is taken; whether a batch should take it."""
    try:
        position = Position.of(game, record, draws=pick.random() < 0.5, compiled=True)
        goes_on = not position.is_over
        for _ in range(5):
            str(position), position.scores(), position.derivation(0), position.automatic()
            if not position.is_over:
                position = after_any(position, pick)
    except SmaltiError:
        return False
    return goes_on


def after_any(position: Position, pick: random.Random) -> Position:
    """After any outcome or move."""
    if position.needs_chance:
        return position.after(CHANCE, position.sample(pick.randrange(1 << 62)))
    seat = pick.choice(position.actors())
    return position.play(pick.choice(position.legal_moves(seat)), seat)


def main(records: int, seed: int) -> None:
    """So many records of each game."""
    pick, taken = random.Random(seed), 0
    for game in GAMES.values():
        known = [(seats, options) for _, seats, options in settings([game])]
        for _ in range(0, records, SIZE):
            seats, options = pick.choice(known)
            batch = Batch(game, SIZE, seats, options, seed=pick.randrange(999), threads=1)
            for _ in range(pick.randrange(120)):
                batch.step(batch.random())
            wrong = batch.states.copy()
            for place in range(SIZE):
                corrupt(wrong[place : place + 1], game, pick)
                if follow(game, wrong[place], pick) and wrong[place].seats == seats:
                    taken += 1
                else:
                    wrong[place] = batch.states[place]
            batch.load(wrong, reseed=pick.choice([None, 1]))
            batch.masks(), batch.observe(), batch.greedy()
            batch.play(CHOICES)
    assert taken > records // 4, f"only {taken} were taken"
    sys.stdout.write(f"{records} records of each game\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
