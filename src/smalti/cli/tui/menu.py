"""The first screen: Enter starts, arrows change what is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from smalti.cli.saves import Saved
from smalti.cli.tui.plan import Plan
from smalti.cli.tui.words import write_footer
from smalti.kernel.game import Option as GameOption
from smalti.kernel.words import N_, say

MOST_SAVED = 5


@dataclass(frozen=True)
class Row:
    """A line of the menu: what it says, what Enter ends the menu with, or how it changes the plan."""

    words: str
    result: Plan | Saved | None = None
    change: Callable[[int], Plan] | None = None


class MenuScreen(Screen["Plan | Saved | None"]):
    """Game, seats, bots and options, and the matches that can go on."""

    BINDINGS = [  # noqa: RUF012 - Textual's own way to say it
        Binding("left", "change(-1)", show=False, priority=True),
        Binding("right", "change(1)", show=False, priority=True),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, plan: Plan, saved: list[Saved], language: str) -> None:
        super().__init__()
        self.plan, self.saved, self.language = plan, saved[:MOST_SAVED], language
        self.rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """A title, the rows, a line of help."""
        with Vertical(id="menu"):
            yield Static(Text("Smalti", style="bold"), id="menu-title")
            yield OptionList(id="rows")
            yield Static(say(self.language, N_("Enter starts or changes a line; left and right change it too.")))
            yield Static(id="menu-note")
        yield Static(write_footer([("q", "screen.leave", N_("Quit"))], self.language), classes="footer")

    def on_mount(self) -> None:
        """The first row is what most people want."""
        self.show_rows(0)

    def show_rows(self, highlighted: int) -> None:
        """Draws the menu anew."""
        self.rows = self.make_rows()
        menu = self.query_one(OptionList)
        menu.clear_options()
        menu.add_options([Option(Text(row.words)) for row in self.rows])
        menu.highlighted = min(highlighted, len(self.rows) - 1)
        menu.focus()
        self.query_one("#menu-note", Static).update(say(self.language, self.plan.game.facts.reconstructed))

    def make_rows(self) -> list[Row]:
        """Matches to go on with, the start, and what can be changed."""
        plan = self.plan
        rows = [Row(self.write_saved(saved), saved) for saved in self.saved]
        rows.append(Row(self.say(N_("Start a new game of {game}"), game=plan.game.title), plan))
        rows.append(Row(self.say(N_("  Game    ◂ {game} ▸"), game=plan.game.title), change=plan.next_game))
        rows.append(Row(self.say(N_("  Seats   ◂ {seats} ▸"), seats=plan.seats), change=plan.next_seats))
        if plan.seats > 1:
            rows.append(Row(self.say(N_("  Bots    ◂ {bots} ▸"), bots=plan.bots), change=plan.next_bots))
        return rows + self.option_rows()

    def option_rows(self) -> list[Row]:
        """The options of the game; one that allows several values has a row for each."""
        rows = []
        for option in self.plan.game.facts.options:
            if option.several:
                rows += [self.toggle_row(option, value) for value in option.values]
            else:
                value = self.plan.options.get(option.name, option.values[0])
                rows.append(Row(f"  {option.name}  ◂ {value} ▸", change=partial(self.plan.next_value, option)))
        return rows

    def toggle_row(self, option: GameOption, value: str) -> Row:
        """One of several values, on or off."""
        sign = "x" if value in self.plan.chosen(option) else " "
        return Row(f"  [{sign}] {option.name}: {value}", change=lambda _: self.plan.toggled(option, value))

    def write_saved(self, saved: Saved) -> str:
        """A match that can go on, in a line."""
        words = N_("Go on with {game} (seats: {seats}, bots: {bots}, moves: {entries})")
        facts = {"game": saved.game.title, "seats": saved.seats, "bots": saved.bots, "entries": saved.entries}
        return self.say(words, **facts)

    def say(self, words: str, **facts: object) -> str:
        """Words in the player's language."""
        return say(self.language, words, facts)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click: starts, or changes the row."""
        row = self.rows[event.option_index]
        if row.result is not None:
            self.dismiss(row.result)
        else:
            self.action_change(1)

    def action_change(self, step: int) -> None:
        """Left and right change the row they are on."""
        highlighted = self.query_one(OptionList).highlighted or 0
        change = self.rows[highlighted].change
        if change:
            self.plan = change(step)
            self.show_rows(highlighted)

    def action_leave(self) -> None:
        """Leaves the program."""
        self.dismiss(None)
