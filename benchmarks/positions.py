"""Single positions in an ordinary loop of Python, next to python-chess in the same run.

`python -m benchmarks.positions --write` puts the table into docs/performance.md; python-chess comes with the extra
`bench`. Everything takes turns, the best round stands, and rates are by processor time, which other work on the machine
hardly changes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from time import process_time
from typing import Any

import smalti
from benchmarks.page import tell
from smalti.cli.measure import machine
from smalti.games import GAMES

ROUNDS, SECONDS, AT_ONCE = 7, 0.5, 500
LISTED = "as `play` has listed them"
"""No list is made there, and nothing of python-chess is like it."""

Turn = Callable[[int], None]


def play_lists(start: smalti.Position, decisions: int) -> None:
    """Legal moves as a list, one of them, the next position."""
    position, pick = start, random.Random(1).random
    for _ in range(decisions):
        moves = position.legal_moves()
        position = position.play(moves[int(pick() * len(moves))])
        if position.is_over:
            position = start


def play_arrays(start: smalti.Position, decisions: int) -> None:
    """The same with legal moves as an array."""
    position, pick = start, random.Random(1).random
    for _ in range(decisions):
        moves = position.legal_array()
        position = position.play(moves[int(pick() * len(moves))])
        if position.is_over:
            position = start


def hand_out_arrays(start: smalti.Position, questions: int) -> None:
    """The legal moves of a position as an array; `play` has listed them already."""
    for _ in range(questions):
        start.legal_array()


def list_arrays(positions: list[smalti.Position], questions: int) -> None:
    """The legal moves of positions as arrays, each found anew, as where one was parsed or is looked at again."""
    for position in positions[:questions]:
        position.forget_moves()
        position.legal_array()


def positions_of(start: smalti.Position) -> list[smalti.Position]:
    """What random games come to, as many as are asked at once."""
    found, pick = [start], random.Random(1)
    while len(found) < AT_ONCE:
        position = found[-1].play(pick.choice(found[-1].legal_moves()))
        found.append(start if position.is_over else position)
    return found


def play_chess(chess: Any, decisions: int) -> None:
    """Legal moves, one of them, push; a game without moves is followed by a new one."""
    board, pick = chess.Board(), random.Random(1).random
    for _ in range(decisions):
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) > 200:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(moves[int(pick() * len(moves))])


def list_chess(chess: Any, questions: int) -> None:
    """The legal moves of a middle game."""
    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    for _ in range(questions):
        list(board.legal_moves)


def rate(turn: Turn) -> float:
    """How often a second of a processor."""
    began, made = process_time(), 0
    while (worked := process_time() - began) < SECONDS:
        turn(AT_ONCE)
        made += AT_ONCE
    return made / worked


def measure() -> dict[str, float]:
    """The best of several rounds in which all take turns."""
    import chess

    turns: dict[str, Turn] = {
        "python-chess, list and push": partial(play_chess, chess),
        "python-chess, legal moves": partial(list_chess, chess),
    }
    for game in GAMES.values():
        start = smalti.new(game.name, seats=2, seed=1, compiled=True)
        turns[f"{game.title}, list and play"] = partial(play_lists, start)
        turns[f"{game.title}, array and play"] = partial(play_arrays, start)
        turns[f"{game.title}, legal moves {LISTED}"] = partial(hand_out_arrays, start.play(start.legal_moves()[0]))
        turns[f"{game.title}, legal moves found anew"] = partial(list_arrays, positions_of(start))
        slow = smalti.new(game.name, seats=2, seed=1, compiled=False)
        turns[f"{game.title}, list and play, interpreted"] = partial(play_lists, slow)
    best = dict.fromkeys(turns, 0.0)
    for _ in range(ROUNDS):
        for name, turn in turns.items():
            best[name] = max(best[name], rate(turn))
    return best


def table(best: dict[str, float]) -> str:
    """The figures as a table, with python-chess as the measure."""
    told = ", ".join(f"{name} {value}" for name, value in machine().items())
    lines = [
        f"Measured on {datetime.now(UTC):%Y-%m-%d}: {told}, chess {version('chess')}. Two seats; calls for each",
        "second of a processor.",
        "",
        "| | calls/s | python-chess = 1 |",
        "|---|---|---|",
    ]
    for name, value in best.items():
        alike = "legal moves" if "legal moves" in name else "list and push"
        times = "" if LISTED in name else f"{value / best[f'python-chess, {alike}']:.1f} x"
        lines.append(f"| {name} | {value:,.0f} | {times} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    tell("positions", __doc__, lambda: table(measure()))
