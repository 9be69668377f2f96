"""A drawing with places to click, and the board, which takes keys too."""

from __future__ import annotations

from textual.events import Click, Key
from textual.message import Message
from textual.widgets import Static

from smalti.kernel.board import PLACE


class Picture(Static):
    """A drawing that says which of its places was clicked."""

    class Pointed(Message):
        """A place was clicked."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: Click) -> None:
        """Hands the place on."""
        if place := event.style.meta.get(PLACE):
            self.post_message(self.Pointed(place))


class BoardPicture(Picture, can_focus=True):
    """The drawing that keys go to while the player aims."""

    class Pressed(Message):
        """A key that nothing else wanted."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def on_key(self, event: Key) -> None:
        """Hands the key on, letters as they were typed."""
        if event.key == "enter":
            event.stop()  # the page that Enter may open must not get it too
        self.post_message(self.Pressed(event.character if event.is_printable and event.character else event.key))
