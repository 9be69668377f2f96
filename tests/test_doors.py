"""The front door and environments: what is wrong is told in a sentence of ours, at once, and as Python expects it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import smalti
from smalti.envs.gymnasium import SoloEnv, SoloVectorEnv
from smalti.envs.pettingzoo import env, parallel_env
from smalti.games import GAMES
from smalti.kernel.game import Rules
from tests.play import finished


def mosaix() -> smalti.Position:
    return smalti.new("mosaix", seed=1)


def commented(comment: Any) -> smalti.Tree:
    tree = smalti.Tree.new("mosaix")
    tree.comment = comment
    return tree


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a position of 3": (lambda: smalti.parse("mosaix", 3), "a position is a text, not 3"),  # type: ignore[arg-type]
    "a tree of 3": (lambda: smalti.read_tree(3), "a record is an object, not 3"),  # type: ignore[arg-type]
    "a review of 3": (lambda: smalti.review(3), "a review is of a record or a match, not of 3"),  # type: ignore[arg-type]
    "a tree at 3": (lambda: smalti.Tree(3), "a tree begins at a position, not 3"),  # type: ignore[arg-type]
    "names of 5": (lambda: smalti.Tree(mosaix(), names=5), "2 seats need as many names, not 5"),  # type: ignore[arg-type]
    "one name": (lambda: smalti.Tree(mosaix(), ("Ann",)), r"2 seats need as many names, not \('Ann',\)"),
    "a visitor of 3": (lambda: smalti.Tree(mosaix()).accept(3), "a tree is shown to a `Visitor`, not to 3"),  # type: ignore[arg-type]
    "a tree of match 3": (lambda: smalti.Tree.of(3), "a tree is made of a match, not of 3"),  # type: ignore[arg-type]
    "a tree's chance": (lambda: smalti.Tree(mosaix(), None, 3), "outcomes come from a `Chance`"),  # type: ignore[arg-type]
    "a comment": (
        lambda: smalti.Tree(mosaix()).add_variation(mosaix().legal_moves()[0], comment=5),  # type: ignore[arg-type]
        "a comment is a text, not 5",
    ),
    "a record of 3": (lambda: smalti.write_record(3), "a match is written, not 3"),  # type: ignore[arg-type]
    "a record's names": (
        lambda: smalti.write_record(smalti.Match(mosaix()), ("Ann",)),
        r"2 seats need as many names, not \('Ann',\)",
    ),
    "names that nobody sees": (
        lambda: smalti.write_record(smalti.Match.new("mosaix", 2), ("Ann", "\u200b")),
        "is no name of a seat: in that nothing can be seen",
    ),
    "a record from the middle": (
        lambda: smalti.write_record(smalti.Match(mosaix())),
        "a record begins where its game does, and this match does not; `write_tree` writes it",
    ),
    "a long comment": (
        lambda: smalti.write_tree(commented("x" * 4001)),
        "a comment has at most 4000 letters, not 4001",
    ),
    "a comment of 5": (lambda: smalti.write_tree(commented(5)), "a comment is a text, not 5"),
    "a match at 3": (lambda: smalti.Match(3), "a match begins at a position, not 3"),  # type: ignore[arg-type]
    "a match's chance": (lambda: smalti.Match.new("mosaix", 2, chance=3), "outcomes come from a `Chance`"),  # type: ignore[arg-type]
    "a match's log": (lambda: smalti.Match(mosaix(), None, [3]), r"a match has a log, not \[3\]"),  # type: ignore[arg-type]
    "chance of 3": (lambda: smalti.Chance(3, "id"), r"all of them texts, not \(3, 'id', ''\)"),  # type: ignore[arg-type]
    "a position of x": (lambda: smalti.Position("x", 3), "there is no game 'x'; there are: mosaix"),  # type: ignore[arg-type]
    "a state of 3": (lambda: smalti.Position("mosaix", 3), "made of a record of Mosaix, not of 3"),  # type: ignore[arg-type]
    "a file of 3": (lambda: smalti.load(3), "a file is named by a text or a path, not by 3"),  # type: ignore[arg-type]
    "a file with a null": (lambda: smalti.load("a\0b"), "a file is named by a text or a path"),
    "preparing 3": (lambda: smalti.Preparation(3), "games are prepared as a tuple of them, not as 3"),  # type: ignore[arg-type]
    "looking at 3": (
        lambda: mosaix().symmetries()[1].move(3, 0),  # type: ignore[arg-type]
        "a symmetry looks at a position, not 3",
    ),
    "another's symmetry": (
        lambda: mosaix().symmetries()[1].outcome(smalti.new("majolica", seed=1), 0),
        "is no symmetry of this position",
    ),
    "perft of None": (lambda: smalti.perft(None, 1), "a perft begins at a position, not None"),  # type: ignore[arg-type]
    "perft to x": (lambda: smalti.perft(mosaix(), "x"), "a perft goes 1 to 64 steps, not 'x'"),  # type: ignore[arg-type]
    "perft to 0": (lambda: smalti.perft(mosaix(), 0), "a perft goes 1 to 64 steps, not 0"),
    "marks": (lambda: mosaix().svg(marks=3), "marks are places and arrows pairs of places"),  # type: ignore[arg-type]
    "arrows": (lambda: mosaix().svg(arrows=[(1, 2, 3)]), "arrows pairs of places"),  # type: ignore[list-item]
    "language": (lambda: mosaix().svg(language=5), "a language is a text, not 5"),  # type: ignore[arg-type]
    "caption": (lambda: mosaix().svg(caption=5), "a caption is a text, not 5"),  # type: ignore[arg-type]
    "episode": (
        lambda: smalti.Position.new("mosaix", 2, seed=1, episode="x"),  # type: ignore[arg-type]
        "an episode is a whole number",
    ),
    "options": (lambda: smalti.Position.new("mosaix", 2, 3), "are names with their values, not 3"),  # type: ignore[arg-type]
    "a game of 3": (lambda: smalti.Match.new(3, 2), "there is no game 3; there are: mosaix"),  # type: ignore[arg-type]
    "stats of a file": (lambda: smalti.stats("file.jsonl"), "statistics are made of records"),  # type: ignore[arg-type]
    "reward": (lambda: smalti.batch("mosaix", 3, reward="glory"), "`reward` is one of outcome, points, not 'glory'"),
    "size": (lambda: smalti.batch("mosaix", 0), "a batch has at least one game, not 0"),
    "threads": (lambda: smalti.batch("mosaix", 3, threads=np.zeros(3)), "`threads` is a whole number"),  # type: ignore[arg-type]
    "device": (lambda: smalti.batch("mosaix", 3, device=np.zeros(3)), "a device is a text"),  # type: ignore[arg-type]
    "shape": (lambda: smalti.batch("mosaix", 3).step([1, 2]), "one move for each of 3 games"),
    "players": (lambda: env("mosaix", players=3), "Mosaix has no option 'players'"),
    "parallel foo": (lambda: parallel_env("mosaix", foo=3), "Mosaix has no option 'foo'"),
    "foo": (lambda: SoloEnv("mosaix", foo=3), "Mosaix has no option 'foo'"),
    "foo of many": (lambda: SoloVectorEnv("mosaix", 2, foo=3), "Mosaix has no option 'foo'"),
    "a record": (lambda: smalti.read_tree({"format": "x"}), "format"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_a_value_error_with_a_sentence(case: str) -> None:
    call, words = WRONG[case]

    with pytest.raises(smalti.SmaltiError, match=words) as refused:
        call()
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize("language", ["9" * 5000, "a\0b", "../locale/fr", "fr/", "\ud800"])
def test_what_names_no_language_is_answered_in_english_and_opens_no_file(language: str) -> None:
    position = smalti.new("maharani", seed=1)

    assert position.svg(language=language) == position.svg() != position.svg(language="fr")


def test_games_are_known_by_their_names() -> None:
    assert smalti.Match.new("maharani", 3).game is smalti.Tree.new("maharani", 3).position.game is GAMES["maharani"]
    assert smalti.Batch("mosaix", 2, 1).game is GAMES["mosaix"]
    assert smalti.Position.of("mosaix", mosaix().state) == mosaix()


def test_what_is_written_of_matches_is_loaded_again(tmp_path: Path) -> None:
    matches = [finished("mosaix", 2, {}), smalti.Match.new("maharani", 3, chance=smalti.Chance.from_seed(1, "ours"))]
    file = tmp_path / "ours.jsonl"
    file.write_text("".join(json.dumps(smalti.write_record(match)) + "\n" for match in matches), encoding="utf-8")

    assert [(one.position, list(one.log)) for one in smalti.load(file)] == [
        (match.position, list(match.log)) for match in matches
    ]


@pytest.mark.parametrize("wrong", ["cut short", "a wrong byte", "a wrong sum"])
def test_a_compressed_file_that_is_damaged_is_no_record(wrong: str, tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(json.dumps(smalti.write_record(finished("mosaix", 1, {}))).encode()))
    if wrong == "cut short":
        del packed[-20:]
    else:
        packed[-6 if wrong == "a wrong sum" else 15] ^= 255
    (tmp_path / "games.jsonl.gz").write_bytes(packed)

    with pytest.raises(smalti.InvalidNotation, match="the compressed file is damaged behind line 0"):
        list(smalti.load(tmp_path / "games.jsonl.gz"))


def test_a_batch_says_why_a_move_is_none() -> None:
    """A rule forbids it, or there is no such move."""
    batch = smalti.batch("mosaix", 3, illegal="raise")
    moves = batch.masks().argmax(axis=1)
    skip = moves.copy()
    skip[1] = batch.game.course.action_count - 1
    none = np.where([False, False, True], 9999, moves)

    with pytest.raises(smalti.IllegalMove, match=r"803 is no legal move of seat \d in game 1: .*\(rule ") as forbidden:
        batch.step(skip)
    assert forbidden.value.reason.clause
    with pytest.raises(
        smalti.InvalidNotation, match=r"9999 is no legal move of seat . in game 2: Mosaix has the moves 0 to"
    ):
        batch.step(none)


@pytest.mark.parametrize("name", ["mosaix", "majolica"])
def test_a_random_action_is_drawn_by_the_mask_of_an_environment(name: str) -> None:
    environment = SoloEnv(name, illegal="raise")
    _, info = environment.reset(seed=1)

    for _ in range(20):
        _, _, over, _, info = environment.step(environment.action_space.sample(info["action_mask"]))
        if over:
            _, info = environment.reset()
    assert info["action_mask"].dtype == np.int8
    assert environment.action_masks().dtype == np.bool_


def test_pettingzoo_begins_with_reset() -> None:
    with pytest.raises(smalti.SmaltiError, match="begins with `reset`"):
        env("mosaix").last()
    table = parallel_env("mosaix", most_moves=1)
    with pytest.raises(smalti.SmaltiError, match="goes on with `reset`"):
        table.step({})
    seen, _ = table.reset(seed=1)
    actions: dict[str, Any] = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
    table.step(actions)
    with pytest.raises(smalti.SmaltiError, match="goes on with `reset`"):
        table.step(actions)


def test_openspiel_refuses_what_is_wrong() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import smalti.envs.openspiel

    state = smalti.envs.openspiel.SmaltiGame(GAMES["mosaix"]).new_initial_state()
    for call in (
        lambda: state.apply_action(803),
        lambda: state.action_to_string(pyspiel.PlayerId.CHANCE, 100_000),
        lambda: state.action_to_string(0, 100_000),
        lambda: state.get_game().state_at(3),
        lambda: state.get_game().state_at(smalti.new("majolica", seed=1)),
        lambda: state.get_game().state_at(smalti.new("mosaix", 3, seed=1)),
        lambda: smalti.envs.openspiel.SmaltiGame(GAMES["mosaix"], {"utility": "glory"}),
        lambda: smalti.envs.openspiel.SmaltiGame(GAMES["mosaix"], {"horizon": -1}),
    ):
        with pytest.raises(smalti.SmaltiError):
            call()


def test_what_there_is_shows_what_it_is() -> None:
    position = mosaix()

    assert repr(smalti.batch("mosaix", 3)) == "<Batch of 3 games of Mosaix with 2 seats>"
    assert repr(smalti.Tree(position)) == f"<Tree of Mosaix, 0 nodes from {position}>"
    assert repr(GAMES["mosaix"]) == "<Mosaix>"
    assert repr(position.why_not(803)).endswith(")>")


def test_nothing_public_hands_out_compiled_rules() -> None:
    """They trust their arguments: a wrong number would end the process, and a right one change a position."""
    position = smalti.new("mosaix", seed=1, compiled=True)

    for owner in (position, position.game):
        public = {name: getattr(owner, name) for name in dir(owner) if not name.startswith("_")}
        handed = [name for name, one in public.items() if isinstance(one, Rules) and one is not GAMES["mosaix"].rules]
        assert handed == []
    with pytest.raises(ValueError, match="read-only"):
        position.game.rules.apply(position.state, position.actors()[0], position.legal_moves()[0])
