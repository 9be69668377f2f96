"""The pages that lie over the table for a moment: handing over, the keys, the result."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from smalti.kernel.board import seat_words
from smalti.kernel.position import Position
from smalti.kernel.words import N_, say


class Page(ModalScreen[str]):
    """A text over the table; the key that ends it is its result."""

    BINDINGS = [Binding("enter,escape,space", "end('enter')", show=False)]  # noqa: RUF012 - Textual's own way

    def __init__(self, words: Text) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        with VerticalScroll(id="page"):
            yield Static(self.words)

    def on_click(self) -> None:
        """A click is as good as Enter."""
        self.action_end("enter")

    def action_end(self, key: str) -> None:
        """Back to the table."""
        self.dismiss(key)


class Curtain(Page):
    """Hides the table until the next person sits in front of it."""

    def __init__(self, seat: int, language: str) -> None:
        head = say(language, N_("Seat {seat} is next"), {"seat": seat + 1})
        body = say(language, N_("The others have chosen, and their choices stay hidden. Hand over, then press Enter."))
        super().__init__(Text(f"{head}\n\n", style="bold").append(body, style="not bold"))


class Keys(Page):
    """What the keys do."""

    def __init__(self, board_keys: str, language: str) -> None:
        text = Text(say(language, N_("Keys")) + "\n\n", style="bold")
        lines = [board_keys] if board_keys else []
        lines += [
            N_("Tab goes between the board and the list of moves; l shows all moves in words, / filters them."),
            N_("u takes your last move back, until something new was revealed."),
            N_("q leaves; the game is saved after every move and goes on from there."),
        ]
        for line in lines:
            text.append(say(language, line) + "\n", style="not bold")
        super().__init__(text)


class Result(Page):
    """The points of every seat with their reasons, and who wins."""

    BINDINGS = [  # noqa: RUF012 - Textual's own way to say it
        Binding("u", "end('u')", show=False),
        Binding("n", "end('n')", show=False),
        Binding("q", "end('q')", show=False),
    ]

    def __init__(self, position: Position, language: str) -> None:
        keys = say(language, N_("n: another game   u: take back   Enter: look at the table   q: quit"))
        super().__init__(write_result(position, language).append(f"\n{keys}", style="dim"))


def write_result(position: Position, language: str) -> Text:
    """The end of a game in words."""
    text = Text(say(language, N_("The game is over")) + "\n", style="bold")
    text.append(write_winners(position, language) + "\n", style="bold")
    for seat, points in enumerate(position.scores()):
        text.append(f"\n{seat_words(language, seat, points)}\n", style="bold")
        for line in position.derivation(seat):
            rule = say(language, "rule {clause}", {"clause": line.clause})
            text.append(f"{line.points:>6}  {line.say(language)} ({rule})\n", style="not bold")
    return text


def write_winners(position: Position, language: str) -> str:
    """Who wins, in a sentence."""
    winners = position.winners()
    if position.seats == 1:
        return say(language, N_("You win.") if winners else N_("Not won this time."))
    if len(winners) == 1:
        return say(language, N_("Seat {seat} wins."), {"seat": winners[0] + 1})
    names = ", ".join(str(seat + 1) for seat in winners)
    return say(language, N_("Seats {seats} share the victory."), {"seats": names})
