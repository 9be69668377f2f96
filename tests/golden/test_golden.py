"""Games written down once: playthroughs, perft counts and a corpus of records.

A change of rules shows as a diff of these files. `make golden` rewrites them; whoever does so reviews the diff.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from smalti.games import GAMES, find_game
from smalti.kernel.game import CHANCE, Game
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import parse_line, verify, write_line, write_record
from tests.play import Setting, finished, new_match, setting_id, settings

pytestmark = pytest.mark.golden

FOLDER = Path(__file__).parent
CORPUS = FOLDER / "corpus"
REWRITE = bool(os.environ.get("SMALTI_REWRITE_GOLDEN"))
MOST_BYTES = 60_000
MOST_PLIES = 120
"""Random games of some games hardly ever end; what happens until then is enough."""
MOST_POSITIONS = 100
"""Perft goes as deep as it gets with this many positions; the last step is counted, not made."""
DEEPEST = 4
CORPUS_SEEDS = {"mosaix": range(4), "majolica": range(1)}
"""The games whose corpus is written here; that of Maharani was made elsewhere."""

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
each_setting = pytest.mark.parametrize("setting", settings(), ids=setting_id)


def compare(path: Path, text: str, most: int = MOST_BYTES) -> None:
    """The text is that of the file; or becomes it, when the files are rewritten."""
    assert len(text.encode()) < most, f"{path.name} would be too large to review"
    if REWRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if not path.exists():
        pytest.fail(f"there is no {path.relative_to(FOLDER.parent)}; run make golden")
    assert text == path.read_text(encoding="utf-8"), "if the rules were meant to change, run make golden"


# Playthroughs


def playthrough(match: Match) -> Iterator[str]:
    """The record of a random game, every entry followed by the position after it, and how the points add up."""
    random = Random(0)
    while not match.position.is_over and len(match.log) < MOST_PLIES:
        seat = random.choice(match.position.actors())
        match.play(seat, random.choice(match.position.legal_moves(seat)))
    yield json.dumps({k: v for k, v in write_record(match).items() if k != "log"})
    position = match.log[0].before
    yield str(position)
    for event in match.log:
        position = position.after(event.by, event.move)
        yield f"  {json.dumps(event.entry)}"
        yield str(position)
    yield f"scores {match.position.scores()}"
    for seat in range(match.position.seats):
        yield from (f"  seat {seat}: {line.points} {line.say()}" for line in match.position.derivation(seat))


def file_name(setting: Setting) -> str:
    """Like 2-bloom.txt."""
    _, seats, options = setting
    values = [value if isinstance(value, str) else "-".join(value) for value in options.values()]
    return "-".join([str(seats), *values]) + ".txt"


@each_setting
def test_playthroughs_are_those_written_down(setting: Setting) -> None:
    lines = playthrough(new_match(*setting))

    compare(FOLDER / setting[0] / file_name(setting), "\n".join(lines) + "\n")


# Perft: in how many ways a game can go on for so many steps, moves and outcomes alike


def steps(position: Position) -> list[tuple[int, int]]:
    """What may come next, as (by, move or outcome); of several actors the first chooses."""
    if position.is_over:
        return []
    if position.needs_chance:
        return [(CHANCE, outcome) for outcome in outcomes(position)]
    seat = position.actors()[0]
    return [(seat, move) for move in position.legal_moves(seat)]


def outcomes(position: Position) -> list[int]:
    """What chance may give; where that is not listed, what a few generators give."""
    return sorted(position.outcomes()) or sorted({position.sample(seed * 7919) for seed in range(5)})


def perft(position: Position) -> list[int]:
    """The number of ways to go 1, 2, ... steps, as deep as the cap on positions allows."""
    level, counts = [position], list[int]()
    while len(counts) < DEEPEST and len(level) <= MOST_POSITIONS:
        ways = [(one, steps(one)) for one in level]
        counts.append(sum(len(some) for _, some in ways))
        if counts[-1] > MOST_POSITIONS:
            break
        level = [one.after(by, move) for one, some in ways for by, move in some]
    return counts


def crossroads(game: Game) -> Iterator[tuple[str, Position]]:
    """A few positions from all over a random game, with their text."""
    for seats in (game.facts.seat_counts[0], game.facts.seat_counts[-1]):
        match = new_match(game.name, seats, {})
        random = Random(1)
        yield f"{seats} seats", match.log[0].before
        for ply in range(MOST_PLIES):
            if match.position.is_over:
                break
            if ply in (0, 1, 2, 7, 20, 40, 80):
                yield str(match.position), match.position
            seat = random.choice(match.position.actors())
            match.play(seat, random.choice(match.position.legal_moves(seat)))


@each_game
def test_perft_counts_are_those_written_down(game: Game) -> None:
    counts = {text: perft(position) for text, position in crossroads(game)}

    compare(FOLDER / game.name / "perft.json", json.dumps(counts, indent=1) + "\n")


def test_perft_of_mosaix_rolls_are_those_written_down() -> None:
    """Formations and ways to enter them on a fresh board, for every roll; 7, 19, 32 and 57 formations by kind."""
    fresh = find_game("mosaix").text.parse_position("7/7/7/3O3/7/7/7,7/7/7/3T3/7/7/7 roll:0")
    position = Position(find_game("mosaix"), fresh, compiled=False)
    counts: dict[str, Any] = {}
    for outcome in sorted(position.outcomes()):
        rolled = position.after(CHANCE, outcome)
        laid = [rolled.after(0, move) for move in rolled.legal_moves()]
        counts[str(rolled).split(":")[-1]] = [len(laid), sum(len(one.legal_moves(0)) for one in laid)]

    assert {row[0] for row in counts.values()} == {7, 19, 32, 57}
    compare(FOLDER / "mosaix" / "rolls.json", json.dumps(counts, indent=1) + "\n")


# The corpus: records as they were once written, which every later version must read


def corpus_lines(game: str) -> Iterator[str]:
    for seed in CORPUS_SEEDS[game]:
        for name, seats, options in settings():
            if name == game:
                yield write_line(write_record(finished(name, seats, options, seed)))


def played_with(match: Match) -> tuple[int, object]:
    return match.position.seats, match.game.course.written_options(match.position.state)


@pytest.mark.parametrize("game", GAMES)
def test_every_record_of_the_corpus_verifies(game: str) -> None:
    path = CORPUS / f"{game}.jsonl"
    if REWRITE and game in CORPUS_SEEDS:
        CORPUS.mkdir(exist_ok=True)
        path.write_text("\n".join(corpus_lines(game)) + "\n", encoding="utf-8")
    lines = path.read_bytes().splitlines()

    matches = [verify(parse_line(line), find_game) for line in lines]

    played = [played_with(match) for match in matches]
    assert all(played_with(new_match(*setting)) in played for setting in settings() if setting[0] == game)
    for line, match in zip(lines, matches, strict=True):
        record = parse_line(line)
        assert write_record(match) == {key: value for key, value in record.items() if key != "chance"}
