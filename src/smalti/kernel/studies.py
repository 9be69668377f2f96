"""Trees as records (docs/records.md): the main line is the log, and what else was tried and said stands beside it.

A study from a position that was set up has no game before it, so it is no record but says `smalti-study/1`, with the
position in its text. Each line, the main one or another, is the same object: `log`, `comments` and `variations`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from smalti.kernel.chance import Chance
from smalti.kernel.door import read_text
from smalti.kernel.entry import is_number, read_numbered, show
from smalti.kernel.errors import InvalidNotation, SmaltiError
from smalti.kernel.game import CHANCE, Entry, Game
from smalti.kernel.log import Event
from smalti.kernel.placing import checked
from smalti.kernel.position import Position
from smalti.kernel.record import (
    BY_HAND,
    FindGame,
    RecordError,
    read_chance,
    read_header,
    start,
    write_course,
    write_head,
)
from smalti.kernel.schema import FORMAT, MOST_ENTRIES, NUMBERED
from smalti.kernel.tree import Child, Node, Tree

STUDY = "smalti-study/1"
DEEPEST = 64
"""Variations of variations."""
LONGEST = 4000
"""Letters of a comment."""

Written = Callable[[Event], Entry]


def write_tree(tree: Tree, *, numbered: bool = False) -> Entry:
    """The tree as a record of its main line, with everything else beside it; entries in words, or by their numbers."""
    if not isinstance(tree, Tree):
        raise InvalidNotation(f"a tree is written, not {show(tree)}")
    write = _numbered if numbered else _entry
    match = tree.match()
    head = write_head(match.position, tree.names) | write_course(match)
    if "chance" not in head and any(child.by == CHANCE for child in tree.mainline()):
        head[BY_HAND] = True
    if numbered:
        head["format"] = NUMBERED
    if tree.position != Position.new(tree.game, tree.position.seats, head["options"]):
        head |= write_head(tree.position, tree.names) | {"format": STUDY, "position": str(tree.position)}
    return head | _write_line(tree, [*tree.mainline()], write)


def _entry(event: Event) -> Entry:
    return event.entry


def _numbered(event: Event) -> Entry:
    return {"by": "chance" if event.by == CHANCE else event.by, "do": event.move}


def _comment(node: Node) -> str:
    """What is said of a position, as it may be read again."""
    if len(read_text("a comment", node.comment)) > LONGEST:
        raise InvalidNotation(f"a comment has at most {LONGEST} letters, not {len(node.comment)}")
    return node.comment


def _write_line(node: Node, line: list[Child], write: Written) -> Entry:
    """A line behind a node; other ways than its first entry are told by the line that it branches off from."""
    branches = bool(line) and line[0] is not node.variations[0]
    own = [*enumerate([node, *line])][branches:]
    comments = {str(n): _comment(one) for n, one in own if one.comment}
    others = [
        {"at": n} | _write_line(one, [other, *other.mainline()], write)
        for n, one in own
        for other in one.variations[1:]
    ]
    written: Entry = {"log": [write(child.event) for child in line]}
    return written | ({"comments": comments} if comments else {}) | ({"variations": others} if others else {})


def read_tree(record: Entry, find_game: FindGame) -> Tree:
    """The tree of a record or a study, everything in it checked; raises RecordError."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, not {show(record)}")
    studied = record.get("format") == STUDY
    try:
        header = read_header({"seats": []} | record | {"format": FORMAT} if studied else record, find_game)
        names = tuple(str(seat.get("name", f"Seat {n + 1}")) for n, seat in enumerate(header.seats))
        if studied and "position" in record:
            first = read_position(header.game, record["position"])
        else:
            first = start(header).position
        chance: Chance | None = read_chance(record["chance"]) if "chance" in record else None
        tree = Tree(first, names, chance)
    except RecordError:
        raise
    except SmaltiError as error:
        raise RecordError(str(error)) from error
    Reader(None if studied else header.numbered).line(tree, record, DEEPEST, "")
    return tree


def read_position(game: Game, text: object) -> Position:
    """A position that somebody has set up, in its text: one that a game can come to, as far as that is checked."""
    return checked(Position.of(game, game.text.parse_position(_text(text, LONGEST))))


class Reader:
    """Reads the lines of one record, whatever a stranger may have put there."""

    def __init__(self, numbered: bool | None) -> None:
        self.numbered = numbered
        """Whether entries are told by their numbers; None: each as it is."""
        self.left = MOST_ENTRIES

    def line(self, node: Node, said: Entry, deep: int, path: str) -> None:
        """One line behind a node, and what branches off from it."""
        if not deep:
            raise RecordError(f"variations are nested more than {DEEPEST} deep")
        nodes = [node]
        for index, entry in enumerate(_list(said.get("log"), "log")):
            nodes.append(self._child(nodes[-1], entry, index, path))
        self._comments(nodes, said.get("comments", {}), path)
        for tried in _list(said.get("variations", []), "variations"):
            at = tried.get("at")
            if not is_number(at) or not 0 <= at < len(nodes) or not tried.get("log"):
                raise RecordError(f"{path}a variation begins at entry {show(at)}, where there is nothing to begin at")
            self.line(nodes[at], tried, deep - 1, f"{path}variation at {at}, ")

    def _child(self, node: Node, entry: Entry, index: int, path: str) -> Node:
        self.left -= 1
        if self.left < 0:
            raise RecordError(f"the tree has more than {MOST_ENTRIES} entries")
        try:
            if self.numbered or (self.numbered is None and is_number(entry.get("do"))):
                by, move = read_numbered(entry, node.position.seats)
                return node.add_variation(move, by)
            return node.add_entry(entry)
        except SmaltiError as error:
            raise RecordError(path + str(error), index) from error

    def _comments(self, nodes: list[Node], comments: object, path: str) -> None:
        if not isinstance(comments, dict):
            raise RecordError(f"{path}the field 'comments' is not an object")
        for place, words in comments.items():
            if not place.isascii() or not place.isdigit() or int(place[:9]) >= len(nodes):
                raise RecordError(f"{path}there is a comment at entry {show(place)}, where there is none")
            nodes[int(place)].comment = _text(words, LONGEST)


def _list(value: object, name: str) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise RecordError(f"the field {name!r} is not a list of objects")
    return value


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise RecordError(f"{show(value)} is no text of at most {longest} letters")
    return value
