"""The pace of a table: how much time each turn has, and what happens when it is over. Bots never have a clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_
from smalti.server.table.changes import Row

Kind = Literal["clock", "turn", "days"]
Over = Literal["bot", "others", "lose"]

DAY_S = 86_400
RANGES: dict[str, tuple[int, int, int]] = {
    "clock": (30, 3 * 3600, 180),
    "turn": (10, 3600, 0),
    "days": (DAY_S, 30 * DAY_S, 0),
}
"""By kind: the least and the most time, and the most that is added at each turn, in seconds."""
STANDS_IN = "journeyman"
"""The bot that stands in where nobody has named one."""
NO_PACE = N_(
    "a clock has 30 seconds to 3 hours and adds up to 180 seconds a turn; "
    "a turn has 10 seconds to an hour, or 1 to 30 days"
)
NO_WHOLE_DAYS = N_("a turn by correspondence has whole days")
NOBODY_TIMED = N_("bots have no clock, and nobody else sits at this table")


@dataclass(frozen=True)
class Pace:
    """How fast a table is played. None is a pace, too: there is as much time as everybody likes."""

    kind: Kind
    """One clock for the whole game, the same time for each turn, or days for each turn."""
    time_s: int
    more_s: int = 0
    """What each turn adds to the clock."""
    over: Over = "bot"
    """When time is over a bot stands in, or the others decide; in a tournament the game may be lost instead."""
    bot: str = STANDS_IN

    @property
    def live(self) -> bool:
        """Whether people sit at the table while it runs."""
        return self.kind != "days"

    def fresh(self, left_s: float | None) -> float:
        """The time for a new turn, where so much was left of the clock."""
        if self.kind != "clock":
            return self.time_s
        return (self.time_s if left_s is None else left_s) + self.more_s

    @property
    def least_s(self) -> float:
        """What whoever comes back after their time was over has at least: a turn, or a tenth of the clock."""
        return max(30.0, self.time_s / 10) if self.kind == "clock" else self.time_s

    def check(self) -> None:
        """Refuses a pace that nobody could play by."""
        least, most, more = RANGES[self.kind]
        if not least <= self.time_s <= most or not 0 <= self.more_s <= more:
            raise SmaltiError(NO_PACE)
        if self.kind == "days" and self.time_s % DAY_S:
            raise SmaltiError(NO_WHOLE_DAYS)

    def as_json(self) -> Row:
        """As it is stored and told."""
        return asdict(self)


def read_pace(row: Mapping[str, Any]) -> Pace | None:
    """The pace in the row of a table."""
    written = row.get("pace")
    return Pace(**written) if written else None
