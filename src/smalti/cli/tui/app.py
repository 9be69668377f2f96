"""The application: a menu, a table, and the save file that is never older than the last move."""

from __future__ import annotations

from textual.app import App
from textual.binding import Binding

from smalti.cli.hotseat import HotSeat
from smalti.cli.saves import Saved, Saves
from smalti.cli.tui.menu import MenuScreen
from smalti.cli.tui.plan import Plan
from smalti.cli.tui.table import TableScreen
from smalti.kernel.errors import SmaltiError
from smalti.kernel.words import N_, say


class PlayApp(App[None]):
    """Smalti in a terminal."""

    TITLE = "Smalti"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]  # noqa: RUF012 - Textual's own way to say it
    BINDINGS = [Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)]  # noqa: RUF012 - the same

    def __init__(
        self,
        plan: Plan,
        saves: Saves,
        language: str = "en",
        *,
        hints: bool = False,
        seed: int = 0,
        starts: bool = False,
    ) -> None:
        super().__init__()
        self.plan, self.saves, self.language = plan, saves, language
        self.hints, self.seed, self.starts = hints, seed, starts

    def on_mount(self) -> None:
        """The menu, or straight to the table."""
        if self.starts:
            self.begin(self.plan)
        else:
            self.open_menu()

    def open_menu(self) -> None:
        """Asks what to play; the table comes when a plan or a saved match was chosen."""
        self.push_screen(MenuScreen(self.plan, self.saves.unfinished(), self.language), self.begin)

    def begin(self, choice: Plan | Saved | None) -> None:
        """What the menu gave: a new game, one to go on with, or the wish to leave."""
        if choice is None:
            self.exit()
        elif isinstance(choice, Plan):
            self.plan = choice
            table = choice.start(self.seed)
            table.name = self.saves.free_name(table.name)
            self.sit_down(table)
        else:
            self.resume(choice)

    def resume(self, saved: Saved) -> None:
        """Goes on with a saved match, or says why that is not possible."""
        try:
            self.sit_down(self.saves.load(saved))
        except SmaltiError as error:
            facts = {"file": saved.path.name, "words": str(error)}
            self.open_menu()
            self.notify(say(self.language, N_("{file} cannot go on: {words}"), facts), severity="error")

    def sit_down(self, table: HotSeat) -> None:
        """Shows a table; what is shown is on disk."""
        self.saves.write(table)
        self.push_screen(TableScreen(table, self.saves.write, self.language, hints=self.hints), self.rise)

    def rise(self, another: bool | None) -> None:
        """The table was left: for another game, or for good."""
        self.seed += 1
        if another:
            self.open_menu()
        else:
            self.exit()
