"""The one interface of all games, complete enough to write a fourth game from it.

A game is a value of type `Game`, made of parts: its facts, its rules in kernel functions, its course from set-up to
end, its text, its picture. The rooms above know only these types.

How a game runs. `setup` gives the first state. While `is_over` is false, look at `actors`: if the set is empty,
chance is next: take one of `outcomes` (or `sample` one) and hand it to `apply_outcome`. Otherwise any one of the
actors picks one of its `legal_moves`, and `apply` carries it out. Several actors at once choose simultaneously:
each moves once, in any order, and `view` hides the choices from the others until all are in.

A position holds no secret and no hidden order: a bag is a count of what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from smalti.kernel.clauses import RulesPicture
from smalti.kernel.compiling import Build, kernel
from smalti.kernel.cover import Cover
from smalti.kernel.encoding import Encoding
from smalti.kernel.errors import UnknownGame, show
from smalti.kernel.lesson import Lesson
from smalti.kernel.playout import any_listed, uniform
from smalti.kernel.rows import Rows
from smalti.kernel.schema import RecordParts
from smalti.kernel.soundness import Limits, anything_holds, limit_table
from smalti.kernel.state import Numbers, State, copy_state
from smalti.kernel.symmetry import Symmetries, only_itself
from smalti.kernel.thinking import Thinking
from smalti.kernel.words import N_

if TYPE_CHECKING:
    from smalti.kernel.board import Board
    from smalti.kernel.placing import Placing
    from smalti.kernel.stage import Deal, Stage

CHANCE = -1
"""Who acts when nobody has a choice: `by` is a seat, or this."""

Options = Mapping[str, Any]
Entry = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """A choice made before the game, e.g. how it ends; the default comes first."""

    name: str
    values: tuple[str, ...]
    words: str
    """One sentence for the player who sets the table up."""
    several: bool = False
    """Whether any subset of the values may be chosen (expansions); the default is then none."""
    title: str = ""
    """What people call it; by default its name."""
    value_words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By value: what people call it, and a sentence on it; by default its name and none."""

    def say_value(self, value: str) -> tuple[str, str]:
        """What people call a value, and a sentence on it."""
        return self.value_words.get(value, (value.replace("-", " ").capitalize(), ""))


@dataclass(frozen=True)
class Facts:
    """What is said of a game before anybody plays it."""

    name: str
    title: str
    version: str
    """The version of the rules; a record keeps the one it was played by."""
    credits: str
    """Author, publisher and year of the original, for the about page."""
    reconstructed: str
    """One sentence on what in the component data is a reconstruction."""
    minutes: int
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...] = ()
    ranks: tuple[str, ...] = ()
    """The words for how well a game alone went, the best first: `Course.rank` says which."""
    about: str = ""
    """What it is about, in a sentence for who looks at the box."""
    race: bool = False
    """Whether players end it with several: who is quick has no more points, but the others have fewer."""

    def check_seats(self, seats: object) -> None:
        """Refuses a number of seats this game is not for."""
        if not isinstance(seats, int | np.integer) or seats not in self.seat_counts:
            allowed = ", ".join(map(str, self.seat_counts))
            raise UnknownGame(
                N_("{game} is for {allowed} seats, not {seats}"), game=self.title, allowed=allowed, seats=show(seats)
            )

    def read_options(self, options: Options | None) -> dict[str, Any]:
        """Options as people spell them: where several values may be chosen, a list or "one+other".

        What a game does not know its setup refuses: some have options that only records spell out.
        """
        if options is None:
            return {}
        if not isinstance(options, Mapping):
            raise UnknownGame(f"the options of {self.title} are names with their values, not {show(options)}")
        several = {option.name for option in self.options if option.several}
        return {
            name: [one for one in value.replace(",", "+").split("+") if one]
            if name in several and isinstance(value, str)
            else value
            for name, value in options.items()
        }

    def check_options(self, options: Options) -> None:
        """Refuses names and values that are not among the options."""
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                expected = ", ".join(known) or "none"
                words = N_("{game} has no option {name}; there are: {expected}")
                raise UnknownGame(words, game=self.title, name=show(name), expected=expected)
            option = known[name]
            chosen = value if option.several and isinstance(value, list | tuple) else [value]
            for one in chosen:
                if not isinstance(one, str) or one not in option.values:
                    allowed = ", ".join(option.values)
                    words = N_("option {name} of {game} is one of {allowed}, not {one}")
                    raise UnknownGame(words, name=name, game=self.title, allowed=allowed, one=show(one))


