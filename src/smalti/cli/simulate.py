"""`smalti simulate`: complete games between bots, written as records."""

from __future__ import annotations

from typing import Annotated

import typer

from smalti.cli.files import written_whole
from smalti.cli.options import GameName, OptionPairs, read_options
from smalti.cli.terminal import heed_interrupts, progress

WORTH_COMPILING = 10
"""From this many games on, waiting for compiled rules pays."""


def simulate(
    game: GameName,
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE.jsonl", help="Where to write; - is stdout.")],
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default as few as the game allows.")
    ] = None,
    option: OptionPairs = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One bot for all seats, or one for each in turn.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="K", min=1, max=100_000_000, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
) -> None:
    """Play complete games with bots and write their records."""
    from smalti.bots import find_bot
    from smalti.bots.simulation import Simulation, seat_bots
    from smalti.games import find_game
    from smalti.kernel.record import write_line

    played = find_game(game)
    seats = played.facts.seat_counts[0] if seats is None else seats
    played.facts.check_seats(seats)
    bots = seat_bots([find_bot(name) for name in bot or ["random"]], seats)
    options = read_options(played, option)
    simulation = Simulation(played, bots, seed, options, compiled=games >= WORTH_COMPILING)
    with written_whole(out) as file, progress() as bar:
        for index in bar.track(range(games), description=f"Playing {played.title}"):
            heed_interrupts()
            file.write(write_line(simulation.record(index)) + "\n")
