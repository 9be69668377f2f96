"""Many games side by side, for simulation and learning: one array of records, stepped by all cores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TypeGuard

import numpy as np
import numpy.typing as npt

from smalti.envs.cores import Cores, Workers
from smalti.envs.seeing import encoding_of
from smalti.envs.stepping import (
    END,
    OUTCOME,
    PENALTY,
    POINTS,
    RAISE,
    Deal,
    Games,
    Tries,
    begin_games,
    draw_actions,
    draw_by_policy,
    draw_greedy,
    load_games,
    mark_illegal,
    mark_unfit,
    observe_games,
    play_games,
    step_games,
    step_legal_games,
    write_masks,
)
from smalti.kernel.door import LARGEST, read_game, read_seed, read_text, read_whole
from smalti.kernel.encoding import Encoding, Reals
from smalti.kernel.errors import IllegalMove, InvalidNotation, SmaltiError, show
from smalti.kernel.game import Game, Options
from smalti.kernel.generator import spread
from smalti.kernel.position import Position, reach
from smalti.kernel.referee import UNKNOWN, raw_bytes, referee
from smalti.kernel.state import Numbers

REWARDS = {"outcome": OUTCOME, "points": POINTS}
ILLEGAL = {"raise": RAISE, "penalty": PENALTY, "end": END}
MOST_GAMES = 1 << 32


class Batch:
    """So many games of one kind, each with a choice to make; a game that ends is followed by a new one at once."""

    def __init__(
        self,
        game: Game | str,
        size: int,
        seats: int,
        options: Options | None = None,
        *,
        seed: int = 0,
        first: int = 0,
        reward: str = "outcome",
        illegal: str = "raise",
        finals: bool = False,
        threads: int | None = None,
        compiled: bool = True,
        device: str = "cpu",
    ) -> None:
        """The same `seed` gives the same games in the same places, whatever the size and the threads; `first` is the
        number of the first place. `reward` is "outcome" (at the end) or "points" (whenever there are any). An
        `illegal` move is an error ("raise"), costs its seat 1 and is not made ("penalty"), or ends the game as well
        ("end"). With the `device` "cuda" the games live on a GPU, and so do the arrays that this class returns: there
        nothing keeps anybody from writing to what is to be read, so moves are checked whoever drew them, and `states`
        and `actors` must be left as they are."""
        rewarding, punishing = read_word("reward", reward, REWARDS), read_word("illegal", illegal, ILLEGAL)
        size = read_whole("the size of a batch", size, MOST_GAMES)
        if size < 1:
            raise InvalidNotation(f"a batch has at least one game, not {size}")
        game = read_game(game)
        game.facts.check_seats(seats)
        seed, first = read_seed(seed), read_whole("the first place", first, LARGEST - size)
        self.game, self.size, self.seats = game, size, seats
        self._workers = find_workers(device, game, threads, compiled=compiled)
        start = np.zeros(1, game.course.state_type)
        start[0] = game.course.setup(seats, game.facts.read_options(options))
        self._deal = Deal(self._workers.place(start), seed, first, rewarding, punishing)
        self._games = Games(*map(self._workers.place, new_games(game, size, seats, finals=finals)))
        self._actions, self._illegal = self._empty(np.int64), self._empty(np.bool_)
        self._drawn = self._workers.shown(self._actions)
        self._fresh = False  # whether what was drawn last is a legal move of each game still
        self._tries: Tries | None = None
        self.reset(seed)

    def __repr__(self) -> str:
        return f"<Batch of {self.size} games of {self.game.title} with {self.seats} seats>"

    def reset(self, seed: int | Sequence[int] | None = None) -> None:
        """Begins the games of a seed, or those of the same seed again. Of several seeds, one for each game, a place
        plays what the first place of a batch with its seed would."""
        if is_row(seed):
            if len(seed) != self.size:
                raise InvalidNotation(f"a batch of {self.size} games takes as many seeds, not {len(seed)}")
            origins = np.array([spread(read_seed(one), 0) for one in seed], np.int64)
            self._games = self._games._replace(origins=self._workers.place(origins))
        elif seed is not None:
            self._deal = self._deal._replace(seed=read_seed(seed))
        self._fresh = False
        one_seed = int(seed is not None and not is_row(seed))
        self._workers.run_once(self.size, begin_games, self._games, self._deal, one_seed)

    def load(self, states: npt.NDArray[np.void] | Sequence[Position], *, reseed: int | None = None) -> None:
        """Goes on from these positions, one for each game: records as `states` gives them, or positions.

        With `reseed` chance starts anew by that seed, which it should for whoever tries moves out: the generator of a
        game is part of its record, and with it one would see the rolls and draws that will come.
        """
        fitting = self._fitting(states)
        deal = self._deal if reseed is None else self._deal._replace(seed=read_seed(reseed))
        self._fresh = False
        placed = self._workers.place(fitting)
        self._workers.run(self.size, load_games, self._games, deal, placed, int(reseed is not None))

    def _fitting(self, states: Any) -> npt.NDArray[np.void]:
        """The records of this game in an array of their own, one for each place."""
        if isinstance(states, Sequence) and all(isinstance(one, Position) and one.game is self.game for one in states):
            positions, states = states, np.zeros(len(states), self.game.course.state_type)  # padding never differs
            for place, one in enumerate(positions):
                states[place] = one.state
        elif hasattr(states, "copy_to_host"):
            states = self._workers.host(states)
        if not isinstance(states, np.ndarray) or states.dtype != self.game.course.state_type:
            raise InvalidNotation(f"a batch of {self.game.title} loads positions of {self.game.title} or their records")
        if states.shape != (self.size,):
            raise InvalidNotation(f"a batch of {self.size} games loads as many positions, not an array {states.shape}")
        return self._sound(np.ascontiguousarray(states))

    def _sound(self, states: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
        """The records, if games can go on from all of them: cores look at them, wherever the games are."""
        unfit = np.zeros(self.size, np.bool_)
        cores = self._workers if isinstance(self._workers, Cores) else Cores(self.game)
        cores.run(self.size, mark_unfit, states.view(np.uint8).reshape(self.size, -1), self.seats, unfit)
        for place in np.flatnonzero(unfit):
            raise InvalidNotation(
                f"position {place} is over, is none of {self.seats} seats, or none that a game comes to"
            )
        return states

    @property
    def states(self) -> npt.NDArray[np.void]:
        """The positions, one record each, to be read; `load` takes others."""
        return self._workers.shown(self._games.states)  # type: ignore[no-any-return]  # an array of the workers

    @property
    def finals(self) -> npt.NDArray[np.void]:
        """The position in which the last game of each place ended; empty unless `finals` was asked for."""
        return self._workers.shown(self._games.finals)  # type: ignore[no-any-return]  # an array of the workers

    @property
    def actors(self) -> npt.NDArray[np.int8]:
        """The seat that is to choose in each game, to be read."""
        return self._workers.shown(self._games.seats)  # type: ignore[no-any-return]  # an array of the workers

    @property
    def ended(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended a game."""
        return self._games.ended

    @property
    def episodes(self) -> Numbers:
        """How many games have ended in each place."""
        return self._games.episodes

    @property
    def rewards(self) -> Reals:
        """[game, seat]: what the last step brought."""
        return self._games.rewards

    @property
    def results(self) -> Numbers:
        """[game, seat]: the points of the last game that ended in each place."""
        return self._games.results

    @property
    def bytes_per_game(self) -> int:
        """How much memory each game takes."""
        return int(sum(array.nbytes for array in self._games)) // self.size

    def position(self, place: int) -> Position:
        """One of the games as a value; chance does not act by itself in it."""
        return self._value(self._games.states, place)

    def final(self, place: int) -> Position:
        """The position in which the last game of a place ended, where `finals` was asked for."""
        if not len(self._games.finals):
            raise SmaltiError("a batch keeps final positions where `finals` was asked for")
        return self._value(self._games.finals, place)

    def _value(self, states: Any, place: int) -> Position:
        place = read_whole("a place", place, self.size - 1)
        raw = raw_bytes(self._workers.host(states[place : place + 1])[0])
        return reach(referee(self.game), raw, 0, -1, UNKNOWN)  # its own record, which it need not check

    def masks(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """[game, move]: whether the one who is to choose may choose it."""
        masks: npt.NDArray[np.bool_] = self._sheet(np.bool_, self.game.course.action_count, out)
        self._workers.run_listing(self.size, write_masks, self._games, masks)
        return masks

    def observe(self, out: Reals | None = None) -> Reals:
        """[game, number]: each position as the one who is to choose sees it; `encoding` tells what the numbers mean."""
        numbers: Reals = self._sheet(np.float32, self.encoding.length, out)
        self._workers.run(self.size, observe_games, self._games, numbers)
        return numbers

    @property
    def encoding(self) -> Encoding:
        """What the numbers of `observe` mean."""
        return encoding_of(self.game)

    def sample(self) -> Numbers:
        """A random legal move for each game; the array is the batch's own, to be read, and changes with the next call.

        Whoever wants other moves in some places changes a copy."""
        self._workers.run_listing(self.size, draw_actions, self._games, self._actions)
        return self._just_drawn()

    def random(self) -> Numbers:
        """A move for each game as the bot `random` chooses: as of `sample`, unless such games would hardly ever end."""
        self._workers.run_listing(self.size, draw_by_policy, self._games, self._actions)
        return self._just_drawn()

    def greedy(self) -> Numbers:
        """The move with the most points at once for each game, as the bot `greedy` chooses; an array as of `sample`."""
        if self._tries is None:
            room = new_games(self.game, self.size, self.seats, finals=True)
            self._tries = Tries(*map(self._workers.place, (room.states, room.finals, room.points)))
        self._workers.run_listing(self.size, draw_greedy, self._games, self._tries, self._actions)
        return self._just_drawn()

    def _just_drawn(self) -> Numbers:
        """The moves that `step` need not check, until the games go on."""
        self._fresh = True
        return self._drawn  # type: ignore[no-any-return]  # an array of the workers

    def step(self, actions: npt.ArrayLike) -> tuple[Reals, npt.NDArray[np.bool_]]:
        """One choice in each game, as numbers or in notation; returns the rewards and which games ended. An illegal one
        is not made."""
        trusted = self._fresh and actions is self._drawn and self._workers.protects
        chosen = self._actions if actions is self._drawn else self._taken(actions)
        legal = trusted or not self._any_illegal(chosen)
        self._fresh = False
        if legal:
            self._workers.run(self.size, step_games, self._games, self._deal, chosen)
        else:
            self._workers.run(self.size, step_legal_games, self._games, self._deal, chosen, self._illegal)
        return self.rewards, self.ended

    def play(self, steps: int) -> None:
        """So many random choices in each game: `step(sample())` as often, faster."""
        made = read_whole("a number of steps", steps, LARGEST)
        self._fresh = False
        self._workers.run_long(self.size, play_games, self._games, self._deal, made)

    def _taken(self, actions: Any) -> Any:
        """One number for each game, where the games are."""
        if isinstance(actions, list | tuple) and len(actions) == self.size:
            actions = [self._number(place, one) for place, one in enumerate(actions)]
        chosen = self._workers.take(actions)
        if chosen.shape != (self.size,):
            raise InvalidNotation(f"a step takes one move for each of {self.size} games, not an array {chosen.shape}")
        return chosen

    def _number(self, place: int, move: Any) -> Any:
        """A move that may be written as text; what is no legal move in text is an error in any case."""
        return self.position(place).parse_move(move) if isinstance(move, str) else move

    def _any_illegal(self, chosen: Any) -> bool:
        """Whether there is an illegal move, which may be an error; `_illegal` says where."""
        self._workers.run_listing(self.size, mark_illegal, self._games, chosen, self._illegal)
        found = np.flatnonzero(self._workers.host(self._illegal))
        if len(found) and self._deal.illegal == RAISE:
            place = int(found[0])
            self._refuse(place, *(int(self._workers.host(array)[place]) for array in (chosen, self.actors)))
        return len(found) > 0

    def _refuse(self, place: int, move: int, seat: int) -> NoReturn:
        """Says why a move is none: a rule forbids it, or there is no such move."""
        where, most = f"{move} is no legal move of seat {seat} in game {place}", self.game.course.action_count - 1
        reason = self.position(place).why_not(move, seat) if 0 <= move <= most else None
        if reason is None:
            raise InvalidNotation(f"{where}: {self.game.title} has the moves 0 to {most}")
        raise IllegalMove(reason, where)

    def _sheet(self, kind: type[np.generic], width: int, out: Any) -> Any:
        """Where numbers are written: an array of ours, or somebody's that fits."""
        if out is None:
            return self._empty(kind, width)
        fits = getattr(out, "shape", None) == (self.size, width) and getattr(out, "dtype", None) == kind
        if not fits or (isinstance(out, np.ndarray) and not (out.flags.writeable and out.flags.c_contiguous)):
            raise InvalidNotation(
                f"`out` is an array of {kind.__name__} and the shape {(self.size, width)}, in C order"
            )
        return out

    def _empty(self, kind: npt.DTypeLike, *more: int) -> Any:
        return self._workers.place(np.zeros((self.size, *more), kind))


def is_row(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether something is one thing after the other, and no text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def read_word(what: str, value: object, known: Mapping[str, int]) -> int:
    """One of the words that a setting may be."""
    if not isinstance(value, str) or value not in known:
        raise InvalidNotation(f"`{what}` is one of {', '.join(known)}, not {show(value)}")
    return known[value]


def find_workers(device: str, game: Game, threads: int | None, *, compiled: bool) -> Workers:
    """Those who step the games: the cores of this machine, or a GPU."""
    device = read_text("a device", device)
    if device == "cpu":
        return Cores(game, threads, compiled=compiled)
    if device == "cuda":
        from smalti.envs.cuda import Cuda

        return Cuda(game)
    raise InvalidNotation(f"a batch lives on cpu or cuda, not on {device!r}")


def new_games(game: Game, size: int, seats: int, *, finals: bool) -> Games:
    """Room for so many games."""
    return Games(
        states=np.zeros(size, game.course.state_type),
        finals=np.zeros(size if finals else 0, game.course.state_type),
        seats=np.zeros(size, np.int8),
        origins=np.zeros(size, np.int64),
        episodes=np.zeros(size, np.int64),
        ended=np.zeros(size, np.bool_),
        points=np.zeros((size, seats), np.int64),
        results=np.zeros((size, seats), np.int64),
        rewards=np.zeros((size, seats), np.float32),
    )
