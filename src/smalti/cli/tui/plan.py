"""What is agreed before a game: which one, how many seats, how many bots, which options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from smalti.cli.hotseat import HotSeat
from smalti.cli.saves import new_table
from smalti.games import GAMES
from smalti.kernel.errors import UnknownGame
from smalti.kernel.game import Game, Option


@dataclass(frozen=True)
class Plan:
    """A game about to begin; every change gives a new plan that can be played."""

    game: Game
    seats: int
    bots: int = 0
    options: Mapping[str, object] = field(default_factory=dict)

    def check(self) -> None:
        """Refuses what no menu would offer."""
        self.game.facts.check_seats(self.seats)
        self.game.facts.check_options(self.options)
        if not 0 <= self.bots < self.seats:
            raise UnknownGame(f"{self.bots} bots on {self.seats} seats leave no seat for you; at most {self.seats - 1}")

    def start(self, seed: int) -> HotSeat:
        """The table."""
        return new_table(self.game, self.seats, self.bots, self.options, seed)

    def next_game(self, step: int) -> Plan:
        """Another game, with its smallest table and its usual options."""
        games = list(GAMES.values())
        game = games[(games.index(self.game) + step) % len(games)]
        return Plan(game, game.facts.seat_counts[0])

    def next_seats(self, step: int) -> Plan:
        """Another number of seats."""
        counts = self.game.facts.seat_counts
        seats = counts[(counts.index(self.seats) + step) % len(counts)]
        return replace(self, seats=seats, bots=min(self.bots, seats - 1))

    def next_bots(self, step: int) -> Plan:
        """Another number of bots; one seat is left for a person."""
        return replace(self, bots=(self.bots + step) % self.seats)

    def next_value(self, option: Option, step: int) -> Plan:
        """Another value of an option."""
        values = option.values
        index = values.index(str(self.options.get(option.name, values[0])))
        return replace(self, options={**self.options, option.name: values[(index + step) % len(values)]})

    def toggled(self, option: Option, value: str) -> Plan:
        """One of several values switched on or off."""
        chosen = self.chosen(option)
        kept = [one for one in option.values if (one in chosen) != (one == value)]
        return replace(self, options={**self.options, option.name: kept})

    def chosen(self, option: Option) -> list[str]:
        """The values of an option that allows several."""
        values = self.options.get(option.name, [])
        assert isinstance(values, list)
        return values
