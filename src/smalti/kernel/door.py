"""What comes from outside is checked here, with a sentence for whoever sent it; everything behind trusts it."""

from __future__ import annotations

from operator import index
from os import PathLike, fsencode
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from smalti.kernel.errors import InvalidNotation, SmaltiError, UnknownGame, WrongSeat, show
from smalti.kernel.game import CHANCE, NAMED, Game
from smalti.kernel.names import shown_name
from smalti.kernel.picture import Pointed
from smalti.kernel.words import N_

if TYPE_CHECKING:
    from smalti.kernel.position import Position

LARGEST = (1 << 63) - 1


def read_whole(what: str, value: object, most: int) -> int:
    """A whole number from 0 to `most`."""
    number = whole(value)
    if number is None or not 0 <= number <= most:
        raise InvalidNotation(f"{what} is a whole number from 0 to {most}, not {show(value)}")
    return number


def read_game(game: object) -> Game:
    """A game, or the one of that name."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str) or game not in NAMED:
        words = N_("there is no game {name}; there are: {games}")
        raise UnknownGame(words, name=show(game), games=", ".join(NAMED))
    return NAMED[game]


def read_position(what: str, value: object) -> Position:
    """A position."""
    from smalti.kernel.position import Position  # it comes in by this door itself

    if not isinstance(value, Position):
        raise InvalidNotation(f"{what} a position, not {show(value)}")
    return value


def read_names(names: object, seats: int) -> tuple[str, ...]:
    """What the seats are called; by their numbers where nobody said."""
    given = () if names is None else names
    if not isinstance(given, tuple | list) or len(given) not in (0, seats):
        raise InvalidNotation(f"{seats} seats need as many names, not {show(names)}")
    for name in given:
        if not isinstance(name, str) or not shown_name(name):
            raise InvalidNotation(f"{show(name)} is no name of a seat: in that nothing can be seen")
    return tuple(given) or tuple(f"Seat {seat + 1}" for seat in range(seats))


def read_path(path: object) -> Path:
    """The name of a file, whether there is one or not."""
    try:
        if isinstance(path, str | PathLike) and b"\0" not in fsencode(path):
            return Path(path)
    except (TypeError, ValueError):
        pass  # no name of a file is spelled so
    raise InvalidNotation(f"a file is named by a text or a path, not by {show(path)}")


def read_text(what: str, value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise InvalidNotation(f"{what} is a text, not {show(value)}")
    return value


def read_pointed(marks: Any, arrows: Any, caption: object) -> Pointed:
    """What a picture points at: places, pairs of them, and a line below."""
    try:
        places = tuple(marks)
        pairs = tuple((source, target) for source, target in arrows)
    except (TypeError, ValueError) as error:
        raise InvalidNotation(f"marks are places and arrows pairs of places, not {show((marks, arrows))}") from error
    return Pointed(places, pairs, read_text("a caption", caption))


def read_seed(seed: object) -> int:
    """Any whole number of 64 bits."""
    number = whole(seed)
    if number is None or not -LARGEST <= number <= LARGEST:
        raise InvalidNotation(f"a seed is a whole number of 64 bits, not {show(seed)}")
    return number


def whole(value: object) -> int | None:
    """The whole number that a value is, also one of NumPy's, or None."""
    try:
        return index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def read_seat(game: Game, seats: int, seat: object) -> int:
    """One of the seats."""
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        words = N_("there is no seat {seat} in this game of {game}; its seats are 0 to {last}")
        raise WrongSeat(words, seat=show(seat), game=game.title, last=seats - 1)
    return number


def read_viewer(game: Game, seats: int, seat: object) -> int:
    """One of the seats, or CHANCE for a spectator."""
    return CHANCE if whole(seat) == CHANCE else read_seat(game, seats, seat)


def read_move(game: Game, move: object) -> int:
    """A number of the action space, legal or not."""
    number = whole(move)
    if number is None or not 0 <= number < game.course.action_count:
        most = game.course.action_count - 1
        raise InvalidNotation(f"{game.title} has the moves 0 to {most}, not {show(move)}")
    return number


def read_outcome(position: Position, outcome: SupportsIndex | str) -> int:
    """Something that chance may give now."""
    number = whole(outcome)
    listed = position.outcomes()
    if number is not None and (number in listed or (not listed and can_be_written(position, number))):
        return number
    raise InvalidNotation(f"{show(outcome)} is nothing that chance may give here")


def can_be_written(position: Position, outcome: int) -> bool:
    """Whether an outcome, of too many to list, survives being written down and read."""
    text, state = position.game.text, position.state
    try:
        return 0 <= outcome <= LARGEST and text.read_entry(state, text.write_entry(state, CHANCE, outcome)) == (
            CHANCE,
            outcome,
        )
    except (SmaltiError, LookupError, ValueError, ArithmeticError):
        return False  # what cannot be written is none
