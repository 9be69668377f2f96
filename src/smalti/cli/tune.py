"""`smalti tune`: finds the weights of a game's evaluation by games against itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from smalti.cli.options import AsJson, GameName
from smalti.cli.terminal import command_line, heed_interrupts, progress

Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE.json", help="Where to write; what is there stays.")]
Seats = Annotated[
    list[int] | None, typer.Option(metavar="N", help="How many play; by default every number the game allows.")
]
Rounds = Annotated[int, typer.Option(min=0, max=100, help="Rounds of least squares.")]
Games = Annotated[int, typer.Option(metavar="K", min=1, max=1_000_000, help="Games in a round.")]
Generations = Annotated[int, typer.Option(min=0, max=10_000, help="Generations of evolution.")]
Population = Annotated[int, typer.Option(min=4, max=1000, help="Candidates in a generation.")]
Contests = Annotated[int, typer.Option(min=1, max=100_000, help="Games of each candidate.")]
Seed = Annotated[int, typer.Option(metavar="S", help="The same seed gives the same weights.")]
Begin = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.json", exists=True, dir_okay=False, help="Weights to begin with instead of those written by hand."
    ),
]
Minutes = Annotated[float | None, typer.Option(metavar="M", min=0, help="End each number of seats after so long.")]
CopyFrom = Annotated[
    int | None, typer.Option(metavar="N", help="Tune nothing; take over what FILE has for that many seats.")
]
Workers = Annotated[int, typer.Option(metavar="W", min=1, max=256, help="Processes; the weights are the same.")]


def tune(
    game: GameName,
    out: Out,
    seats: Seats = None,
    rounds: Rounds = 2,
    games: Games = 1000,
    generations: Generations = 80,
    population: Population = 16,
    contests: Contests = 100,
    seed: Seed = 1,
    begin: Begin = None,
    minutes: Minutes = None,
    copy_from: CopyFrom = None,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> None:
    """Tune an evaluation by games against itself; the file says how it was made and what it won."""
    from smalti.bots.tuning.cards import Wishes, copy_seats, start_of, tune_game
    from smalti.bots.tuning.games import Table, processes
    from smalti.games import find_game

    played = find_game(game)
    numbers = seats or list(played.facts.seat_counts)
    for number in numbers:
        played.facts.check_seats(number)
    if copy_from is not None:
        copy_seats(game, copy_from, [number for number in numbers if number != copy_from], out)
        return
    wishes = Wishes(
        seed, rounds, games, generations, population, contests, minutes=minutes, begin=begin, command=command_line()
    )
    with progress() as bar, processes(workers) as run:
        steps = len(numbers) * (rounds + (generations if start_of(game).evolved else 0))
        task = bar.add_task(f"Tuning {played.title}", total=steps)

        def tell(table: Table, words: str) -> None:
            heed_interrupts()
            bar.update(task, advance=1, description=f"Tuning {played.title}, {table.seats} seats, {words}")

        card = tune_game(game, numbers, wishes, run, tell, out)
    report(out, {number: card["made"][str(number)]["check"] for number in numbers}, as_json=as_json)


def report(out: Path, checks: dict[int, dict[str, object]], *, as_json: bool) -> None:
    """What the weights for each number of seats have won."""
    if as_json:
        typer.echo(json.dumps({"weights": str(out), "checks": checks}))
        return
    for number, checked in checks.items():
        typer.echo(f"{number} seats: " + ", ".join(f"{name} {value}" for name, value in checked.items()))
