"""A game with variations and comments: a tree of positions that is read, written and visited (docs/records.md).

What players choose and what chance gives are nodes alike. The first variation of a node goes on with its line; a tree's
own line is the main line, and that alone is what a record without variations would say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, SupportsIndex, TypeVar

from smalti.kernel.chance import Chance
from smalti.kernel.door import read_names, read_position, read_text, whole
from smalti.kernel.errors import InvalidNotation, SmaltiError, WrongSeat, show
from smalti.kernel.game import CHANCE, Entry, Game
from smalti.kernel.log import Event, Log
from smalti.kernel.match import Match, check_chance
from smalti.kernel.position import Move, Position, still
from smalti.kernel.words import N_

Result = TypeVar("Result")


class Node:
    """A position, what is said of it, and how it goes on."""

    __slots__ = ("comment", "position", "variations")

    def __init__(self, position: Position, comment: str = "") -> None:
        self.position = position
        self.comment = comment
        self.variations: list[Child] = []
        """How it goes on, the main way first."""

    @property
    def line(self) -> list[Child]:
        """The nodes from the beginning of the game to this one, without the beginning."""
        found: list[Child] = []
        node: Node = self
        while isinstance(node, Child):
            found.append(node)
            node = node.parent
        return found[::-1]

    def variation(self, by: int, move: int) -> Child | None:
        """The way that goes on with this, if there is one."""
        wanted = whole(by), whole(move)
        return next((one for one in self.variations if (one.by, one.move) == wanted), None)

    def add_variation(self, move: Move, by: SupportsIndex | None = None, *, comment: str = "") -> Child:
        """Another way to go on: a move by number or in notation, or an outcome where chance is next.

        The first who is to choose makes it unless named. What is not legal is refused with the reason; a way that is
        there already is not made twice.
        """
        chance = self.position.needs_chance
        first = CHANCE if chance else (self.position.actors() or (0,))[0]
        after = Match(self.position)
        after.record(first if by is None else by, move)
        return self._join(after, comment)

    def add_entry(self, entry: Entry, *, comment: str = "") -> Child:
        """The same with an entry of a record, which must be allowed here as it is in a log."""
        if self.position.is_over:
            raise WrongSeat(N_("the game is over"))
        after = Match(self.position)
        after.enter(entry)
        return self._join(after, comment)

    def _join(self, after: Match, comment: str) -> Child:
        """The node behind what was done just now, made if it is new."""
        said, event = read_text("a comment", comment), after.log[0]
        found = self.variation(event.by, event.move)
        if found is None:
            found = Child(self, event.by, event.move, after.position)
            self.variations.append(found)
        found.comment = said or found.comment
        return found

    def mainline(self) -> Iterator[Child]:
        """How it goes on in the main way, to the end."""
        node: Node = self
        while node.variations:
            yield (node := node.variations[0])

    def end(self) -> Node:
        """The last node of the main way."""
        node: Node = self
        for node in self.mainline():  # noqa: B007 - only the last counts
            pass
        return node

    def __iter__(self) -> Iterator[Child]:
        """All nodes below, line by line, each before what follows it."""
        waiting = self.variations[::-1]
        while waiting:
            yield (node := waiting.pop())
            waiting += node.variations[::-1]


class Child(Node):
    """A node that something has led to."""

    __slots__ = ("by", "move", "parent")

    def __init__(self, parent: Node, by: int, move: int, position: Position) -> None:
        super().__init__(position)
        self.parent, self.by, self.move = parent, by, move

    @property
    def event(self) -> Event:
        """Who did what, and where."""
        return Event(self.by, self.move, self.parent.position)

    @property
    def is_mainline(self) -> bool:
        """Whether it is on the main line of its game."""
        return all(one.parent.variations[:1] == [one] for one in self.line)

    def promote(self) -> None:
        """One place before its siblings."""
        siblings = self._siblings()
        place = siblings.index(self)
        if place:
            siblings[place - 1 : place + 1] = [self, siblings[place - 1]]

    def promote_to_main(self) -> None:
        """Its whole line becomes the main line."""
        for siblings, one in [(one._siblings(), one) for one in self.line]:
            siblings.remove(one)
            siblings.insert(0, one)

    def remove(self) -> None:
        """Takes it and all that follows out of the tree."""
        self._siblings().remove(self)

    def _siblings(self) -> list[Child]:
        """All ways to go on where it does, itself among them."""
        if self not in self.parent.variations:
            raise SmaltiError("this variation has been taken out of its tree")
        return self.parent.variations


class Tree(Node):
    """The beginning of a game, or of a study from any position, with all that was tried from there."""

    __slots__ = ("chance", "names")

    def __init__(self, position: Position, names: tuple[str, ...] | None = None, chance: Chance | None = None) -> None:
        super().__init__(still(read_position("a tree begins at", position)))
        check_chance(chance)
        self.names = read_names(names, position.seats)
        self.chance = chance
        """Where the outcomes of the main line came from; None where they were chosen by hand."""

    def __repr__(self) -> str:
        return f"<Tree of {self.position.game.title}, {len(list(self))} nodes from {self.position}>"

    @classmethod
    def new(cls, game: Game | str, seats: int = 2, names: tuple[str, ...] | None = None, **options: object) -> Tree:
        """A game before anything has happened; chance gives nothing by itself."""
        return cls(Position.new(game, seats, options), names)

    @classmethod
    def of(cls, match: Match, names: tuple[str, ...] | None = None) -> Tree:
        """A game that was played, to be gone on with."""
        if not isinstance(match, Match):
            raise InvalidNotation(f"a tree is made of a match, not of {show(match)}")
        events = list(match.log)
        tree = cls(events[0].before if events else match.position, names, match.chance)
        node: Node = tree
        for event, after in zip(events, [*[one.before for one in events[1:]], match.position], strict=True):
            child = Child(node, event.by, event.move, after)
            node.variations.append(child)
            node = child
        return tree

    @property
    def game(self) -> Game:
        """The game that is looked at."""
        return self.position.game

    def match(self) -> Match:
        """The main line as a match; with its chance only where every outcome still follows from that."""
        events = [child.event for child in self.mainline()]
        drawn = [event for event in events if event.by == CHANCE]
        source = self.chance
        if source and any(one.before.sample(source.generator(n)) != one.move for n, one in enumerate(drawn)):
            source = None
        return Match(self.end().position, source, Log(events))

    def accept(self, visitor: Visitor[Result]) -> Result:
        """Shows the whole tree to a visitor in the order in which it is read; what the visitor makes of it."""
        if not isinstance(visitor, Visitor):
            raise InvalidNotation(f"a tree is shown to a `Visitor`, not to {show(visitor)}")
        visitor.visit_start(self)
        _walk(self, visitor)
        return visitor.result()


class Visitor(ABC, Generic[Result]):
    """Somebody who is shown a tree: the next node of a line first, then the other ways, then how the line goes on."""

    def visit_start(self, tree: Tree) -> None:
        """The beginning."""

    def visit_node(self, node: Child) -> None:
        """A node of the line at hand."""

    def begin_variation(self, node: Child) -> None:
        """Another way begins, with this node instead of the one that was shown last."""

    def end_variation(self, node: Child) -> None:
        """The way that this node began is at its end."""

    @abstractmethod
    def result(self) -> Result:
        """What came of it."""


def _walk(node: Node, visitor: Visitor[Result]) -> None:
    """What follows a node; only variations of variations go deeper."""
    while node.variations:
        first, *others = node.variations
        visitor.visit_node(first)
        for other in others:
            visitor.begin_variation(other)
            visitor.visit_node(other)
            _walk(other, visitor)
            visitor.end_variation(other)
        node = first
