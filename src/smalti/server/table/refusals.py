"""Why something is not done at a table."""

from __future__ import annotations

from typing import Any

from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import Game
from smalti.kernel.words import N_

STALE = N_("the table has changed since; here is how it stands now")
NOT_YOURS = N_("this seat is not yours")
TAKEN = N_("this invitation was taken already, or it never was one")
OTHER_RULES = N_(
    "this game was begun with version {theirs} of the rules and this program has version {ours}; "
    "it can be looked at but not played on"
)
UNFIT = N_("the log of this game does not fit the rules from event {number} on; it can be looked at but not played on")
NOT_BEGUN = N_("the game begins when all invitations are taken")
NO_UNDO = N_("this table plays without taking back")
UNDO_TOO_LATE = N_("the game is over, and its chance is public; nothing can be taken back")
TOO_LONG = N_("this game has {most} entries and does not end; it can be looked at but not played on")
STILL_RUNS = N_("this game is still being played")
NOT_ASKED = N_("nobody has asked to play again here")
SEAT_TAKEN = N_("this seat is taken already")
NO_ADDITION = N_("what is added to chance is up to 64 letters and digits")

PRIVATE_TABLE = N_("this table is private: only those who play there may look at it")

NO_BOTS = N_("this game plays without hints, so nothing that branches off it is played by bots while it runs")
STAYS_LENT = N_("this table plays without hints, so a seat that a bot has played for stays with the bot")

LOST = N_("{name} has lost this game of the tournament by not playing")
ENDED = N_("the others have ended this game, because {name} did not come back in time")
RESIGNED = N_("whoever has resigned does not come back; a bot plays on")
NOBODY_ELSE = N_("nobody else plays here; a table can be left as it is")
NOT_AWAY = N_("nobody can decide about this seat now: whoever sits there still has time")
ALREADY_VOTED = N_("your vote counts already")


class NotYours(SmaltiError):
    """Somebody else's seat, or a table that is not open to this."""


class Stale(SmaltiError):
    """It was thought out on a table that has changed since."""


class Frozen(SmaltiError):
    """This program cannot play this table on."""


LONGEST_GAME = 4000
"""So many entries a log has at most. Games can go on for ever, and whoever comes to a table is sent all of its log."""


def refuse_endless(entries: int) -> None:
    """A game that does not end can only be looked at."""
    if entries >= LONGEST_GAME:
        raise SmaltiError(TOO_LONG, most=LONGEST_GAME)


def frozen_by_rules(game: Game, row: dict[str, Any]) -> Frozen | None:
    """A table begun by other rules than this program has can only be looked at."""
    return (
        None
        if row["rules"] == game.facts.version
        else Frozen(OTHER_RULES, theirs=row["rules"], ours=game.facts.version)
    )
