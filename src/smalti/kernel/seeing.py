"""A position in pictures and words, from its rows and tables: for notebooks, the terminal, records and docs.

Every function is given the true position and shows of it what the eyes may see (a seat, or CHANCE for a spectator).
Seats are called by the names that are given, else by those of `kernel.words.calling`, else by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from smalti.kernel.errors import IllegalMove, InvalidNotation
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.picture import NOTHING, Pointed, draw
from smalti.kernel.reader import Steps, reader
from smalti.kernel.reason import Why
from smalti.kernel.refusing import Refusal
from smalti.kernel.rows import NONE, Happening
from smalti.kernel.stage import Stage, catalogue
from smalti.kernel.state import State
from smalti.kernel.telling import Line, Telling, clause_text
from smalti.kernel.words import names_known

Names = Sequence[str] | None


def stage_of(game: Game, state: State) -> Stage:
    """The tables of the game that this position belongs to."""
    return game.tables.stage(state)


def telling(game: Game, state: State, language: str = "en", eyes: int = CHANCE, names: Names = None) -> Telling:
    """The words of this game."""
    known = names_known() if names is None else names
    return Telling(catalogue(game.name, stage_of(game, state), language), known, eyes)


def picture(
    game: Game,
    state: State,
    eyes: int = CHANCE,
    language: str = "en",
    names: Names = None,
    outlines: Iterable[Iterable[int]] | None = None,
    pointed: Pointed = NOTHING,
) -> str:
    """The table as SVG, with what these eyes may choose from; outlines go around places, or around what counts."""
    view = game.course.view(state, eyes)
    offered = reader(game).offers(view, eyes) if eyes != CHANCE else []
    words = telling(game, state, language, eyes, names)
    shown = areas(game, view, words) if outlines is None else outlines
    return draw(words, [*reader(game).pieces(view, eyes), *offered], shown, pointed)


def areas(game: Game, view: State, words: Telling) -> list[tuple[int, ...]]:
    """The places of each line of a score that is shown outlined."""
    kinds, seats = words.catalogue["kinds"], len(words.catalogue["scores"])
    lines = [line for seat in range(seats) for line in words.lines(reader(game).earns(view, seat))]
    return [line.places for line in lines if line.places and kinds[line.head.kind].get("outline")]


def told(
    game: Game, state: State, by: int, move: int, language: str = "en", eyes: int = CHANCE, names: Names = None
) -> list[Line]:
    """What a move or an outcome does, as these eyes see it: the lines of the log. A line of a seat leaves it out."""
    return telling(game, state, language, eyes, names).lines(reader(game).happens(state, eyes, by, move))


def describe(game: Game, state: State, by: int, move: int, language: str = "en", names: Names = None) -> str:
    """What is done, as whoever does it sees it: the first line, and who it is said of if that is somebody else."""
    words = telling(game, state, language, by, names)
    first = words.lines(reader(game).happens(state, by, by, move))[0]
    return first.words if first.head.seat in (NONE, by) else f"{words.seat(first.head.seat)} {first.words}"


def touched(game: Game, state: State, by: int, move: int) -> list[int]:
    """The places that a move is about, as whoever makes it sees it: those it is told by, where it makes something, else
    those where it moves something to."""
    kinds = stage_of(game, state).kinds
    rows = [row for row in reader(game).happens(state, by, by, move) if row.target != NONE]
    told, made, moved = (
        [row.target for row in rows if kinds[row.kind].effect == what] for what in ("says", "makes", "moves")
    )
    return told or made or moved


def gain(game: Game, state: State, seat: int, move: int) -> int:
    """The points that a move brings at once to who makes it, or promises."""
    stage = stage_of(game, state)
    rows = reader(game).happens(game.course.view(state, seat), seat, seat, move)
    counted = (row for row in rows if row.piece == stage.scores[seat] and stage.kinds[row.kind].effect == "counts")
    promised = (row for row in rows if row.seat == seat and stage.kinds[row.kind].gain)
    return sum(row.amount for row in (*counted, *promised))


def question(game: Game, state: State, seat: int, language: str = "en", clicks: int = 0) -> str:
    """What this actor is asked to decide, after so many clicks; empty if it is asked nothing."""
    asked = [one for one in reader(game).asks(game.course.view(state, seat), seat) if one.kind != NONE]
    now = max((one for one in asked if one.step <= clicks), key=lambda one: one.step, default=None)
    return telling(game, state, language, seat).asked(now.kind, now.amount) if now else ""


def explained_by(game: Game, state: State, seat: int) -> tuple[str, ...]:
    """The clauses that explain the decision at hand, for a first game."""
    asked = reader(game).asks(game.course.view(state, seat), seat)
    return tuple(clause_text(one.clause) for one in asked if one.clause != NONE)


def why_not(game: Game, state: State, seat: int, move: int | str) -> Why | None:
    """Why this seat may not make this move now; None if it may."""
    if isinstance(move, str):
        try:
            move = game.text.parse_move(state, seat, move)
        except IllegalMove as error:
            return error.reason
    if not 0 <= move < game.course.action_count:
        raise InvalidNotation(f"{game.title} has the moves 0 to {game.course.action_count - 1}, not {move}")
    view = game.course.view(state, seat)
    return _refusal(game, view, reader(game).refuses_move(view, seat, move))


def why_path(game: Game, state: State, seat: int, path: Steps) -> Refusal | None:
    """Why clicks on these places lead to no move; None if there is nothing to say."""
    view = game.course.view(state, seat)
    return _refusal(game, view, reader(game).refuses(view, seat, path))


def _refusal(game: Game, view: State, row: Happening | None) -> Refusal | None:
    return Refusal(row, game.name, stage_of(game, view)) if row else None


@dataclass(frozen=True)
class Point:
    """One line of a score: how many points, which clause gives them, in words, and where on the table."""

    points: int
    clause: str
    places: tuple[int, ...]
    rows: tuple[Happening, ...]
    game: str
    stage: Stage = field(repr=False)

    def say(self, language: str = "en") -> str:
        """The line in words, without its points."""
        return Telling(catalogue(self.game, self.stage, language), names_known()).sentence(self.rows[0], self.rows[1:])


def derivation(game: Game, state: State, seat: int, eyes: int | None = None) -> tuple[Point, ...]:
    """The points of a seat line by line, as it sees them itself unless told otherwise; they add up to its score."""
    view = game.course.view(state, seat if eyes is None else eyes)
    kinds, found = stage_of(game, state).kinds, list[list[Happening]]()
    for row in reader(game).earns(view, seat):
        if kinds[row.kind].head:
            found.append([])
        found[-1].append(row)
    return tuple(_point(game, view, tuple(rows)) for rows in found)


def _point(game: Game, view: State, rows: tuple[Happening, ...]) -> Point:
    places = tuple(row.target for row in rows if row.target != NONE)
    return Point(rows[0].amount, clause_text(rows[0].clause), places, rows, game.name, stage_of(game, view))
