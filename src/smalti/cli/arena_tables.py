"""The reports of the arena as tables in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from smalti.arena import Estimate, Report, SoloReport

WIDTH = 160


def wide_console() -> Console:
    """A console whose tables are whole also where there is no terminal to fit."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=WIDTH)


def show_match(report: Report) -> None:
    """A match: who won how much, and how sure that is."""
    console = wide_console()
    series = report.series
    played = f"{report.games} games in {report.deals} deals, seed {series.seed}"
    console.print(f"{series.rules.title}, {series.seats} seats, {played}.")
    console.print(f"Intervals are 95 %; a fair share of the wins is {percent(1 / series.seats)}.")
    console.print(standings_table(report))
    console.print(pairs_table(report))
    if report.sprt:
        test = f"{report.sprt.elo0:g} or {report.sprt.elo1:g} Elo"
        console.print(f"Sequential test, {test}: {series.bots[0]} is {report.verdict or 'undecided'}.")
    for one in report.standings:
        if one.failures:
            console.print(f"{one.bot} failed in {one.failures} moves; random moves were made instead.")


def standings_table(report: Report) -> Table:
    """Each bot's figures, the best first."""
    from rich.table import Table

    table = Table("bot")
    for head in ("wins", "95 %", "Elo", "95 %", "OpenSkill", "points", "ms/move"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in sorted(report.standings, key=lambda standing: -standing.elo.value):
        table.add_row(
            one.bot,
            percent(one.wins.value),
            f"{percent(one.wins.low)} to {percent(one.wins.high)}",
            f"{one.elo.value:+.0f}",
            f"{one.elo.low:+.0f} to {one.elo.high:+.0f}",
            f"{one.skill.mu:.1f} ± {one.skill.sigma:.1f}",
            around(one.points),
            f"{one.ms_per_move:.1f}",
        )
    return table


def pairs_table(report: Report) -> Table:
    """Every two bots at the same tables."""
    from rich.table import Table

    table = Table("one", "other")
    for head in ("ahead (ties half)", "95 %", "points more"):
        table.add_column(head, justify="right", no_wrap=True)
    for pair in report.pairs:
        interval = f"{percent(pair.ahead.low)} to {percent(pair.ahead.high)}"
        table.add_row(pair.one, pair.other, percent(pair.ahead.value), interval, around(pair.points))
    return table


def show_solo(report: SoloReport) -> None:
    """Points alone, and ranks."""
    from rich.table import Table

    series, (low, middle, high) = report.series, report.quartiles
    console = wide_console()
    console.print(f"{series.rules.title} alone, {series.bots[0]}, {report.games} games, seed {series.seed}.")
    console.print(f"Points: {around(report.points)} (95 %), standard deviation {report.spread:.1f}.")
    console.print(f"From {report.least} to {report.most}, quartiles {low:g}, {middle:g}, {high:g}.")
    console.print(f"{report.ms_per_move:.1f} ms a move.")
    if report.failures:
        console.print(f"{report.failures} moves failed; random moves were made instead.")
    if report.ranks:
        table = Table("rank")
        for head in ("share", "95 %"):
            table.add_column(head, justify="right", no_wrap=True)
        for rank, share in report.ranks.items():
            table.add_row(rank, percent(share.value), f"{percent(share.low)} to {percent(share.high)}")
        console.print(table)


def percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.1f} %"


def around(figure: Estimate) -> str:
    """A figure and half of its interval."""
    return f"{figure.value:.1f} ± {(figure.high - figure.low) / 2:.1f}"
