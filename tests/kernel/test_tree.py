"""Games with variations and comments: grown, walked, written and read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import smalti
from smalti.games import GAMES, find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import IllegalMove, SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import RecordError, verify, write_line, write_record
from smalti.kernel.studies import DEEPEST, STUDY, read_tree, write_tree
from smalti.kernel.tree import Child, Node, Tree, Visitor


def step(node: Node, random: Random) -> Child:
    """Some way to go on, chance included."""
    position = node.position
    if not position.needs_chance:
        by = random.choice(position.actors())
        return node.add_variation(random.choice(position.legal_moves(by)), by)
    outcomes = list(position.outcomes()) or [position.sample(random.getrandbits(62))]
    return node.add_variation(random.choice(outcomes))


def grown(name: str, steps: int, seed: int = 1) -> Tree:
    """A tree that was tried at random, with something said here and there."""
    random, tree = Random(seed), Tree.new(find_game(name), 2, ("Ann", "Bob"))
    nodes: list[Node] = [tree]
    for n in range(steps):
        node = random.choice(nodes[-8:])
        if not node.position.is_over:
            nodes.append(step(node, random))
            nodes[-1].comment = "" if n % 5 else f"after {n}"
    return tree


class Outline(Visitor[str]):
    """Writes the numbers of a tree in the order in which it is read."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def visit_node(self, node: Child) -> None:
        self.words.append(str(node.move))

    def begin_variation(self, node: Child) -> None:
        self.words.append(f"( instead of {node.parent.variations[0].move}:")

    def end_variation(self, node: Child) -> None:
        self.words.append(f") {node.by}")

    def result(self) -> str:
        return " ".join(self.words)


@pytest.mark.parametrize("name", GAMES)
def test_a_tree_survives_being_written_and_read_in_words_and_in_numbers(name: str) -> None:
    tree = grown(name, 60)
    for numbered in (False, True):
        written = json.loads(write_line(write_tree(tree, numbered=numbered)))
        read = read_tree(written, find_game)
        assert write_tree(read, numbered=numbered) == written
        assert read.accept(Outline()) == tree.accept(Outline())
        assert [node.comment for node in read] == [node.comment for node in tree]
        assert [node.position for node in read] == [node.position for node in tree]
    assert len(written["variations"]) > 1


@pytest.mark.parametrize("name", GAMES)
def test_the_main_line_of_a_tree_is_a_record_that_others_verify(name: str) -> None:
    written = write_tree(grown(name, 60))

    assert written["format"] == "smalti-record/1"
    assert verify(written, find_game).position == read_tree(written, find_game).end().position


def test_a_visitor_is_shown_the_line_then_the_other_ways_then_how_it_goes_on() -> None:
    tree = Tree.new(find_game("mosaix"), 1)
    rolled = tree.add_variation(4)
    tree.add_variation(5, comment="another roll").add_variation(tree.variations[1].position.legal_moves()[0])
    first, second = rolled.position.legal_moves()[:2]
    rolled.add_variation(first)
    rolled.add_variation(second)
    other = tree.variations[1].variations[0].move

    assert tree.accept(Outline()) == f"4 ( instead of 4: 5 {other} ) -1 {first} ( instead of {first}: {second} ) 0"
    assert [(node.by, node.move) for node in tree.mainline()] == [(CHANCE, 4), (0, first)]


def test_the_same_way_is_not_made_twice_and_what_is_not_legal_is_refused() -> None:
    tree = Tree.new(find_game("mosaix"), 1)
    node = tree.add_variation(4)

    assert tree.add_variation(4, comment="said later") is node
    assert node.comment == "said later"
    assert tree.variation(CHANCE, 4) is node
    assert tree.variation(CHANCE, np.zeros(3)) is None  # type: ignore[arg-type]  # no number is no way
    with pytest.raises(IllegalMove):
        node.add_variation(node.position.legal_moves()[-1] - 1)
    with pytest.raises(SmaltiError):
        tree.add_variation(99)
    assert len(tree.variations) == 1
    assert not node.variations


