"""The games in OpenSpiel: `import smalti.envs.openspiel`, then `pyspiel.load_game("smalti_mosaix(players=3)")`.

They are sequential games with explicit chance nodes: seats that choose at the same time are asked one after the
other, and their observations hide what the others chose. An action is a move of ours with the same number. An outcome
of chance is its place in the list of outcomes. Where that list would be too long to write down, chance is asked
`DRAWS` times for a number below `MOST_OUTCOMES`, and what it says starts the game's own generator.

Observations are numbers (`Game.encoding` names each). An information state is a text: what a seat sees, and a sum of
all it has seen and done before, so that nothing is ever forgotten; as numbers there is none of a fixed length. Games
in which nothing is hidden are of perfect information.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from smalti.envs.batch import read_word
from smalti.envs.playing import MOST_MOVES
from smalti.envs.seeing import observe, rewards
from smalti.games import GAMES, find_game
from smalti.kernel import seeing
from smalti.kernel.door import read_position, read_seat, read_whole
from smalti.kernel.encoding import Reals
from smalti.kernel.errors import InvalidNotation, show
from smalti.kernel.extras import extra
from smalti.kernel.game import CHANCE, Game, hide_nothing
from smalti.kernel.position import Position, still
from smalti.kernel.referee import raw_bytes, referee

with extra("envs", "a game of OpenSpiel"):
    import pyspiel

MOST_OUTCOMES, MOST_STEPS = 1024, (1 << 31) - 1
DRAWS = 3
MOST_POINTS = 500.0
"""More than any game gives."""


@dataclass(frozen=True)
class Moment:
    """Where a game stands. A value: OpenSpiel copies states deeply, and this is its own copy."""

    position: Position
    steps: int = 0
    drawn: tuple[int, ...] = ()
    """What chance said so far, where it is asked several times."""
    before: Moment | None = None
    by: int = CHANCE
    """Who made the move that led here, and which."""
    action: int = 0

    @cached_property
    def memories(self) -> tuple[bytes, ...]:
        """What each seat has seen and done until now, as a sum; found for all moments on the way here at once."""
        way, one = [self], self
        while one.before is not None and "memories" not in one.before.__dict__:
            one = one.before
            way.append(one)
        for moment in reversed(way[1:]):
            moment.__dict__["memories"] = moment._remember()
        return self._remember()

    def _remember(self) -> tuple[bytes, ...]:
        """One step more than the moment before."""
        seats = range(self.position.seats)
        known = self.before.memories if self.before is not None else (b"",) * len(seats)
        done = [self.action if self.by == seat else CHANCE for seat in seats]
        seen = [self.position.view(seat).state.tobytes() for seat in seats]
        return tuple(sum_of(*one) for one in zip(known, done, seen, strict=True))

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that are to choose now; OpenSpiel asks for the first of them over and over."""
        return self.position.actors()

    @cached_property
    def listed(self) -> list[tuple[int, int]]:
        """What chance may give and how often; empty where the list would be too long."""
        return referee(self.position.game).weigh(raw_bytes(self.position.state))

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors and self.position.is_over

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.position.state.tobytes()
        return restore, (self.position.game.name, state, self.steps, self.drawn, self.memories)

    def after(self, by: int, action: int) -> Moment:
        """The next moment."""
        if by != CHANCE:
            return Moment(self.position.after(by, action), self.steps + 1, (), self, by, action)
        most = (len(self.listed) or MOST_OUTCOMES) - 1
        if not 0 <= action <= most:
            raise InvalidNotation(f"chance has the actions 0 to {most} here, not {action}")
        if self.listed:
            return Moment(self.position.after(CHANCE, self.listed[action][0]), self.steps + 1, (), self)
        drawn = (*self.drawn, action)
        if len(drawn) < DRAWS:
            return Moment(self.position, self.steps, drawn, self.before, self.by, self.action)
        outcome = self.position.sample(sum(one * MOST_OUTCOMES**n for n, one in enumerate(drawn)))
        return Moment(self.position.after(CHANCE, outcome), self.steps + 1, (), self)

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may say now, with probabilities."""
        if self.listed:
            total = sum(weight for _, weight in self.listed)
            return [(place, weight / total) for place, (_, weight) in enumerate(self.listed)]
        return [(n, 1 / MOST_OUTCOMES) for n in range(MOST_OUTCOMES)]


def sum_of(known: bytes, done: int, seen: bytes) -> bytes:
    """What somebody knows who knew something, did something and now sees something."""
    return hashlib.sha256(known + done.to_bytes(8, "big", signed=True) + seen).digest()[:16]


def restore(game: str, state: bytes, steps: int, drawn: tuple[int, ...], memories: tuple[bytes, ...]) -> Moment:
    """The moment that was pickled."""
    found = find_game(game)
    record = np.frombuffer(state, found.course.state_type)[0]
    moment = Moment(Position(found, record, compiled=True), steps, drawn)
    moment.__dict__["memories"] = memories
    return moment


class SmaltiState(pyspiel.State):  # type: ignore[misc]  # pyspiel comes without types
    """A position in OpenSpiel's words."""

    def __init__(self, game: SmaltiGame, moment: Moment) -> None:
        super().__init__(game)
        self.now = self.first = moment
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
        return self.position.legal_moves(player) if player in self.now.actors else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may give, with probabilities."""
        return self.now.outcomes()

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(self.now.actors[0] if self.now.actors else CHANCE, action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            listed = self.now.listed
            if not listed:
                return f"{action}: a number"
            if not 0 <= action < len(listed):
                raise InvalidNotation(f"chance has the actions 0 to {len(listed) - 1} here, not {action}")
            words = seeing.describe(position.game, position.state, CHANCE, listed[action][0])
            return f"{action}: {words}"  # two outcomes may read alike
        return position.write_move(action, player)

    def returns(self) -> list[float]:
        """Alone the points. Else points less the mean of the others', or 1 for a win shared and what sums up to 0."""
        if not self.is_terminal():
            return [0.0] * self.position.seats
        if not self.by_points or self.position.seats == 1:
            return list(rewards(self.position))
        points, seats = self.position.scores(), self.position.seats
        return [(seats * own - sum(points)) / (seats - 1) for own in points]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SmaltiState:
        """A state that this player cannot tell from this one: what others have chosen unseen is drawn anew."""
        actions = [entry.action for entry in self.full_history()]
        unseen = self._unseen_since(player, actions)
        state = SmaltiState(self.get_game(), self.first)
        for n, action in enumerate(actions):
            if n >= unseen and state.current_player() != player:
                legal = state.legal_actions()
                action = legal[int(sampler() * len(legal))]
            state.apply_action(action)
        return state

    def _unseen_since(self, player: int, actions: list[int]) -> int:
        """How many of the actions had been made when this player last knew everything."""
        moment, known = self.first, 0
        others = [seat for seat in range(self.position.seats) if seat != player]
        for n, action in enumerate(actions):
            moment = moment.after(moment.actors[0] if moment.actors else CHANCE, action)
            if not any(moment.position.hides(other, player) for other in others):
                known = n + 1
        return known

    def __str__(self) -> str:
        return f"{self.position} {self.now.drawn}" if self.now.drawn else str(self.position)


class SmaltiGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel comes without types
    """One of our games with its seats and options."""

    def __init__(self, game: Game, parameters: Mapping[str, Any] | None = None) -> None:
        given = default_parameters(game) | dict(parameters or {})
        self.game = game
        self.seats = int(given["players"])
        self.horizon = read_whole("`horizon`", given["horizon"], MOST_STEPS)
        self.by_points = bool(read_word("utility", given["utility"], {"win": 0, "points": 1}))
        self.options = game.facts.read_options({option.name: given[option.name] for option in game.facts.options})
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
        super().__init__(describe(game, self.seats), info, dict(parameters or {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SmaltiState:
        """A game before anything has happened."""
        return SmaltiState(self, self.start)

    def state_at(self, position: Position) -> SmaltiState:
        """A state in the middle of a game, with no history; the horizon counts from here.

        Chance is a node here, also where the position would have let it act by itself.
        """
        read_position(f"a state of {self.game.title} is at", position)
        if position.game is not self.game or position.seats != self.seats:
            raise InvalidNotation(f"{show(position)} is no position of {self.game.title} with {self.seats} seats")
        return SmaltiState(self, Moment(still(position)))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002 - the interface
        """What a seat sees, in words and numbers, or with all it has seen before, in words."""
        return Observer(self.game, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)


class Observer:
    """Positions as a seat may see them, in words, and in numbers for a game that has an encoding."""

    tensor: Reals | None = None

    def __init__(self, game: Game, *, recalls: bool = False) -> None:
        self.dict: dict[str, Reals] = {}
        self.recalls = recalls
        if not recalls and game.course.encoding:
            self.tensor = np.zeros(game.course.encoding.length, np.float32)
            planes, values = game.course.encoding.split(self.tensor)
            self.dict = {"planes": planes, "values": values}

    def set_from(self, state: SmaltiState, player: int) -> None:
        """Writes the numbers of a position."""
        if self.tensor is not None:
            seat = read_seat(state.position.game, state.position.seats, player)
            self.tensor[:] = observe(state.position, seat)

    def string_from(self, state: SmaltiState, player: int) -> str:
        """The position as that seat may see it."""
        seen = f"{player + 1}: {state.position.view(player)}"
        return f"{seen} after {state.now.memories[player].hex()}" if self.recalls else seen


def default_parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game and their values unless given."""
    options = {option.name: "" if option.several else option.values[0] for option in game.facts.options}
    seats = 2 if 2 in game.facts.seat_counts else game.facts.seat_counts[0]
    return {"players": seats, "utility": "win", "horizon": MOST_MOVES} | options


def describe(game: Game, seats: int) -> pyspiel.GameType:
    """What kind of game it is: alone there is nobody to take points from, and nobody to hide anything."""
    kinds, information = pyspiel.GameType.Utility, pyspiel.GameType.Information
    is_open = game.course.hide is hide_nothing or seats == 1
    return pyspiel.GameType(
        short_name=f"smalti_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if is_open else information.IMPERFECT_INFORMATION,
        utility=kinds.ZERO_SUM if seats > 1 else kinds.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.facts.seat_counts),
        min_num_players=min(game.facts.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.course.encoding is not None,
        parameter_specification=default_parameters(game),
    )


def register(game: Game) -> None:
    """Makes OpenSpiel know a game."""

    class Registered(SmaltiGame):  # a class: OpenSpiel drops what it was given after Python has ended
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    pyspiel.register_game(describe(game, default_parameters(game)["players"]), Registered)


for _game in GAMES.values():
    register(_game)
