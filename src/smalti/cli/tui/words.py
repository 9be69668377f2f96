"""The title and the log of a table, for the person in front of the screen."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from smalti.cli.hotseat import HotSeat
from smalti.kernel.game import CHANCE
from smalti.kernel.rows import NONE
from smalti.kernel.seeing import told
from smalti.kernel.words import N_, say


def write_footer(actions: list[tuple[str, str, str]], language: str) -> Text:
    """(key, action, words): the keys that always work, each a place to click."""
    text = Text()
    for key, action, words in actions:
        meta = {"@click": action}
        text.append(f" {key} ", Style(bold=True, reverse=True, meta=meta))
        text.append(f" {say(language, words)}  ", Style(meta=meta))
    return text


def write_title(table: HotSeat, language: str) -> Text:
    """The game, and who plays."""
    names = [write_seat(table, seat, language) for seat in range(len(table.bots))]
    if len(names) == 1:
        names = [say(language, N_("solo"))]
    return Text(f" {table.match.game.title}", style="bold").append("  " + " · ".join(names), style="not bold")


def write_seat(table: HotSeat, seat: int, language: str) -> str:
    """A seat by its number and its bot."""
    words = say(language, N_("Seat {seat}"), {"seat": seat + 1})
    bot = table.bots[seat]
    return f"{words} ({bot.name})" if bot else words


def write_log(table: HotSeat, language: str) -> Text:
    """What happened, a line each, as far as the viewer may know it."""
    names = [write_seat(table, seat, language) for seat in range(len(table.bots))]
    lines = []
    for event in table.match.log:
        style = "dim" if event.by == CHANCE else ""
        for line in told(table.match.game, event.before.state, event.by, event.move, language, table.eyes, names):
            words = line.words if line.head.seat == NONE else f"{names[line.head.seat]} {line.words}"
            lines.append(Text(words, style=style))
    return Text("\n").join(lines)
