"""Random matches for the tests, each a function of its arguments alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np

import examples.pebbles
from smalti.bots.sources import add_texts
from smalti.games import GAMES
from smalti.kernel.chance import Chance
from smalti.kernel.game import CHANCE, Game, Options
from smalti.kernel.match import Match
from smalti.kernel.state import copy_state

Setting = tuple[str, int, dict[str, Any]]

KNOWN: dict[str, Game] = GAMES | {game.name: game for game in examples.pebbles.GAMES}
"""The games, and the one that shows how to write another."""
add_texts(examples.pebbles)


def settings(games: Iterable[Game] = tuple(GAMES.values())) -> list[Setting]:
    """Every game with every seat count; each option value alone, and all expansions together."""
    return [(game.name, seats, options) for game in games for seats, options in _settings(game)]


def _settings(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    for seats in game.facts.seat_counts:
        yield seats, {}
    few = game.facts.seat_counts[0] if len(game.facts.seat_counts) == 1 else game.facts.seat_counts[1]
    for option in game.facts.options:
        for value in option.values if option.several else option.values[1:]:
            yield few, {option.name: [value] if option.several else value}
        if option.several:
            for seats in game.facts.seat_counts:
                yield seats, {option.name: list(option.values)}


def setting_id(setting: Setting) -> str:
    name, seats, options = setting
    return "-".join([name, str(seats), *(str(value) for value in options.values())])


def new_match(game: str, seats: int, options: Options, seed: int = 0, *, compiled: bool = False) -> Match:
    return Match.new(KNOWN[game], seats, options, Chance.from_seed(seed, "test"), compiled=compiled)


RANDOM_MOVES = 150


def positions(match: Match, seed: int = 0) -> Iterator[tuple[Match, int, int]]:
    """Plays a match; yields it before every move, with the seat and the move that come next.

    Random at first; where random play would not end, the game's own policy takes over.
    """
    random = Random(seed)
    made = 0
    while not match.position.is_over:
        seat = random.choice(match.position.actors())
        moves = match.position.legal_moves(seat)
        move = random.choice(moves) if made < RANDOM_MOVES else by_policy(match, seat, moves, random.getrandbits(60))
        yield match, seat, move
        match.play(seat, move)
        made += 1


def by_policy(match: Match, seat: int, moves: list[int], generator: int) -> int:
    state = copy_state(match.position.state)
    state.rng = generator
    return int(match.game.course.policy(state, seat, np.array(moves), len(moves)))


def finished(game: str, seats: int, options: Options, seed: int = 0, *, compiled: bool = False) -> Match:
    match = new_match(game, seats, options, seed, compiled=compiled)
    for _ in positions(match, seed):
        pass
    return match


# The same matches for many tests: each is played once in a process, and every test gets a copy.


def moments(game: str, seats: int, options: Options) -> Iterator[tuple[Match, int, int]]:
    """What `positions` yields of a new match."""
    for match, seat, move in _course(game, seats, json.dumps(options))[:-1]:
        yield twin(match), seat, move


def ended(game: str, seats: int, options: Options) -> Match:
    """What `finished` returns."""
    return twin(_course(game, seats, json.dumps(options))[-1][0])


@cache
def _course(game: str, seats: int, options: str) -> list[tuple[Match, int, int]]:
    match = new_match(game, seats, json.loads(options))
    course = [(twin(now), seat, move) for now, seat, move in positions(match)]
    return [*course, (match, CHANCE, 0)]


def twin(match: Match) -> Match:
    return Match(match.position, match.chance, match.log.copy())