def test_a_way_can_become_the_main_one_or_go() -> None:
    tree = Tree.new(find_game("mosaix"), 1)
    a, b, c = (tree.add_variation(roll) for roll in (4, 5, 6))

    c.promote()
    assert tree.variations == [a, c, b]
    assert not c.is_mainline
    b.promote_to_main()
    assert tree.variations == [b, a, c]
    assert b.is_mainline
    a.remove()
    assert tree.variations == [b, c]
    b.promote()
    assert tree.variations == [b, c]


def test_what_was_taken_out_of_a_tree_is_moved_no_more() -> None:
    tree = Tree.new(find_game("mosaix"), 1)
    gone, kept = tree.add_variation(4), tree.add_variation(5)
    below = gone.add_variation(gone.position.legal_moves()[0])
    gone.remove()

    assert not gone.is_mainline
    for move in (gone.promote, gone.promote_to_main, gone.remove, below.promote_to_main):
        with pytest.raises(SmaltiError, match="has been taken out of its tree"):
            move()
    assert tree.variations == [kept]


def test_a_study_from_a_position_says_so_and_is_no_record() -> None:
    position = smalti.new("maharani", seed=3)
    tree = Tree(position)
    tree.comment = "as we found it"
    step(tree, Random(1))
    written = write_tree(tree)

    assert (written["format"], written["position"]) == (STUDY, str(position))
    assert write_tree(read_tree(written, find_game)) == written
    numbers = write_tree(tree, numbered=True)
    assert numbers["format"] == STUDY
    assert write_tree(read_tree(numbers, find_game)) == written
    with pytest.raises(RecordError, match="smalti-study/1"):
        verify(written, find_game)


def test_chance_stays_with_the_main_line_only_while_it_gave_all_of_it() -> None:
    match = Match.new(find_game("mosaix"), 1, chance=Chance.from_seed(1, "tree"))
    match.play(0, match.position.legal_moves()[0])
    record = write_record(match)
    tree = read_tree(record, find_game)
    assert write_tree(tree) == record == write_tree(Tree.of(match))

    rolls = [roll for roll in tree.position.outcomes() if roll != tree.variations[0].move]
    tree.add_variation(rolls[0]).promote_to_main()
    assert "chance" not in write_tree(tree)
    assert not verify(write_tree(tree), find_game).position.is_over


def spoiled(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """A record with variations in which something is wrong."""
    record: dict[str, Any] = json.loads(write_line(write_tree(grown("mosaix", 30))))
    change(record)
    return record


def deep(record: dict[str, Any]) -> None:
    """More variations of variations than anybody reads."""
    tree = Tree.new(find_game("mosaix"), 1)
    inner = write_tree(tree) | {"seats": [{"name": "A"}]}
    roll = {"by": "chance", "do": "roll", "dice": ["circle"] * 4}
    for _ in range(DEEPEST + 1):
        inner = {"at": 0, "log": [roll], "variations": [inner | {"at": 0, "log": [roll]}]}
    record |= write_tree(tree) | {"variations": [inner]}


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(comments=[]),
        lambda record: record.update(comments={"9999": "x"}),
        lambda record: record.update(comments={"x": "x"}),
        lambda record: record.update(comments={"0": 1}),
        lambda record: record.update(comments={"0": "x" * 5000}),
        lambda record: record.update(variations={}),
        lambda record: record["variations"].append({"at": -1, "log": record["log"][:1]}),
        lambda record: record["variations"].append({"at": 0, "log": []}),
        lambda record: record["variations"].append({"at": 0, "log": [{"by": 0, "do": "fly"}]}),
        lambda record: record["log"].append({"by": "chance", "do": "start", "seat": 0}),
        lambda record: record.update(format=STUDY, position=7),
        lambda record: record.update(format=STUDY, position="nothing like it"),
        lambda record: record.update(format=STUDY, position="7/7/7/3X3/7/7/7 roll:0 scale=6"),
        deep,
    ],
)
def test_a_wrong_tree_is_refused_with_a_sentence(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(RecordError):
        read_tree(spoiled(change), find_game)


def test_a_tree_goes_on_from_a_seeded_position_without_drawing_by_itself() -> None:
    tree = Tree(smalti.new("mosaix", seats=1, seed=1))

    node = tree.add_variation(tree.position.legal_moves()[0])

    assert not tree.position.draws
    assert node.position == Position.of(tree.game, tree.position.state).play(node.move)
    assert tree.end() is node
