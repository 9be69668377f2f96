"""`smalti puzzles`: which there are, mines more of them, and checks them with ten times the search."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smalti.cli.database import Database, DataFolder, stored_at, using_server
from smalti.cli.db import beside_a_server
from smalti.cli.options import AsJson, GameName
from smalti.cli.terminal import answer, complain, counted, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.kernel.game import Game, Options
    from smalti.kernel.match import Match
    from smalti.puzzles.puzzle import Puzzle

Keep = Callable[["Puzzle"], int]
"""Keeps a puzzle; how many are new by that."""
IN_VAIN = 40
"""So many games without a puzzle, for each that is wanted, end the mining."""


def puzzles(
    game: GameName,
    mine: Annotated[int, typer.Option(metavar="N", min=0, max=100_000, help="Mine so many more.")] = 0,
    check: Annotated[
        int, typer.Option(metavar="N", min=0, max=100_000, help="Look at so many with ten times the search.")
    ] = 0,
    part: Annotated[str, typer.Option(metavar="K/N", help="Check only the k-th of n parts of them.")] = "1/1",
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play; by default as few as can.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games of bots.")] = 0,
    records: Annotated[str, typer.Option(metavar="FILE", help="Mine these records instead of games of bots.")] = "",
    file: Annotated[str, typer.Option(metavar="FILE.jsonl.gz", help="A file of puzzles, instead of the shipped.")] = "",
    data: DataFolder = None,
    database: Database = "",
    as_json: AsJson = False,
) -> int:
    """List puzzles, mine more into the server's database or a file, or check them; exit status 1 if answers change."""
    from smalti.games import find_game
    from smalti.puzzles.puzzle import read_puzzles, shipped_file

    played, path = find_game(game), Path(file)
    known = read_puzzles(path if file else shipped_file(played), played) if not mine or path.is_file() else []
    if check:
        return check_some(known, check, part, seed, as_json)
    if not mine:
        return list_puzzles(known, as_json)
    mined = new = 0
    keep = in_file(path, played, known) if file else in_database(data, database)
    for one in mine_some(played, mine, matches(played, seats, seed, records)):
        mined, new = mined + 1, new + keep(one)  # at once: what a run that is stopped has found is kept
    told = counted(mined, "puzzle", "puzzles")
    if file:
        answer(f"{told} mined into {file}.", as_json, mined=mined, file=file)
    else:
        answer(f"{told} mined, {new} of them new to this server.", as_json, mined=mined, new=new)
    return 0


def list_puzzles(known: list[Puzzle], as_json: bool) -> int:
    """How many there are, by players and by what they are about."""
    counts = {
        "players": Counter(str(one.seats) for one in known),
        "about": Counter(one.theme or "what shows only later" for one in known),
    }
    lines = [counted(len(known), "puzzle", "puzzles")]
    for what, found in counts.items():
        for name, number in sorted(found.items(), key=lambda one: (-one[1], one[0])):
            lines.append(f"{number:6}  {what}: {name}")
    answer("\n".join(lines), as_json, puzzles=len(known), **counts)
    return 0


def matches(game: Game, seats: int | None, seed: int, records: str) -> Iterator[tuple[Match, Options]]:
    """Finished games to mine: of bots, without end, or those of a file."""
    from smalti.cli.review import read_records
    from smalti.games import find_game
    from smalti.kernel.record import verify
    from smalti.puzzles.mining import games_of_bots

    if not records:
        seats = game.facts.seat_counts[0] if seats is None else seats
        game.facts.check_seats(seats)
        yield from ((match, {}) for match in games_of_bots(game, seats, seed))
        return
    for place, found in read_records(Path(records)):
        try:
            if isinstance(found, SmaltiError):
                raise found
            if found.get("game") == game.name and (match := verify(found, find_game)).position.is_over:
                yield match, found["options"]
        except SmaltiError as error:
            complain(f"{place}{error}")


def mine_some(game: Game, wanted: int, games: Iterator[tuple[Match, Options]]) -> Iterator[Puzzle]:
    """So many puzzles, each from a game of its own, as they are found; fewer if the games end or hold none."""
    from smalti.puzzles.mining import mine

    found: set[str] = set()
    with progress() as bar:
        task = bar.add_task(f"Mining {game.title}", total=wanted)
        for looked, (match, options) in enumerate(games):
            heed_interrupts()
            if (one := mine(match, options)) and one.id not in found:
                found.add(one.id)
                yield one
                bar.update(task, completed=len(found))
            if len(found) == wanted or looked > IN_VAIN * wanted:
                break


def check_some(known: list[Puzzle], number: int, part: str, seed: int, as_json: bool) -> int:
    """Says how many answers change with ten times the search; they are named."""
    from smalti.kernel.generator import spread
    from smalti.puzzles.mining import answer_again

    by_lot = sorted(known, key=lambda one: spread(seed, int(one.id, 16)))[:number]
    place, parts = read_part(part)
    chosen = by_lot[place - 1 :: parts]
    changed = 0
    with progress() as bar:
        for one in bar.track(chosen, description="Checking"):
            heed_interrupts()
            best = answer_again(one)
            if not set(best) & set(one.answers):
                changed += 1
                complain(f"{one.id}: {one.answers} were best, now {best}")
    words = f"{counted(len(chosen), 'puzzle', 'puzzles')} checked, {changed} with another answer."
    answer(words, as_json, checked=len(chosen), changed=changed)
    return 1 if changed else 0


def read_part(text: str) -> tuple[int, int]:
    """Which part of how many, as 2/8 says it."""
    place, _, parts = text.partition("/")
    if not (place.isdecimal() and parts.isdecimal() and 1 <= int(place) <= int(parts)):
        raise SmaltiError(f"a part is the k-th of n, such as 2/8, not {text!r}")
    return int(place), int(parts)


def in_file(path: Path, game: Game, known: list[Puzzle]) -> Keep:
    """Adds puzzles to a file."""
    from smalti.puzzles.puzzle import write_puzzles

    there = {one.id: one for one in known}

    def keep(one: Puzzle) -> int:
        before = len(there)
        there[one.id] = one
        write_puzzles(path, game, there.values())
        return len(there) - before

    return keep


def in_database(data: Path | None, database: str) -> Keep:
    """Adds puzzles to a server's database, also while it runs; one that cannot be used is told before the work."""
    with using_server():
        from smalti.server.store.learning import Learning

        url = stored_at(data, database)

        def add(*found: Puzzle) -> int:
            return asyncio.run(beside_a_server(url, lambda store: Learning(store).add_puzzles(found)))

        add()
        return add
