"""People around one screen, some seats taken by bots: whose turn it is, and what may be shown to whom."""

from __future__ import annotations

from dataclasses import dataclass

from smalti.bots.bot import Bot
from smalti.bots.simulation import play_bot
from smalti.kernel.errors import SmaltiError
from smalti.kernel.game import CHANCE
from smalti.kernel.match import Match
from smalti.kernel.position import Position
from smalti.kernel.state import state_bytes
from smalti.kernel.words import N_


@dataclass
class HotSeat:
    """A match on one screen: the owner of who sits in front of it."""

    match: Match
    bots: tuple[Bot | None, ...]
    """The bot of each seat, None for a person."""
    name: str
    """What its save file is called."""
    viewer: int | None = None
    """Who looks at the screen; None before anybody does."""

    @property
    def people(self) -> list[int]:
        """The seats without a bot."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def waiting_for(self) -> int | None:
        """The person who is to choose next; None when the game is over."""
        actors = self.match.position.actors()
        if self.viewer in actors and self.viewer in self.people:
            return self.viewer
        return next((seat for seat in self.people if seat in actors), None)

    def run_bots(self) -> None:
        """Lets every bot choose that can, so that people are waited for last."""
        while ready := [seat for seat in self.match.position.actors() if self.bots[seat]]:
            play_bot(self.match, self.bots, ready[0])

    def play(self, seat: int, move: int) -> None:
        """A person's move, and what the bots answer."""
        self.match.play(seat, move)
        self.run_bots()

    def undo(self) -> None:
        """Takes the last decision of a person back, if nothing new was revealed since."""
        for event in reversed(self.match.log):
            if event.by in self.people and self.match.can_undo(event.by):
                self.viewer = event.by if len(self.people) == 1 else self.viewer
                self.match.undo(event.by)
                return
        raise SmaltiError(N_("nothing can be taken back: something new has been revealed since the last move"))

    # What may be shown

    def must_hand_over(self, seat: int) -> bool:
        """Whether the screen shows something that the next person must not see."""
        before = self.people if self.viewer is None else [self.viewer]
        return any(self._sight(other) != self._sight(seat) for other in before)

    def _sight(self, seat: int) -> bytes:
        return state_bytes(self.match.position.view(seat).state)

    def seen(self) -> Position:
        """The position as the person at the screen may see it."""
        return self.match.position.view(self.eyes)

    @property
    def eyes(self) -> int:
        """Who looks at the screen; a spectator before anybody does."""
        return CHANCE if self.viewer is None else self.viewer
