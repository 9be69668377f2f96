"""One game of a series, in whatever process."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from time import perf_counter
from typing import Any

from smalti.arena.series import Seating, Series
from smalti.bots import find_bot
from smalti.bots.bot import Bot, BotFailed, Budget
from smalti.bots.players import find_player
from smalti.bots.simulation import check_length, write_match
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.record import write_line

STAND_IN = "random"
"""Makes the move of a bot that failed, as at the table."""
MOST_CHOICES = 1000
"""Whoever has chosen so often in one game does not mean to end it, and fails from then on."""


@dataclass(frozen=True)
class Result:
    """How a game ended, seat by seat."""

    number: int
    deal: int
    seating: Seating
    scores: tuple[int, ...]
    winners: Seating
    """The seats that won: several if they tie."""
    moves: tuple[int, ...]
    """How often each seat had a choice."""
    seconds: tuple[float, ...]
    """How long it thought altogether."""
    failures: tuple[int, ...]
    """How often it crashed or chose what is not legal; a random move was made instead."""
    rank: str | None = None
    """The game's word for the result of one who plays alone."""
    record: str = ""
    """The game as a line of a file of records."""

    def fields(self) -> dict[str, Any]:
        """One line of a journal."""
        return asdict(self)

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> Result:
        """The result of a line."""
        values: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()}
        return cls(**values)

    @property
    def outcome(self) -> tuple[object, ...]:
        """All that follows from the series: everything but the time."""
        return self.number, self.seating, self.scores, self.winners, self.moves, self.failures, self.rank

    def shares(self) -> tuple[float, ...]:
        """What each seat has of the win: those who tie share it."""
        won = 1 / len(self.winners)
        return tuple(won if seat in self.winners else 0.0 for seat in range(len(self.scores)))

    def places(self) -> tuple[int, ...]:
        """The place of each seat, 0 for the winners, then by points; the same for those who tie."""
        standing = [(seat in self.winners, points) for seat, points in enumerate(self.scores)]
        return tuple(sum(other > own for other in standing) for own in standing)


def play_game(series: Series, number: int) -> Result:
    """The game of that number, played to its end with compiled rules."""
    seating, chance = series.seating(number), series.chance(number)
    players = tuple(_player(series.bots[bot]) for bot in seating)
    match = Match.new(series.rules, series.seats, series.options, chance, compiled=True)
    moves, failures, seconds = [0] * series.seats, [0] * series.seats, [0.0] * series.seats
    while actors := match.position.actors():
        seat, legal = actors[0], match.position.legal_moves(actors[0])
        move = legal[0]
        if len(legal) > 1:
            _warm_up(players[seat], match.position, seat)
            began = perf_counter()
            player = players[seat] if moves[seat] < MOST_CHOICES else ENDLESS
            move, failed = _choose(player, match.position, seat, chance.bot_generator(len(match.log), seat))
            seconds[seat] += perf_counter() - began
            moves[seat] += 1
            failures[seat] += failed
        match.play(seat, move)
        check_length(match)
    return Result(
        number,
        series.deal_of(number),
        seating,
        match.position.scores(),
        match.position.winners(),
        tuple(moves),
        tuple(round(s, 6) for s in seconds),
        tuple(failures),
        match.position.ending().get("rank"),
        write_line(write_match(match, players)),
    )


def _choose(bot: Bot, position: Position, seat: int, generator: int) -> tuple[int, bool]:
    """The bot's move, and whether somebody else had to make it."""
    try:
        return bot.move(position, seat, generator), False
    except BotFailed:
        return find_bot(STAND_IN).move(position, seat, generator), True


def _refuse(_position: Position, _seat: int, _generator: int) -> int:
    raise BotFailed(f"a game has no more than {MOST_CHOICES} choices of a seat")


ENDLESS = Bot("endless", "", _refuse)
_player = cache(find_player)
_warm: set[tuple[str, str]] = set()


def _warm_up(bot: Bot, position: Position, seat: int) -> None:
    """Lets a bot have its first thought in this process, as short as can be: to compile is not to think."""
    key = bot.name, position.game.name
    if key not in _warm:
        _warm.add(key)
        if bot.thinking:
            with suppress(BotFailed):
                bot.think(position, seat, 0, Budget(simulations=1))
