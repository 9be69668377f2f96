"""Whether duplicate ranks truer than free deals: `python -m benchmarks.duplicate --tournaments 60 GAME`.

Players of known order: the same bot, of which each makes a greater share of its moves at random than the one before.
They play whole tournaments with the same pairs and seats, once with a deal for each table and once with one deal for
all tables of a round. How true a ranking is, is Kendall's tau with the known order; intervals are over tournaments, of
the difference in pairs. Rankings are by games won, and against all who had the same seat by the margin at the table or
by the own points: between the last two of a kind nothing differs but the shared deal.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import cache
from itertools import combinations
from statistics import fmean, stdev

from smalti.bots import Bot, find_bot
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.server.club.tournaments.pairing import Drawing, draw
from smalti.server.club.tournaments.rounds import Board, History, Round
from smalti.server.club.tournaments.standing import margin, matchpoints

SEED = 2026
Worth = Callable[[History, int], float]
RANDOM = find_bot("random")


class Player:
    """One who makes a share of the moves at random, and the others as its bot does."""

    def __init__(self, bot: Bot, share: float) -> None:
        self.bot, self.share = bot, share

    def move(self, match: Match, seat: int, generator: int) -> int:
        """The next move; which ones are random differs from table to table, whatever is dealt."""
        drawn = spread(generator, len(match.log) * 8 + seat)
        careless = (drawn >> 20) % 10_000 < 10_000 * self.share
        return (RANDOM if careless else self.bot).move(match.position, seat, drawn)


def play(game: Game, players: list[Player], board: Board, chance: Chance, generator: int) -> Board:
    """A board played to its end."""
    match = Match.new(game, len(board.entries), {}, chance, compiled=True)
    while not match.position.is_over:
        seat = match.position.actors()[0]
        match.play(seat, players[board.entries[seat] - 1].move(match, seat, generator))
    return Board(board.entries, match.position.scores(), match.position.winners())


def tournament(game: Game, players: list[Player], rounds: int, number: int, *, shared: bool) -> History:
    """A whole tournament; the pairs and seats follow from its number alone."""
    order = sorted(range(1, len(players) + 1), key=lambda one: spread(number, one))
    played: list[Round] = []
    for n in range(rounds):
        drawn = draw(Drawing("duplicate", order, frozenset(order), played, {}))
        boards = []
        for table, board in enumerate(drawn):
            name = f"{number} {n}" if shared else f"{number} {n} {table}"
            generator = spread(spread(number, n), table + 100 * shared)
            boards.append(play(game, players, board, Chance.from_seed(SEED, name), generator))
        played.append(tuple(boards))
    return played


def points(board: Board, entry: int) -> float:
    """What an entry has made of it, whatever the others have."""
    return board.scores[board.entries.index(entry)]


def by_wins(history: History, entry: int) -> float:
    """Free games as everybody ranks them."""
    return sum(board.points(entry) for played in history for board in played if entry in board.entries)


def against_the_seat(worth: Callable[[Board, int], float]) -> Worth:
    """Matchpoints against all who had the same seat."""

    @cache
    def found(played: Round) -> dict[int, float]:
        return matchpoints(played, worth)

    return lambda history, entry: sum(found(played)[entry] for played in history)


def tau(worth: Worth, history: History, count: int) -> float:
    """How true a ranking is: 1 in the known order, -1 in the opposite; equal ones are half right."""
    value = {entry: worth(history, entry) for entry in range(1, count + 1)}
    return fmean((value[a] > value[b]) - (value[a] < value[b]) for a, b in combinations(range(1, count + 1), 2))


def told(values: list[float]) -> str:
    """A mean with its 95 % interval."""
    mean, half = fmean(values), 1.96 * stdev(values) / math.sqrt(len(values))
    return f"{mean:.3f} ({mean - half:.3f} to {mean + half:.3f})"


def main() -> None:
    """Plays the tournaments of one game and writes its line of the table, every ten anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tournaments", type=int, default=60)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--careless", type=float, default=0.5, help="share of random moves of the weakest")
    parser.add_argument("--bot", default="greedy")
    asked = parser.parse_args()
    game, bot = find_game(asked.game), find_bot(asked.bot)
    players = [Player(bot, asked.careless * n / (asked.players - 1)) for n in range(asked.players)]
    margins, scores = against_the_seat(margin), against_the_seat(points)
    found: dict[str, list[float]] = {}
    for number in range(asked.tournaments):
        free = tournament(game, players, asked.rounds, number, shared=False)
        same = tournament(game, players, asked.rounds, number, shared=True)
        ranked = {"free, wins": (by_wins, free), "free, margin": (margins, free), "shared, margin": (margins, same)}
        ranked |= {"free, points": (scores, free), "shared, points": (scores, same)}
        for name, (worth, history) in ranked.items():
            found.setdefault(name, []).append(tau(worth, history, asked.players))
        if number % 10 == 9:
            print(line(asked, found), flush=True)


def line(asked: argparse.Namespace, found: dict[str, list[float]]) -> str:
    """What was found so far, as a line of the table; last what sharing the deal gains."""
    pairs = [zip(found[f"shared, {by}"], found[f"free, {by}"], strict=True) for by in ("margin", "points")]
    gains = [told([a - b for a, b in pair]) for pair in pairs]
    games = asked.players // 2 * asked.rounds
    cells = (find_game(asked.game).title, asked.players, asked.rounds, games, len(found["free, wins"]))
    return f"| {' | '.join(map(str, (*cells, *map(told, found.values()), *gains)))} |"


if __name__ == "__main__":
    main()
