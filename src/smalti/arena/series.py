"""Which games are played: who sits where, with which chance. A series says it all before the first move.

A *deal* is one chance: the same rolls and draws for every game that is played with it. Each deal is played by every
*line-up*, and each line-up plays it once from every seat, turned by one seat from game to game:

    2 bots, 2 seats:   a b | b a
    3 bots, 2 seats:   a b | b a | a c | c a | b c | c b
    2 bots, 4 seats:   a b b b | b a b b | b b a b | b b b a       the earlier one alone against the later one
    4 bots, 4 seats:   a b c d | d a b c | c d a b | b c d a       and the next deal in another order round the table
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

from smalti.bots.bot import Bot
from smalti.bots.players import check_player, find_player
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game

Seating = tuple[int, ...]
"""For each seat the number of the bot that sits there."""


@dataclass(frozen=True)
class Series:
    """Games of one kind between some bots. A game follows from the series and its number, in every process."""

    game: str
    seats: int
    bots: tuple[str, ...]
    """Their specifications, as `find_player` reads them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    alone: bool = False
    """Pairs only, the earlier one of each alone against the later one on all other seats, whatever the numbers."""

    def check(self) -> None:
        """Refuses what cannot be played, before anything is."""
        game = self.rules
        game.facts.check_seats(self.seats)
        game.facts.check_options(self.options)
        for spec in self.bots:
            check_player(spec, game)
        if len(set(self.bots)) < len(self.bots):
            raise SmaltiError("a bot is named twice; give one of them a setting, or name it once")
        if not self.lineups:
            raise SmaltiError(f"a match needs at least two bots; here is {len(self.bots)}")

    @property
    def rules(self) -> Game:
        """The game itself."""
        return find_game(self.game)

    def players(self) -> list[Bot]:
        """The bots themselves."""
        return [find_player(spec) for spec in self.bots]

    def fields(self) -> dict[str, Any]:
        """All that decides how the games go, in plain fields."""
        return asdict(self) | {
            "options": dict(self.options),
            "bots": list(self.bots),
            "rules": self.rules.facts.version,
        }

    @cached_property
    def lineups(self) -> list[Seating]:
        """Who plays together."""
        numbers = range(len(self.bots))
        if self.seats > 1 and (self.alone or len(numbers) < self.seats):
            return [(one, *[other] * (self.seats - 1)) for one, other in combinations(numbers, 2)]
        return list(combinations(numbers, self.seats))

    @property
    def games_per_deal(self) -> int:
        """Every line-up once from every seat."""
        return len(self.lineups) * self.seats

    def deals_for(self, games: int) -> int:
        """How many deals are that many games.

        A deal is played whole, so that nobody has the better seat, and one alone would not say how much deals differ.
        """
        return max(2, -(-games // self.games_per_deal))

    def deal_of(self, number: int) -> int:
        """The deal that a game is played with."""
        return number // self.games_per_deal

    def seating(self, number: int) -> Seating:
        """Who sits where in a game."""
        deal, place = divmod(number, self.games_per_deal)
        lineup, turn = divmod(place, self.seats)
        first, *rest = self.lineups[lineup]
        orders = sorted(set(permutations(rest)))
        order = (first, *orders[deal % len(orders)])
        return order[self.seats - turn :] + order[: self.seats - turn]

    def chance(self, number: int) -> Chance:
        """The chance of a game: that of its deal, and of the game with that number that `smalti simulate` plays."""
        return Chance.from_seed(self.seed, f"{self.game}-{self.seats}-{self.deal_of(number)}")
