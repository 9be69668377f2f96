"""Golden files: whole games, and how many ways there are to play on. A change of rules shows as their diff."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from smalti.games import find_game
from smalti.games.maharani.components import PLAN_NAMES
from smalti.games.maharani.game import MAHARANI
from smalti.kernel.position import Position
from smalti.kernel.record import parse_line, verify, write_line, write_record
from tests.games.maharani.table import fill
from tests.play import finished, new_match

FOLDER = Path(__file__).parents[2] / "golden"
SETTINGS = [(seats, plan) for seats in MAHARANI.seat_counts for plan in PLAN_NAMES[:2]]

pytestmark = pytest.mark.golden


def compare(name: str, text: str) -> None:
    """Compares with a golden file, or rewrites it when asked to."""
    file = FOLDER / name
    if os.environ.get("SMALTI_REWRITE_GOLDEN"):
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_golden_games() -> None:
    """Maharani 10.1: the same seeds give the same games to the end."""
    records = [write_record(finished("maharani", seats, {"plan": plan}, seed=1)) for seats, plan in SETTINGS]

    compare("maharani.jsonl", "".join(write_line(record) + "\n" for record in records))


def test_golden_games_verify() -> None:
    """Maharani 10.3: the stored games give the stored scores and winners."""
    for line in (FOLDER / "maharani.jsonl").read_bytes().splitlines():
        assert verify(parse_line(line), find_game).position.is_over


def test_golden_perft() -> None:
    """Maharani 3.2: how many ways there are to play one and two moves from the first turn."""
    counts = {}
    for seats, plan in SETTINGS:
        first = new_match("maharani", seats, {"plan": plan}, seed=1).position
        counts[f"{seats} {plan}"] = [perft(first, plies) for plies in (1, 2)]

    compare("maharani-perft.json", json.dumps(counts, indent=1) + "\n")


def perft(position: Position, plies: int) -> int:
    """The number of ways to play on; chance gives what comes first."""
    position = fill(position)
    moves = position.legal_moves()
    if plies == 1:
        return len(moves)
    return sum(perft(position.after(position.actors()[0], move), plies - 1) for move in moves)
