"""The list of moves in words, with a filter: works for every game, by keyboard and mouse."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from smalti.kernel.words import N_, say


class MoveList(Vertical):
    """Moves to choose from."""

    BINDINGS = [Binding("escape", "clear_filter", show=False)]  # noqa: RUF012 - Textual's own way to say it

    class Chosen(Message):
        """A move was chosen."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    def __init__(self, language: str, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.language = language
        self.choices: list[tuple[int, str]] = []
        self.shown: list[int] = []

    def compose(self) -> ComposeResult:
        """The filter above the list."""
        yield Input(
            placeholder=say(self.language, N_("Type to filter; Enter goes to the list, Escape shows all")), id="filter"
        )
        yield OptionList(id="options")

    def offer(self, choices: list[tuple[int, str]], *, filtered: bool) -> None:
        """Shows these (move, words); the filter only where it helps."""
        self.choices = choices
        entry = self.query_one(Input)
        entry.display = filtered
        with entry.prevent(Input.Changed):
            entry.value = ""
        self.narrow("")

    def narrow(self, wanted: str) -> None:
        """Shows the moves whose words hold every word that was typed."""
        parts = wanted.lower().split()
        kept = [(move, words) for move, words in self.choices if all(part in words.lower() for part in parts)]
        self.shown = [move for move, _ in kept]
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(Text(words)) for _, words in kept])
        options.highlighted = 0 if kept else None

    def start_filter(self) -> None:
        """Where the next letters go."""
        self.query_one(Input).focus()

    def take_focus(self) -> None:
        """To the list itself, so that single keys still mean what the footer says."""
        self.query_one(OptionList).focus()

    def action_clear_filter(self) -> None:
        """All moves again."""
        self.query_one(Input).value = ""
        self.take_focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrows while typing."""
        event.stop()
        self.narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the filter takes the only move left, or goes to the list."""
        event.stop()
        if len(self.shown) == 1:
            self.post_message(self.Chosen(self.shown[0]))
        elif self.shown:
            self.take_focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click on a line."""
        event.stop()
        self.post_message(self.Chosen(self.shown[event.option_index]))
