"""`smalti simulate`: complete games between bots, written as records."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.growing import grown, whole_lines
from smalti.cli.options import GameName, OptionPairs, Workers, read_options
from smalti.cli.terminal import heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.bots.simulation import Simulation

WORTH_COMPILING = 10
"""From this many games on, waiting for compiled rules pays."""
PIECE = 100
"""So many random games are played and written at a time; who thinks plays one."""


def simulate(
    game: GameName,
    out: Annotated[
        str,
        typer.Option("--out", "-o", metavar="FILE.jsonl", help="Where to write; - is stdout, .jsonl.gz is compressed."),
    ],
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="How many play; by default as few as the game allows.")
    ] = None,
    option: OptionPairs = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="One bot for all seats, or one for each in turn.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="K", min=1, max=100_000_000, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    workers: Workers = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the file where the same command was interrupted.")
    ] = False,
) -> None:
    """Play complete games with bots and write their records, which are in the file as soon as they are finished."""
    from smalti.bots.players import find_player
    from smalti.bots.processes import in_turn
    from smalti.bots.simulation import Simulation, seat_bots
    from smalti.games import find_game

    played = find_game(game)
    seats = played.facts.seat_counts[0] if seats is None else seats
    played.facts.check_seats(seats)
    bots = seat_bots([find_player(name) for name in bot or ["random"]], seats)
    options = read_options(played, option)
    simulation = Simulation(played, bots, seed, options, compiled=games >= WORTH_COMPILING)
    done = games_done(simulation, out) if resume else 0
    pieces = list(cut(done, games, PIECE if simulation.is_random else 1))
    with grown(out, resume=resume) as file, progress() as bar:
        found = in_turn(workers, partial(play_piece, simulation.order), pieces)
        for lines in bar.track(found, total=len(pieces), description=f"Playing {played.title}"):
            heed_interrupts()
            file.add(lines)


def cut(first: int, last: int, size: int) -> Iterator[range]:
    """The numbers of the games in pieces."""
    for start in range(first, last, size):
        yield range(start, min(start + size, last))


def play_piece(order: bytes, numbers: range) -> list[str]:
    """The games of these numbers, a line each."""
    from smalti.bots.simulation import find_simulation

    simulation = find_simulation(order)
    return [simulation.line(number) for number in numbers]


def games_done(simulation: Simulation, out: str) -> int:
    """How many games of this series a file has; refused if its first game is not ours."""
    count, first = whole_lines(out)
    if count and first.decode(errors="replace") != simulation.line(0):
        raise SmaltiError(f"{out} was not begun by this command: its first game is another one")
    return count
