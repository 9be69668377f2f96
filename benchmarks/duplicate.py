"""Whether duplicate ranks truer than free deals: `python -m benchmarks.duplicate --tournaments 60 GAME`.

Players of known order: the same bot, of which each makes a greater share of its moves at random than the one before.
They play whole tournaments with the same pairs and seats, once with a deal for each table and once with one deal for
all tables of a round. How true a ranking is, is Kendall's tau with the known order; intervals are over tournaments, of
the difference in pairs. Free deals are ranked by games won, and also by the margin against all who had the same seat,
as duplicate is: what is left of the difference then is the shared deal alone.
"""

from __future__ import annotations

import argparse
import math
from itertools import combinations
from statistics import fmean, stdev

from smalti.bots import Bot, find_bot
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.game import Game
from smalti.kernel.generator import spread
from smalti.kernel.match import Match
from smalti.server.club.tournaments.pairing import Drawing, draw
from smalti.server.club.tournaments.rounds import Board, History, Kind, Round
from smalti.server.club.tournaments.standing import standing

SEED = 2026
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


def tau(kind: Kind, history: History, count: int) -> float:
    """How true a ranking is: 1 in the known order, -1 in the opposite; equal ranks are half right."""
    rank = {line.entry: line.rank for line in standing(kind, range(1, count + 1), history)}
    signs = [(rank[b] > rank[a]) - (rank[b] < rank[a]) for a, b in combinations(range(1, count + 1), 2)]
    return fmean(signs)


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
    found: dict[str, list[float]] = {"won": [], "margin": [], "shared": []}
    for number in range(asked.tournaments):
        free = tournament(game, players, asked.rounds, number, shared=False)
        same = tournament(game, players, asked.rounds, number, shared=True)
        for name, kind, history in (
            ("won", "swiss", free),
            ("margin", "duplicate", free),
            ("shared", "duplicate", same),
        ):
            found[name].append(tau(kind, history, asked.players))  # type: ignore[arg-type]
        if number % 10 == 9:
            print(line(asked, found), flush=True)


def line(asked: argparse.Namespace, found: dict[str, list[float]]) -> str:
    """What was found so far, as a line of the table."""
    pairs = [zip(found["shared"], found[other], strict=True) for other in ("won", "margin")]
    gains = [told([a - b for a, b in pair]) for pair in pairs]
    games = asked.players // 2 * asked.rounds
    cells = (find_game(asked.game).title, asked.players, asked.rounds, games, len(found["won"]))
    return f"| {' | '.join(map(str, (*cells, *map(told, found.values()), *gains)))} |"


if __name__ == "__main__":
    main()