@dataclass(frozen=True)
class Rules:
    """The rules as kernel functions: no allocation, no recursion, no exception, so that they compile for anything.

    They trust their arguments: what comes from outside is checked at the door (`read_entry`, `parse_move`).
    """

    actors: Callable[[State], int]
    """The seats that are to choose now, as a bit set; empty when chance is next or the game is over."""
    legal_moves: Callable[[State, int, Numbers], int]
    """Writes the moves of one actor into the array, ascending, and returns how many; never none for an actor.
    Two moves that lead to the same position are one move."""
    apply: Callable[[State, int, int], None]
    """(state, seat, move): carries out a legal move, and all that follows by itself."""
    outcomes: Callable[[State, Numbers, Numbers], int]
    """Writes what chance may give and its integer weights; returns how many, or 0 where the list would be long."""
    sample: Callable[[State], int]
    """Draws one outcome with the generator inside the state."""
    apply_outcome: Callable[[State, int], None]
    """Carries out what chance gave."""
    is_over: Callable[[State], bool]
    scores: Callable[[State, Numbers], None]
    """Writes the points of each seat, at any moment: what it would have if the game ended now."""
    winners: Callable[[State, Numbers], int]
    """(state, points): the seats that win with these points, as a bit set, once the game is over."""

    def named(self) -> dict[str, Callable[..., Any]]:
        """The rules by name, to fill in the open names of a template."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


def nothing(*_: object) -> Entry:
    """Records say no more."""
    return {}


@kernel
def hide_nothing(state: State, seat: int) -> None:  # noqa: ARG001 - all seats see alike
    """Nothing is hidden but the generator, which is no part of the game."""
    state.rng = 0


@kernel
def reveals_nothing(state: State, seat: int, move: int) -> bool:  # noqa: ARG001 - nothing was hidden
    """Nothing was hidden."""
    return False


@kernel
def nothing_follows(state: State, moves: Numbers) -> int:  # noqa: ARG001 - everything is asked
    """Everything is asked."""
    return CHANCE


@kernel
def no_rank(state: State, points: Numbers) -> int:  # noqa: ARG001 - points say it all
    """Points say it all."""
    return CHANCE


def nothing_early(state: State, seat: int) -> State | None:  # noqa: ARG001 - nobody decides before their turn
    """Nothing can be decided before it is asked."""
    return None


@dataclass(frozen=True)
class Course:
    """A game from its set-up to its end, and who sees what of it. No function changes the state it is given.

    A game where nothing is hidden, nothing goes without asking and records say no more leaves those parts out.
    """

    state_type: np.dtype[np.void]
    action_count: int
    """Moves are the integers 0 .. action_count - 1; each means the same in every position."""
    setup: Callable[[int, Options], State]
    """(seats, options): the first state. Raises UnknownGame for an option or a seat count there is not."""
    written_options: Callable[[State], Entry] = nothing
    """The options of a game as its record states them."""
    written_seat: Callable[[State, int], Entry] = nothing
    """What a record says of a seat besides its name."""
    hide: Callable[[State, int], None] = hide_nothing
    """(state, seat): a kernel function that takes out what a seat (or CHANCE: a spectator) may not see."""
    reveals: Callable[[State, int, int], bool] = reveals_nothing
    """(state, seat, move): does this move show something that was hidden? Undo never goes behind it. A kernel function,
    as the next two are."""
    follows: Callable[[State, Numbers], int] = nothing_follows
    """(state, moves): a seat whose move is written down without asking, the move in `moves[0]`; -1 if there is none."""
    rank: Callable[[State, Numbers], int] = no_rank
    """(state, points): how well a game alone went, as the number of a word of `Facts.ranks`; -1 where there is none."""
    early: Callable[[State, int], State | None] = nothing_early
    """(view, seat): the position as it would be if it were this seat's turn now, for whoever decides early; None where
    the rules leave nothing to decide before one's turn: what is asked then is not known yet, or it is one's turn."""
    policy: Callable[[State, int, Numbers, int], int] = uniform
    """(state, seat, moves, n): a kernel function that picks one of the n legal moves in playouts. A game that random
    moves would hardly ever end brings one with a purpose."""
    any_move: Callable[[State, int, Numbers], int] = any_listed
    """(state, seat, moves): a kernel function that draws one of the legal moves, the one that `uniform` draws out of
    their list. A game that can count its moves without listing them brings a faster one, for many random games."""
    apart: tuple[Callable[..., Any], ...] = ()
    """Kernel functions that stay calls on a GPU, for a game that its compiler takes too long for: it writes out all
    others wherever they are called. Calls cost speed, so they are few (docs/performance.md)."""
    encoding: Encoding | None = None
    """A position as numbers, for those who learn from it."""
    limits: Limits = field(default_factory=dict)
    """The least and the greatest number of each field of a record. Rules rely on them: records from outside are checked
    against them, so a number that is an index has its limits here."""
    holds_together: Callable[[State], bool] = anything_holds
    """(state): a kernel function; whether the numbers of a record, each within its limits, say together what rules can
    go on from. It is true of every position that play can reach."""

    def view(self, state: State, seat: int) -> State:
        """The position as one seat (or CHANCE: a spectator) may see it."""
        seen = copy_state(state)
        self.hide(seen, seat)
        return seen

    def automatic(self, state: State) -> tuple[int, int] | None:
        """A (seat, move) that is written down without asking the player, if there is one now."""
        moves = np.empty(self.action_count, np.int64)
        seat = int(self.follows(state, moves))
        return None if seat < 0 else (seat, int(moves[0]))

    def named(self) -> dict[str, Any]:
        """What fills in the open names of templates."""
        seen = {"hide": self.hide, "reveals": self.reveals, "follows": self.follows, "rank": self.rank}
        sound = {"limits": limit_table(self.state_type, self.limits), "holds_together": self.holds_together}
        return seen | sound | {"any_move": self.any_move}


@dataclass(frozen=True)
class Text:
    """Moves, positions and records as text, both ways. What comes from outside is checked here."""

    write_entry: Callable[[State, int, int], Entry]
    """(state, by, move or outcome): the entry of the log in plain fields."""
    read_entry: Callable[[State, Entry], tuple[int, int]]
    """The (by, move or outcome) of an entry; raises InvalidNotation or IllegalMove, and returns only what is legal."""
    write_move: Callable[[State, int, int], str]
    parse_move: Callable[[State, int, str], int]
    write_position: Callable[[State], str]
    parse_position: Callable[[str], State]
    record_parts: RecordParts | None = None
    """The entries of its records as JSON Schema; without them its records are checked by replaying only."""
    context: Callable[[State, int, int], int] | None = None
    """(state, by, move or outcome): a kernel function; what of the position an entry is written by, as one number: with
    the same number the same move is written alike. Without it logs are read and written one entry at a time."""
    placing: Placing | None = None
    """How positions are set up by hand; a game without is set up by its text alone."""
    write_body: Callable[[int, int], str] | None = None
    """(move, context): what a record has of a move behind its seat, as text. For a game with so many entries that most
    of them are new to a file; without it each new one is made into JSON of what `write_entry` says, and that must be
    the same text."""
    read_body: Callable[[str], int | None] | None = None
    """The move that `write_body` writes so, for a game in which the text tells it. It is only a guess: whoever reads
    plays the move and writes it again. Without it a new entry is looked for among the legal moves."""


@dataclass(frozen=True)
class Tables:
    """What a game looks like, as plain data."""

    stage: Callable[[State], Stage]
    """(state): the tables of the game that a position belongs to: what it looks like and says. The same object for all
    positions of a game with these seats and options."""
    cover: Cover | None = None
    """The picture on the box; a game without one shows its first position."""
    pictures: Mapping[str, RulesPicture] = field(default_factory=dict)
    """By section: the picture beside the rules."""
    board: Callable[[], Board] | None = None
    """The board in a terminal, loaded when somebody plays in one; a game without is shown as text."""
    lesson: Lesson | None = None
    """A guided first game; a game without offers none."""
    deal: Deal | None = None
    """How an outcome that is not listed is chosen by hand; in a game without, such a one can only be drawn."""


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """One game, bound to the interface: its parts, so that no caller needs more than it asks for."""

    facts: Facts
    rules: Rules
    course: Course
    text: Text
    rows: Rows
    """What is seen, offered, told, asked, refused and earned, as rows of numbers."""
    tables: Tables
    thinking: Thinking | None = None
    """How bots think of it; without, by its points alone and as usual."""
    symmetries: Callable[[State], Symmetries] = only_itself
    """(state): the ways to look at a position that the rules do not notice."""

    def __repr__(self) -> str:
        return f"<{self.title}>"

    @property
    def name(self) -> str:
        """What the game is called in records, addresses and commands."""
        return self.facts.name

    @property
    def title(self) -> str:
        """What the game is called by people."""
        return self.facts.title

    @cached_property
    def interpreted(self) -> Build:
        """Templates run as plain Python with this game's rules."""
        return Build(self.name, self.open_names, compiled=False)

    @cached_property
    def compiler(self) -> Build:
        """Kernel functions and templates compiled for this game. What it compiles trusts its arguments, as rules do:
        a wrong number ends the process, so it is checked before."""
        return Build(self.name, self.open_names, compiled=True)

    @property
    def open_names(self) -> dict[str, Any]:
        """What fills in the open names of templates for this game."""
        encode = {"encode": self.course.encoding.write} if self.course.encoding else {}
        course = {**self.course.named(), "choose": self.course.policy, "record": self.course.state_type}
        written = {"context": self.text.context} if self.text.context else {}
        return {**self.rules.named(), **course, **encode, **written}


NAMED: dict[str, Game] = {}
"""The games that may be asked for by name: `smalti.games` says which."""
