"""How bots think of a game: what its positions promise, how it is searched, and how well each level plays it.

A game brings what it knows of itself as `Thinking`; what it leaves out is as usual (`bots/defaults.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from smalti.kernel.errors import SmaltiError
from smalti.kernel.state import Numbers, State

if TYPE_CHECKING:
    from smalti.kernel.vision import Vision

Reals: TypeAlias = npt.NDArray[np.float64]
Weights: TypeAlias = npt.NDArray[np.float32]
"""What an evaluation has learned, in one row; empty for one that is written by hand."""
Places: TypeAlias = npt.NDArray[np.int32]
"""Numbers of weights."""
Evaluate: TypeAlias = Callable[[State, Weights, Reals], None]
"""A kernel function that writes the final points which every seat may expect; the very points when the game is over."""


Foresee: TypeAlias = Callable[[State, Weights, Any, Reals], bool]
"""(state, weights, sight, points): a kernel function that writes the points to be expected before a chance, every
outcome weighed; False where it cannot tell. `sight` is a record to work in."""


def no_weights() -> Weights:
    """Nothing was learned."""
    return np.zeros(0, np.float32)


MOST_TERMS = 8


class Terms(NamedTuple):
    """The parts of an evaluation: they add up to what it expects of a seat, and say what a move is for."""

    words: tuple[str, ...]
    """How a hint names each of them; at most `MOST_TERMS`."""
    write: Callable[[State, int, Weights, Reals], None]
    """(state, seat, weights, values): a kernel function that writes each part, in the order of the words. Values come
    as no numbers (NaN), and those that do not count any more stay so."""


class Patterns(NamedTuple):
    """What an evaluation can learn."""

    note: Callable[[State, int, Weights, Numbers], float]
    """(state, seat, weights, notes): a kernel function that notes the patterns of a seat, from 1 on; notes[0] is where
    they end. Returns what the seat may expect besides their weights."""
    most: int
    """The length of `notes`."""
    shared: Callable[[], Places]
    """[pattern]: the number of its weight, the same for patterns that are images of each other."""
    longest: int = 32
    """A game is broken off after so many moments, with what is expected then."""
    by_turns: bool = False
    """Whether a moment to learn from is the end of each turn; otherwise it is each chance."""
    begin: Callable[[], Weights] | None = None
    """The first weights, where there are some before anything was learned; they stay as they are."""


class Evaluation(NamedTuple):
    """An evaluation and what it has learned."""

    evaluate: Evaluate
    weights: Callable[[], Weights] = no_weights
    """What was learned, loaded once."""
    by_hand: Callable[[], Weights] | None = None
    """The weights of the hand-written evaluation, where these are others."""
    patterns: Patterns | None = None
    read: Callable[[Path], Weights] | None = None
    """The weights in a file that `smalti train` or `smalti tune` has made."""
    first: str = ""
    """The file of the weights that were shipped first, where these are others; `legend-1` judges by them."""
    part: Callable[[int], tuple[int, int]] | None = None
    """(seats): from which to which weight a game with so many seats is judged by; without, all may be needed."""

    foresee: Foresee | None = None
    """What is to be expected before a chance, where a game can tell faster than by trying."""
    sight: np.dtype[np.void] | None = None
    """The record that `foresee` works in."""
    likely: Callable[[State, int, Numbers], int] | None = None
    """(state, seat, moves): a kernel function that lists the legal moves without those that hardly ever pay, where a
    game has many. Steps inside a turn and turns played on know no others; nobody makes another one by mistake."""
    inside: Callable[[State, int, Weights], float] | None = None
    """(state, seat, weights): a kernel function for what a seat may expect inside its turn, in a game whose steps
    change nothing for the others until the turn ends."""

    def thumb(self) -> Weights:
        """The weights of the hand-written evaluation."""
        return (self.by_hand or self.weights)()

    def steps(self) -> int:
        """How many of the weights judge steps inside a turn, 0 for all: what was learned of ends of turns cannot."""
        return len(self.thumb()) if self.patterns and self.patterns.by_turns else 0


class Plan(NamedTuple):
    """How to search, for one game."""

    denial: float
    """The share of the best other seat's points that counts against the own."""
    explore: float
    """How many points the doubt about a move is worth."""
    doubt: float
    """Differences of this many points between first looks are taken seriously."""
    effort: int
    """How many evaluations a look at the moves of a deeper node may take."""
    ahead: int
    """How many turns are played on from a leaf, each seat by a first look, before it is evaluated."""
    trust: float
    """How many simulations a first look counts for."""
    beyond_chance: int = 1
    """1: the tree goes on beyond chance, blind to what it brings; 0: it ends where chance is next."""
    horizon: int = 0
    """How many turns a simulation sees at least, counted from the root, so that all are evaluated at the same time."""
    exact: int = 0
    """The end is tried line by line, with so many steps at most, where chance has nothing left to say; only for a game
    that has no fewer moves than outcomes. 0: never."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think: simulations, which are the same everywhere, or time, or the lesser of both."""

    simulations: int | None = None
    milliseconds: int | None = None
    cores: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.milliseconds is None:
            raise SmaltiError("a budget is a number of simulations or of milliseconds; here is neither")


@dataclass(frozen=True)
class Strength:
    """How a level plays one game."""

    blur: float = 0.0
    """A loss of about so many points is often overlooked."""
    budget: Budget | None = None
    """How much is searched; without one a first look decides."""
    ahead: int = 1
    """How many turns each simulation plays on."""
    horizon: int = 0
    """How many turns each simulation sees at least, if other than the game's plan says."""
    exact: int = 0
    """With how many steps at most the end of a game is tried line by line (`Plan.exact`)."""
    faith: float = 1.0
    """How far first looks trust what was learned beyond hand-written rules of thumb; 0: not at all."""
    beyond: int = 0
    """Looks beyond chance, with so many evaluations to choose each move there, instead of growing a tree; -1: by what
    the game foresees (`Evaluation.foresee`)."""
    weights: str = ""
    """The file with what it judges by, if other than what is shipped."""
    denial: float | None = None
    """What the best other's points count, if other than the game's plan says."""


class Start(NamedTuple):
    """Where tuning begins: weights written by hand, and how far evolution may go from them at first."""

    weights: Weights
    """[seats, feature, knot]"""
    scale: Reals
    """[feature]: the first steps of evolution, in points."""
    evolved: int
    """How many features evolution changes, the first ones; 0 for a game that learns all."""


@dataclass(frozen=True)
class Thinking:
    """What a game knows of how to think of it."""

    evaluation: Evaluation
    terms: Terms | None = None
    """The parts of the evaluation."""
    plan: Callable[[int], Plan] | None = None
    """(seats): how to search it."""
    strength: Callable[[str, int], Strength] | None = None
    """(level, seats): how a level plays it."""
    start: Callable[[], Start] | None = None
    """Where tuning its weights begins; a game without has nothing to tune."""
    vision: Callable[[], Vision] | None = None
    """How a network sees it alone; a game without has none that learns."""
