"""Which games are rated, and what one of them changes. Pure: standings and a result go in, standings come out.

Two ratings stand side by side: one by places (OpenSkill), one by the result without luck where a game was reviewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, log, sqrt
from typing import NamedTuple

from smalti.arena.ratings import BETA, MU, SIGMA, Skill, rate_places, rate_without_luck
from smalti.bots.levels import LEVELS
from smalti.bots.scale import luck_in, strong
from smalti.kernel.game import Game
from smalti.kernel.words import N_
from smalti.reviewing.outlook import Outlook

OPEN, RATED, FAIR = "open", "rated", "fair"
"""Of a table that counts: not rated yet, or to be rated again; rated; rated with luck taken out too."""
PERSON, BOT = "person", "bot"
DRIFT = MU / 300
"""People change: before each game a little less is known of them. Bots do not."""
POINTS = sqrt(2) * BETA * log(10) / 400
"""So much of OpenSkill's scale is one point of ours, on which 400 points win ten games of eleven."""
MIDDLE = 1500
PROVISIONAL = 250
"""A rating that is less sure than this stands apart."""

TOO_FEW = N_("a rated game needs two seats or more")
NO_SCREEN = N_("in a rated game everybody sits at a screen of their own")
NO_PERSON = N_("a rated game needs a person")
NO_SUCH_BOT = N_("in a rated game the bots are those of the six levels")
NO_AIDS = N_("a rated game is played without hints and without taking back")
NO_END = N_("in a rated game a bot plays on when somebody’s time is over")
NO_ACCOUNT = N_("a rated game is for people with an account; a click under “Who I am” makes one")
SITS_ALREADY = N_("in a rated game nobody has two seats")


def why_not(
    kinds: Sequence[str], bots: Iterable[str], aids: Iterable[bool], *, has_account: bool, may_end: bool = False
) -> str | None:
    """Why a table cannot be rated, as it is wished; None if it can. Where it may be ended, losing can be avoided."""
    reasons = {
        TOO_FEW: len(kinds) < 2,
        NO_SCREEN: "local" in kinds,
        SITS_ALREADY: kinds.count("me") > 1,
        NO_PERSON: all(kind == "bot" for kind in kinds),
        NO_SUCH_BOT: not set(bots) <= set(LEVELS),
        NO_AIDS: any(aids),
        NO_END: may_end,
        NO_ACCOUNT: not has_account,
    }
    return next((words for words, holds in reasons.items() if holds), None)


class Standing(NamedTuple):
    """How strong somebody is at one kind of table: by places, and without luck."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    fair_mu: float = MU
    fair_sigma: float = SIGMA
    fair_games: int = 0

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return shown(self.mu)

    @property
    def doubt(self) -> int:
        """By so much it may be wrong, nineteen times of twenty."""
        return round(2 * self.sigma / POINTS)

    @property
    def fair_points(self) -> int:
        """The rating without luck."""
        return shown(self.fair_mu)

    @property
    def fair_doubt(self) -> int:
        """By so much that one may be wrong."""
        return round(2 * self.fair_sigma / POINTS)

    @property
    def provisional(self) -> bool:
        """Whether too few games say it."""
        return self.doubt > PROVISIONAL


SUREST = PROVISIONAL * POINTS / 2
"""The deviation up to which a rating is more than provisional."""


def shown(mu: float) -> int:
    """A strength in points."""
    return round(MIDDLE + (mu - MU) / POINTS)


class Seated(NamedTuple):
    """Who sat on a seat of a rated game, and with which standing they came."""

    who: str
    """`person ID` or `bot LEVEL`; empty for somebody who has deleted themselves since."""
    came: Standing


def first_standing(who: str, game: Game, seats: int) -> Standing:
    """Before the first game: a person is unknown, a level is as strong as it was measured to be."""
    kind, _, name = who.partition(" ")
    if kind != BOT:
        return Standing()
    elo, error = strong(game, seats, name)
    mu, sigma = MU + elo * POINTS, min(error * POINTS, SIGMA)
    return Standing(mu, sigma, 0, mu, sigma, 0)


def places(scores: Sequence[int], winners: Sequence[int], left: Iterable[int] = ()) -> list[int]:
    """The place of each seat, 0 the best: winners, then by points; who left the game to a bot is last."""
    gone = set(left)
    worth = [
        (True, seat in winners, points) if seat not in gone else (False, False, 0) for seat, points in enumerate(scores)
    ]
    return [sum(other > own for other in worth) for own in worth]


def shares_of_luck(lucks: Sequence[float], taken: float = 1.0) -> list[float]:
    """How much of the win luck brought each seat, from spreads of a result (docs/review.md)."""
    seats = len(lucks)
    unit = taken * Outlook(seats).unit
    fair = sum(lucks) / seats  # rounding may leave a little, which would be nobody's
    return [(luck - fair) * unit for luck in lucks]


def after(
    game: Game, seated: Sequence[Seated], on_places: Sequence[int], lucks: Sequence[float] | None
) -> list[Standing]:
    """Everybody's standing after a game; without luck only where it was reviewed."""
    by_places = rate_places([drifted(one.who, one.came.mu, one.came.sigma) for one in seated], on_places)
    found = [
        one.came._replace(mu=skill.mu, sigma=skill.sigma, games=one.came.games + 1)
        for one, skill in zip(seated, by_places, strict=True)
    ]
    if lucks is None:
        return found
    luck = luck_in(game, len(seated))
    came = [drifted(one.who, one.came.fair_mu, one.came.fair_sigma) for one in seated]
    fair = rate_without_luck(came, on_places, shares_of_luck(lucks, luck.taken), luck.left)
    return [
        one._replace(fair_mu=skill.mu, fair_sigma=skill.sigma, fair_games=one.fair_games + 1)
        for one, skill in zip(found, fair, strict=True)
    ]


def drifted(who: str, mu: float, sigma: float) -> Skill:
    """What is still known of somebody when their next game begins."""
    return Skill(mu, sigma if who.startswith(BOT) else min(hypot(sigma, DRIFT), SIGMA))
