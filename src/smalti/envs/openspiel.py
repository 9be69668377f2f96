"""The games in OpenSpiel: `import smalti.envs.openspiel`, then `pyspiel.load_game("smalti_mosaix(players=3)")`.

They are sequential games with explicit chance nodes: seats that choose at the same time are asked one after the
other, and their observations hide what the others chose. An action is a move of ours with the same number. An outcome
of chance is its place in the list of outcomes. Where that list would be too long to write down, chance is asked
`DRAWS` times for a number below `MOST_OUTCOMES`, and what it says starts the game's own generator.

Observations are numbers (`Game.encoding` names each). So are information states: all that matters for the rest of a
game lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from smalti.envs.seeing import observe, rewards
from smalti.games import GAMES, find_game
from smalti.kernel import seeing
from smalti.kernel.encoding import Reals
from smalti.kernel.extras import extra
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.position import Position
from smalti.kernel.state import copy_state

with extra("envs", "a game of OpenSpiel"):
    import pyspiel

MOST_OUTCOMES = 1024
DRAWS = 3
HORIZON = 4000
"""Random games of Majolica would hardly end; after this many moves and outcomes the points count as they stand."""
MOST_POINTS = 500.0
"""More than any game gives."""
JOIN = "+"
"""Between several values of an option, where a comma parts parameters."""


@dataclass(frozen=True)
class Moment:
    """Where a game stands. A value: OpenSpiel copies states deeply, and this is its own copy."""

    position: Position
    steps: int = 0
    drawn: tuple[int, ...] = ()
    """What chance said so far, where it is asked several times."""

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that are to choose now; OpenSpiel asks for the first of them over and over."""
        return self.position.actors()

    @cached_property
    def listed(self) -> list[tuple[int, int]]:
        """What chance may give and how often; empty where the list would be too long."""
        found, weights = np.empty(MOST_OUTCOMES, np.int64), np.empty(MOST_OUTCOMES, np.int64)
        n = self.position.rules.outcomes(self.position.state, found, weights)
        return list(zip(found[:n].tolist(), weights[:n].tolist(), strict=True))

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors and self.position.is_over

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.position.game.name, self.position.state.tobytes(), self.steps, self.drawn)

    def after(self, by: int, action: int) -> Moment:
        """The next moment."""
        if by != CHANCE:
            return Moment(self.position.after(by, action), self.steps + 1)
        if self.listed:
            return Moment(self.position.after(CHANCE, self.listed[action][0]), self.steps + 1)
        drawn = (*self.drawn, action)
        if len(drawn) < DRAWS:
            return Moment(self.position, self.steps, drawn)
        outcome = self.position.sample(sum(one * MOST_OUTCOMES**n for n, one in enumerate(drawn)))
        return Moment(self.position.after(CHANCE, outcome), self.steps + 1)

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may say now, with probabilities."""
        if self.listed:
            total = sum(weight for _, weight in self.listed)
            return [(place, weight / total) for place, (_, weight) in enumerate(self.listed)]
        return [(n, 1 / MOST_OUTCOMES) for n in range(MOST_OUTCOMES)]


def restore(game: str, state: bytes, steps: int, drawn: tuple[int, ...]) -> Moment:
    """The moment that was pickled."""
    found = find_game(game)
    record = np.frombuffer(state, found.course.state_type).view(np.recarray)[0]
    return Moment(Position(found, copy_state(record), found.compiled_rules), steps, drawn)


class SmaltiState(pyspiel.State):  # type: ignore[misc]  # pyspiel comes without types
    """A position in OpenSpiel's words."""

    def __init__(self, game: SmaltiGame, moment: Moment) -> None:
        super().__init__(game)
        self.now = moment
        self.horizon = game.horizon
        self.by_points = game.by_points

    @property
    def position(self) -> Position:
        """The position itself."""
        return self.now.position

    def current_player(self) -> int:
        """Who chooses: the first of those who do, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.now.actors[0] if self.now.actors else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over, or too long."""
        return self.now.is_over or self.now.steps >= self.horizon

    def _legal_actions(self, player: int) -> list[int]:
        moves = np.empty(self.position.game.course.action_count, np.int64)
        legal: list[int] = moves[: self.position.rules.legal_moves(self.position.state, player, moves)].tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may give, with probabilities."""
        return self.now.outcomes()

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(self.now.actors[0] if self.now.actors else CHANCE, action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            listed = self.now.listed
            words = seeing.describe(position.game, position.state, CHANCE, listed[action][0]) if listed else "a number"
            return f"{action}: {words}"  # two outcomes may read alike
        return position.game.text.write_move(position.state, player, action)

    def returns(self) -> list[float]:
        """Alone the points. Else points less the mean of the others', or 1 for a win shared and what sums up to 0."""
        if not self.is_terminal():
            return [0.0] * self.position.seats
        if not self.by_points or self.position.seats == 1:
            return list(rewards(self.position))
        points, seats = self.position.scores(), self.position.seats
        return [(seats * own - sum(points)) / (seats - 1) for own in points]

    def __str__(self) -> str:
        return f"{self.position} {self.now.drawn}" if self.now.drawn else str(self.position)


class SmaltiGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel comes without types
    """One of our games with its seats and options."""

    def __init__(self, game: Game, parameters: Mapping[str, Any] | None = None) -> None:
        given = default_parameters(game) | dict(parameters or {})
        self.game = game
        self.seats = int(given["players"])
        self.horizon = int(given["horizon"])
        self.by_points = given["utility"] == "points"
        self.options = read_options(game, given)
        game.facts.check_options(self.options)
        self.start = Moment(Position.new(game, self.seats, self.options, compiled=True))
        most = MOST_POINTS if self.by_points or self.seats == 1 else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=game.course.action_count,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.seats,
            min_utility=0.0 if self.seats == 1 else -most,
            max_utility=most,
            utility_sum=None if self.seats == 1 else 0.0,
            max_game_length=self.horizon,
        )
        super().__init__(describe(game, zero_sum=self.seats > 1), info, dict(parameters or {}))

    def new_initial_state(self) -> SmaltiState:
        """A game before anything has happened."""
        return SmaltiState(self, self.start)

    def state_at(self, position: Position) -> SmaltiState:
        """A state in the middle of a game, with no history; the horizon counts from here."""
        return SmaltiState(self, Moment(position))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002 - the interface
        """What a seat sees, in words and numbers; the same with and without memory."""
        return Observer(self.game)


class Observer:
    """Positions as a seat may see them, in words, and in numbers for a game that has an encoding."""

    tensor: Reals | None = None

    def __init__(self, game: Game) -> None:
        self.dict: dict[str, Reals] = {}
        if game.course.encoding:
            self.tensor = np.zeros(game.course.encoding.length, np.float32)
            planes, values = game.course.encoding.split(self.tensor)
            self.dict = {"planes": planes, "values": values}

    def set_from(self, state: SmaltiState, player: int) -> None:
        """Writes the numbers of a position."""
        if self.tensor is not None:
            self.tensor[:] = observe(state.position, player)

    def string_from(self, state: SmaltiState, player: int) -> str:
        """The position as that seat may see it."""
        return f"{player + 1}: {state.position.view(player)}"


def default_parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game and their values unless given."""
    options = {option.name: "" if option.several else option.values[0] for option in game.facts.options}
    seats = 2 if 2 in game.facts.seat_counts else game.facts.seat_counts[0]
    return {"players": seats, "utility": "win", "horizon": HORIZON} | options


def read_options(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the game among the parameters."""
    chosen = {option.name: given[option.name] for option in game.facts.options}
    several = {option.name for option in game.facts.options if option.several}
    return {name: list(filter(None, v.split(JOIN))) if name in several else v for name, v in chosen.items()}


def describe(game: Game, *, zero_sum: bool) -> pyspiel.GameType:
    """What kind of game it is; alone there is nobody to take points from."""
    kinds = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"smalti_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.ZERO_SUM if zero_sum else kinds.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.facts.seat_counts),
        min_num_players=min(game.facts.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=game.course.encoding is not None,
        provides_observation_string=True,
        provides_observation_tensor=game.course.encoding is not None,
        parameter_specification=default_parameters(game),
    )


def register(game: Game) -> None:
    """Makes OpenSpiel know a game."""

    class Registered(SmaltiGame):  # a class: OpenSpiel drops what it was given after Python has ended
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    pyspiel.register_game(describe(game, zero_sum=False), Registered)


for _game in GAMES.values():
    register(_game)
