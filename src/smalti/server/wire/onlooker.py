"""A connection to one browser, as its audience sees it."""

from __future__ import annotations

from typing import Protocol

NO_TALK, NEW_TALK, ALL_TALK = range(3)
"""What is due of the talk at a table: nothing, what is new, or everything again."""


class Onlooker(Protocol):
    """A connection to one browser."""

    person_id: str | None

    def wake(
        self,
        *,
        table: bool = False,
        people: bool = False,
        progress: bool = False,
        together: bool = False,
        talk: int = NO_TALK,
    ) -> None:
        """There is something to tell."""

    def look_after(self, now: float, limit_s: float) -> None:
        """Lets a connection go whose browser does not take what it is sent."""

    def send_away(self) -> None:
        """Ends the connection; who comes again is asked who they are."""

    def tell(self) -> None:
        """Tells what is due, now."""
