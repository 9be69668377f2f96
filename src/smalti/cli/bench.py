"""`smalti bench`: how fast the rules are here, next to something well known."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from smalti.cli.terminal import progress

if TYPE_CHECKING:
    from rich.table import Table

    from smalti.cli.measure import Costs, Pace
    from smalti.cli.measure_search import Speed

ROUNDS = 5


@dataclass(frozen=True)
class Report:
    """All that was measured."""

    machine: dict[str, str]
    paces: list[Pace]
    costs: list[Costs]
    others: list[Pace]
    """OpenSpiel's games; none without the extra `bench`."""
    searches: list[Speed] = field(default_factory=list)

    def ratios(self, ours: Pace) -> dict[str, float]:
        """Our moves a second as a multiple of each of theirs."""
        return {other.name: ours.moves_per_s / other.moves_per_s for other in self.others}


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    seconds: Annotated[
        float, typer.Option(metavar="T", min=0.01, max=600, help="How long each measurement takes.")
    ] = 2.0,
) -> None:
    """Measure random play, copying and compiling on one core, and the search on one and two."""
    report = measure_all(seconds)
    if as_json:
        typer.echo(json.dumps(as_fields(report), indent=2))
    else:
        show(report)


def measure_all(seconds: float) -> Report:
    """Every game with every number of seats and OpenSpiel in turns, several rounds of them; then what each game costs.

    Other work on the machine slows one turn down and not the next, so the best of its turns stands for each: a ratio
    of two turns that were measured once would tell how busy the machine was.
    """
    from smalti.cli import measure
    from smalti.cli.measure_search import measure_search
    from smalti.games import GAMES

    turns: list[Callable[[float], Pace | None]] = []
    turns += [partial(measure.measure_pace, game, seats) for game in GAMES.values() for seats in game.facts.seat_counts]
    turns += [partial(measure.measure_open_spiel, name) for name in measure.OPEN_SPIEL_GAMES]
    best: dict[tuple[str, int], Pace] = {}
    with progress() as bar:
        for turn in bar.track(turns * ROUNDS, description="Random games"):
            if pace := turn(seconds / ROUNDS):
                key = pace.name, pace.seats
                best[key] = max(pace, best.get(key, pace), key=lambda one: one.moves_per_s)
        games = bar.track(list(GAMES.values()), description="Copying, compiling")
        costs = [measure.measure_costs(game, seconds) for game in games]
        names = bar.track(list(GAMES), description="Searching")
        searches = [measure_search(name, seconds, ROUNDS) for name in names]
    paces, others = split(list(best.values()), set(GAMES))
    return Report(measure.machine(), paces, costs, others, searches)


def split(paces: list[Pace], names: set[str]) -> tuple[list[Pace], list[Pace]]:
    """Those of these games, and the others."""
    return [pace for pace in paces if pace.name in names], [pace for pace in paces if pace.name not in names]


def as_fields(report: Report) -> dict[str, Any]:
    """The report in plain fields."""
    return {
        "machine": report.machine,
        "games": [asdict(ours) | {"moves_ratio": report.ratios(ours)} for ours in report.paces],
        "costs": [asdict(costs) for costs in report.costs],
        "open_spiel": [asdict(other) for other in report.others],
        "search": [asdict(speed) | {"ratio": speed.ratio} for speed in report.searches],
    }


def show(report: Report) -> None:
    """The report as tables."""
    from rich.console import Console

    console = Console()
    console.print(", ".join(f"{name} {value}" for name, value in report.machine.items()))
    console.print(pace_table(report))
    console.print(costs_table(report))
    console.print(search_table(report))
    if not report.others:
        console.print("Install the extra `bench` to see OpenSpiel's games next to ours.")


def pace_table(report: Report) -> Table:
    """Games and moves a second, with ratios."""
    from rich.table import Table

    table = Table("game", title="Random games, one core", title_justify="left")
    for head in ("seats", "games/s", "moves/s", *(f"moves / {other.name}" for other in report.others)):
        table.add_column(head, justify="right")
    for ours in report.paces:
        ratios = (f"{ratio:.1f} x" for ratio in report.ratios(ours).values())
        table.add_row(ours.name, str(ours.seats), f"{ours.games_per_s:,.0f}", f"{ours.moves_per_s:,.0f}", *ratios)
    for other in report.others:
        name = f"OpenSpiel {other.name}, from Python"
        table.add_row(name, str(other.seats), f"{other.games_per_s:,.0f}", f"{other.moves_per_s:,.0f}")
    return table


def costs_table(report: Report) -> Table:
    """What a position and a start cost."""
    from rich.table import Table

    table = Table("game", title="Costs", title_justify="left")
    for head in ("position", "copy", "cold start", "warm start"):
        table.add_column(head, justify="right")
    for cost in report.costs:
        figures = (
            f"{cost.state_bytes} bytes",
            f"{cost.copy_ns:.1f} ns",
            f"{cost.cold_s:.1f} s",
            f"{cost.warm_s:.2f} s",
        )
        table.add_row(cost.name, *figures)
    return table


def search_table(report: Report) -> Table:
    """Simulations a second, and what a second process adds."""
    from rich.table import Table

    table = Table("game", title="Search, two seats", title_justify="left")
    for head in ("simulations/s, one core", "two processes", "ratio"):
        table.add_column(head, justify="right")
    for speed in report.searches:
        figures = (f"{speed.one_process:,.0f}", f"{speed.two_processes:,.0f}", f"{speed.ratio:.2f} x")
        table.add_row(speed.name, *figures)
    return table
