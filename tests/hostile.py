"""Random calls with wrong arguments on everything that is public: `python -m tests.hostile CALLS SEED`.

It runs as a process of its own, so that a crash is seen as one. Whatever comes of a call is a value or one of our
errors, and a position is the same afterwards.
"""

from __future__ import annotations

import inspect
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

import smalti
from smalti.envs.batch import Batch
from smalti.games import GAMES
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.tree import Tree

ODD: list[Any] = [
    *(-(2**80), -(2**63), -(2**31), -2, -1, 2**31, 2**62, 2**63, 2**64, 2**80, 100_000, 0.5, float("nan"), 1e300),
    *(None, True, "", "x", "0", "a1", "\ud800", "9" * 5000, b"x", [], [1], (0, 1), {}, {"by": 0}, object(), int),
    *(np.int8(-1), np.uint64(2**64 - 1), np.float32(2), np.zeros(0), np.zeros(3, np.int64), np.array("x"), np.array(1)),
]
SLOW = {"compiled", "threads", "device"}
"""Keywords that a truth is enough for: they would only have everything compiled again and again."""
QUIET = {"say", "render", "close", "has_wrapper_attr", "get_wrapper_attr", "set_wrapper_attr", "agent_iter", "last"}


class Hostile:
    """Somebody who calls whatever there is with whatever comes."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.kinds: dict[str, int] = {}
        self.wrong: dict[tuple[str, type], str] = {}

    def value(self) -> Any:
        """An argument: odd, or near what is expected."""
        if self.pick.random() < 0.5:
            return self.pick.choice(ODD)
        return self.pick.randrange(-3, self.pick.choice([3, 10, 1000]))

    def call(self, target: object, name: str, *first: Any) -> Any:
        """One call of what is public of it, with keywords too; an array that comes of it is scribbled on."""
        found = getattr(target, name)
        if not callable(found):
            return found
        least, most, keywords = arity(found)
        given = [*first, *(self.value() for _ in range(self.pick.randint(least, most)))][: max(most, 0)]
        settings = {word: self.value() for word in keywords if self.pick.random() < 0.2}
        return self.scribbled(self.attempt(found, name, *given, **settings))

    def scribbled(self, value: Any) -> Any:
        """Writes wrong numbers wherever one can."""
        if isinstance(value, np.ndarray) and value.dtype.names is None and self.pick.random() < 0.5:
            with suppress(ValueError):  # it can only be read
                value[...] = self.pick.choice([-7, 100, 1])
        return value

    def build(self, make: Callable[..., object]) -> None:
        """One thing more, with odd settings."""
        settings = self.pick.sample(
            ["reward", "illegal", "render_mode", "most_moves", "seed", "threads", "end", "x"], 2
        )
        size = [self.pick.choice([1, 3, 0, -1, None, 0.5])] if make is smalti.batch else []
        given = {name: self.value() for name in settings if name != "threads" or make is smalti.batch}
        if self.pick.random() < 0.2:
            given["seats"] = self.value()
        self.attempt(make, make.__name__, self.pick.choice(["mosaix", self.value()]), *size, **given)

    def attempt(self, found: Callable[..., object], name: str, *arguments: Any, **settings: Any) -> Any:
        """Calls it; an error that is not ours is noted."""
        try:
            return found(*arguments, **settings)
        except smalti.SmaltiError as error:
            if not str(error):
                self.wrong[name, type(error)] = f"{name} was refused without a word"
            self.kinds[type(error).__name__] = self.kinds.get(type(error).__name__, 0) + 1
        except Exception as error:
            words = f"{found}{tuple(map(shown, arguments))} {shown(settings)}"
            self.wrong.setdefault((name, type(error)), f"{words} raised {type(error).__name__}: {error}")
        return None


def shown(value: object) -> str:
    """A value for a message."""
    return repr(value)[:90]


def arity(function: Callable[..., object]) -> tuple[int, int, list[str]]:
    """How many arguments a function takes, at least and at most, and which keywords besides."""
    known = inspect.signature(function).parameters.values()
    parameters = [one for one in known if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    keywords = [one.name for one in known if one.kind is one.KEYWORD_ONLY and one.name not in SLOW]
    return sum(one.default is one.empty for one in parameters), len(parameters), keywords


def names(target: object, *without: str) -> list[str]:
    """What is public of it."""
    return [name for name in dir(type(target)) if not name.startswith("_") and name not in QUIET | set(without)]


def check_positions(hostile: Hostile, calls: int) -> None:
    """Compiled positions of all games, all along a game."""
    for game in GAMES.values():
        for draws in (1, None):
            position = Position.new(game, hostile.pick.choice(game.facts.seat_counts), seed=draws, compiled=True)
            public = names(position)
            for _ in range(calls // 6):
                before = position.state.tobytes()
                name = hostile.pick.choice(public)
                near = [hostile.pick.choice([game, "mosaix", 3])] if name in ("new", "of") else []
                hostile.call(position, name, *near)
                assert position.state.tobytes() == before
                if hostile.pick.random() < 0.2:
                    position = advance(position, hostile.pick)


def advance(position: Position, pick: random.Random) -> Position:
    """One legal step, or a new game."""
    if position.is_over:
        return Position.new(position.game, position.seats, seed=pick.randrange(99) if position.draws else None)
    if position.needs_chance:
        return position.after(smalti.CHANCE, position.sample(pick.randrange(1 << 62)))
    seat = pick.choice(position.actors())
    return position.play(pick.choice(position.legal_moves(seat)), seat)


def check_batches(hostile: Hostile, calls: int) -> None:
    """Batches: what is refused changes nothing, and all can go on."""
    for game in GAMES.values():
        batch = Batch(game, 3, game.facts.seat_counts[-1], seed=1, threads=1)
        drawn: list[Any] = []
        public = names(batch, "play", "encoding")
        for _ in range(calls // 3):
            hostile.call(batch, hostile.pick.choice(public))
            if hostile.pick.random() < 0.1:
                drawn = [
                    *drawn[-2:],
                    hostile.scribbled(hostile.pick.choice([batch.sample, batch.random, batch.greedy])()),
                ]
                hostile.attempt(batch.step, "step", hostile.pick.choice(drawn))
                batch.step(batch.sample())
            if hostile.pick.random() < 0.05:
                hostile.attempt(batch.play, "play", hostile.pick.choice([-1, 0, 7, "x", None, 0.5, 2**80, [1]]))
                hostile.attempt(batch.load, "load", spoiled(batch, hostile.pick))
        batch.play(10)


def spoiled(batch: Batch, pick: random.Random) -> Any:
    """Its own records with a few wrong bytes."""
    states = batch.states.copy()
    raw = states.view(np.uint8)
    raw[[pick.randrange(len(raw)) for _ in range(pick.randrange(4))]] = pick.randrange(256)
    return states


def check_matches(hostile: Hostile, calls: int) -> None:
    """Matches: what is refused changes nothing."""
    for game in GAMES.values():
        match = Match.new(game, game.facts.seat_counts[-1], chance=smalti.Chance.from_seed(1, "hostile"), compiled=True)
        public = names(match)
        for _ in range(calls // 3):
            before = len(match.log), match.position
            name = hostile.pick.choice(public)
            try:
                hostile.call(match, name, *[game] * (name == "new"))
            finally:
                assert len(match.log) != before[0] or match.position == before[1]
            if match.position.is_over:
                match = Match.new(game, 2, chance=smalti.Chance.from_seed(2, "hostile"), compiled=True)


def check_trees(hostile: Hostile, calls: int) -> None:
    """Trees and their nodes, also those that were taken out."""
    for game in GAMES.values():
        seats = hostile.pick.choice(game.facts.seat_counts)
        nodes: list[Any] = [Tree.of(Match.new(game, seats, chance=smalti.Chance.from_seed(1, "tree"), compiled=True))]
        for _ in range(calls // 3):
            node = hostile.pick.choice(nodes)
            before = node.position.state.tobytes()
            name = hostile.pick.choice(names(node))
            hostile.call(node, name, *[hostile.pick.choice([game, Match(node.position)])] * (name in ("new", "of")))
            assert node.position.state.tobytes() == before
            if hostile.pick.random() < 0.2 and not node.position.is_over:
                nodes = [*nodes[-9:], node.add_variation(likely(node.position, hostile.pick))]


def likely(position: Position, pick: random.Random) -> int:
    """Something that may come next."""
    return position.sample(pick.randrange(1 << 62)) if position.needs_chance else pick.choice(position.legal_moves())


def check_symmetries(hostile: Hostile, calls: int) -> None:
    """Ways to look at positions, of this game and of others."""
    positions = [Position.new(game, game.facts.seat_counts[-1], seed=1, compiled=True) for game in GAMES.values()]
    for _ in range(calls):
        position, other = hostile.pick.choice(positions), hostile.pick.choice([*positions, hostile.value()])
        before = position.state.tobytes()
        symmetry = hostile.pick.choice(position.symmetries())
        hostile.call(symmetry, hostile.pick.choice(["move", "outcome"]), hostile.pick.choice([position, other]))
        hostile.call(other if isinstance(other, Position) else position, "transformed", symmetry)
        assert position.state.tobytes() == before


def check_environments(hostile: Hostile, calls: int) -> None:
    """Every kind of environment with every game, and every way to answer an illegal move and to reward."""
    from smalti.envs.gymnasium import SoloEnv, SoloVectorEnv
    from smalti.envs.pettingzoo import env, parallel_env

    seated = ["step", "reset", "render", "observe", "observation_space", "action_space"]
    subjects: list[tuple[Callable[..., Any], list[str]]] = []
    for game in GAMES.values():
        subjects += [(partial(make, game.name, 3), seated) for make in (env, parallel_env)]
        if 1 in game.facts.seat_counts:
            many = partial(SoloVectorEnv, game.name, 3, threads=1)
            subjects += [
                (make, ["step", "reset", "render", "action_masks"]) for make in (partial(SoloEnv, game.name), many)
            ]
    for make, public in subjects:
        for illegal, reward in (("raise", "points"), ("penalty", "outcome"), ("end", "points")):
            one = make(illegal=illegal, reward=reward)
            one.reset(seed=hostile.pick.randrange(99))
            for _ in range(calls // 5 * 4 // len(subjects) // 3):
                hostile.call(one, hostile.pick.choice(public))
    makers: list[Any] = [SoloEnv, SoloVectorEnv, env, parallel_env, smalti.batch, smalti.new]
    reading = ("parse", "read_tree", "write_tree", "write_record", "load", "find_game")
    doors = (*reading, "perft", "review", "stats", "Tree", "Match", "Position", "Chance")
    for _ in range(calls // 5):
        hostile.build(hostile.pick.choice(makers))
        hostile.call(smalti, hostile.pick.choice(doors))


def check_openspiel(hostile: Hostile, calls: int) -> None:
    """States of OpenSpiel, by the functions that it calls; numbers only, for it refuses anything else itself."""
    from smalti.envs.openspiel import SmaltiGame

    for game in GAMES.values():
        table = SmaltiGame(game)
        first = state = table.new_initial_state()
        for _ in range(calls // 3):
            hostile.attempt(table.state_at, "state_at", hostile.value())
            numbers = [hostile.pick.choice([-7, -1, 0, 1, 3, 803, 2**31, 2**62]) for _ in range(2)]
            hostile.attempt(state.clone()._apply_action, "apply", numbers[0])
            hostile.attempt(state._action_to_string, "action", *numbers)
            hostile.attempt(state._legal_actions, "legal", numbers[0])
            chances = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else []
            state = state if not state.is_terminal() else first
            state = state.child(hostile.pick.choice(chances or state.legal_actions()))


def main(calls: int, seed: int) -> None:
    """All of them, a part of the calls each."""
    hostile = Hostile(seed)
    check_positions(hostile, calls * 3 // 10)
    check_batches(hostile, calls // 5)
    check_matches(hostile, calls // 10)
    check_trees(hostile, calls // 10)
    check_symmetries(hostile, calls // 10)
    check_environments(hostile, calls // 5)
    check_openspiel(hostile, calls // 50)
    if hostile.wrong:
        sys.exit("\n".join(hostile.wrong.values()))
    sys.stdout.write(f"{calls} calls, refused: {hostile.kinds}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
