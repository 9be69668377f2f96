"""Complete games between bots. A game follows from the simulation and its index alone, in every process."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from functools import cache, cached_property

from smalti.bots.bot import Bot
from smalti.bots.players import find_player
from smalti.bots.random import RANDOM
from smalti.games import find_game
from smalti.kernel.chance import Chance
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Entry, Game, Options
from smalti.kernel.ledger import endless, ledger
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import write_head, write_line, write_record, write_result
from smalti.kernel.schema import MOST_ENTRIES
from smalti.kernel.state import State

LONGEST = 2000
"""After so many entries all choose at random: some bots would never end a game."""


@dataclass(frozen=True)
class Simulation:
    """A series of games with the same seats, options, bots and seed."""

    game: Game
    bots: tuple[Bot, ...]
    """One for each seat."""
    seed: int
    options: Options = field(default_factory=dict)
    compiled: bool = False

    @property
    def order(self) -> bytes:
        """By what another process finds the series: names, which are known there once its sources are."""
        return pickle.dumps(
            (self.game.name, [bot.name for bot in self.bots], self.seed, dict(self.options), self.compiled)
        )

    @property
    def is_random(self) -> bool:
        """Whether nobody thinks."""
        return all(bot is RANDOM for bot in self.bots)

    def chance(self, index: int) -> Chance:
        """Where the rolls and draws of the index-th game come from."""
        return Chance.from_seed(self.seed, f"{self.game.name}-{len(self.bots)}-{index}")

    def play(self, index: int) -> Match:
        """The index-th game of the series, played to its end."""
        match = Match.new(self.game, len(self.bots), self.options, self.chance(index), compiled=self.compiled)
        while not match.position.is_over:
            play_bot(match, choosing(match, self.bots), match.position.actors()[0])
            check_length(match)
        return match

    def line(self, index: int) -> str:
        """The index-th game as a line of a file; random games are played and written at full speed."""
        if not (self.compiled and self.is_random and self.game.text.context):
            return write_line(self.record(index))
        start, head = self._beginning
        chance = self.chance(index)
        entries, end = ledger(self.game).play_out(start, chance)
        result = write_line(write_result(Position.of(self.game, end, compiled=True), chance))
        return f'{head[:-1]},"log":[{",".join(entries)}],{result[1:]}'

    @cached_property
    def _beginning(self) -> tuple[State, str]:
        """How all games of the series begin, and what their records say of it."""
        start = Position.new(self.game, len(self.bots), self.options)
        return start.state, write_line(name_bots(write_head(start, names_of(self.bots)), self.bots))

    def record(self, index: int) -> Entry:
        """The index-th game as a record that names its bots."""
        return write_match(self.play(index), self.bots)


@cache
def find_simulation(order: bytes) -> Simulation:
    """The series of an order of our own."""
    game, bots, seed, options, compiled = pickle.loads(order)
    return Simulation(find_game(game), tuple(map(find_player, bots)), seed, options, compiled)


def choosing(match: Match, bots: tuple[Bot, ...]) -> tuple[Bot, ...]:
    """Who chooses in the place of each bot from here on."""
    return bots if len(match.log) < LONGEST else (RANDOM,) * len(bots)


def check_length(match: Match) -> None:
    """Refuses a game that is longer than a record may be."""
    if len(match.log) > MOST_ENTRIES:
        raise endless(match.game)


def play_bot(match: Match, bots: tuple[Bot | None, ...], seat: int) -> None:
    """One move of the bot in that seat, through the door that people use."""
    bot = bots[seat]
    assert bot is not None, "a person sits there"
    assert match.chance is not None, "bots draw from the chance of the match"
    match.play(seat, bot.move(match.position, seat, match.chance.bot_generator(len(match.log), seat)))


def write_match(match: Match, bots: tuple[Bot | None, ...]) -> Entry:
    """The record of a match, with the bot in each seat that has one."""
    return name_bots(write_record(match, names_of(bots)), bots)


def names_of(bots: tuple[Bot | None, ...]) -> tuple[str, ...]:
    """How those who sit there are called."""
    return tuple(f"{bot.name} {n}" if bot else f"Seat {n}" for n, bot in enumerate(bots, start=1))


def name_bots(record: Entry, bots: tuple[Bot | None, ...]) -> Entry:
    """The record with the bot in each seat that has one."""
    for fields, bot in zip(record["seats"], bots, strict=True):
        if bot:
            fields["bot"] = bot.name
    return record


def seat_bots(bots: list[Bot], seats: int) -> tuple[Bot, ...]:
    """A bot for each seat: one for all of them, or one for each."""
    if len(bots) not in (1, seats):
        raise SmaltiError(f"there are {len(bots)} bots for {seats} seats; name one for all seats or one for each")
    return tuple(bots) * (seats if len(bots) == 1 else 1)
