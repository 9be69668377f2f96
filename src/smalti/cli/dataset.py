"""`smalti dataset`: many games for those who learn from them, in Parquet (docs/dataset.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from smalti.cli.files import written_whole
from smalti.cli.options import AsJson, Workers
from smalti.cli.terminal import command_line, counted, heed_interrupts, progress
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.bots.dataset import Recipe

MANIFEST = "manifest.json"
WRONG = 1
Piece = tuple[Path, "Recipe", range]


def dataset(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", file_okay=False, help="Where the files are, or will be.")],
    check: Annotated[bool, typer.Option("--check", help="Make nothing; play every game there again.")] = False,
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be repeated.")] = None,
    seats: Annotated[list[int] | None, typer.Option(metavar="N", help="Only this many seats; may be repeated.")] = None,
    bots: Annotated[str, typer.Option(metavar="A,B,...", help="Whom each seat is drawn from.")] = "random",
    games: Annotated[int, typer.Option(metavar="K", min=1, help="Games of each game and number of seats.")] = 1000,
    lines: Annotated[int, typer.Option(metavar="L", min=0, help="Keep what bots thought of their L best moves.")] = 0,
    every: Annotated[
        int, typer.Option(metavar="N", min=1, help="Bots sit in one game of N; in the others all choose at random.")
    ] = 1,
    part: Annotated[int, typer.Option(metavar="P", min=1, help="Games in a file.")] = 1000,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    workers: Workers = 1,
    as_json: AsJson = False,
) -> int:
    """Make a dataset, or go on where the same command was interrupted; or check one, exit status 1 if it is wrong."""
    if check:
        return check_all(folder, workers, as_json)
    thinking = {"bots": tuple(bots.split(",")), "seed": seed, "lines": lines, "every": every}
    recipes = list(find_recipes(game, seats, thinking))
    begin(folder, {"recipes": [recipe_fields(one) for one in recipes], "games": games, "part": part})
    missing = [piece for piece in cut(folder, recipes, games, part) if not piece[0].exists()]
    work(missing, workers)
    told = close(folder, seed)
    typer.echo(json.dumps(told) if as_json else f"{counted(len(told['files']), 'file', 'files')}, sum {told['sum']}")
    return 0


def find_recipes(names: list[str] | None, seats: list[int] | None, thinking: dict[str, Any]) -> Iterator[Recipe]:
    """What is played, checked before anything is."""
    from smalti.bots.dataset import Recipe
    from smalti.bots.players import find_player
    from smalti.games import GAMES, find_game

    for bot in thinking["bots"]:
        find_player(bot)
    for name in names or GAMES:
        facts = find_game(name).facts
        for number in seats if names and seats else [n for n in facts.seat_counts if not seats or n in seats]:
            facts.check_seats(number)
            yield Recipe(name, number, **thinking)


def recipe_fields(recipe: Recipe) -> dict[str, object]:
    """A recipe in plain fields, with the rules it is of."""
    from dataclasses import asdict

    told = asdict(recipe) | {"bots": list(recipe.bots), "rules": recipe.rules.facts.version}
    return {name: value for name, value in told.items() if (name, value) != ("every", 1)}  # as it was told before


def begin(folder: Path, what: dict[str, object]) -> None:
    """A folder that says what is made in it; another command is refused."""
    from smalti.bots.dataset import FORMAT

    path, told = folder / "recipe.json", {"format": FORMAT} | what
    if path.exists():
        if json.loads(path.read_text(encoding="utf-8")) != told:
            raise SmaltiError(f"{folder} holds another dataset; go on with the same command, or write elsewhere")
        return
    folder.mkdir(parents=True, exist_ok=True)
    with written_whole(str(path)) as file:
        json.dump(told, file, indent=2)


def cut(folder: Path, recipes: list[Recipe], games: int, size: int) -> Iterator[Piece]:
    """The files, each with its games."""
    for recipe in recipes:
        for n, start in enumerate(range(0, games, size)):
            name = f"{recipe.game}-{recipe.seats}-{n:05}.parquet"
            yield folder / name, recipe, range(start, min(start + size, games))


def work(pieces: list[Piece], workers: int) -> None:
    """Makes the files that are missing."""
    from smalti.bots.processes import in_turn

    with progress() as bar:
        for _ in bar.track(in_turn(workers, make, pieces), total=len(pieces), description="Making a dataset"):
            heed_interrupts()


def make(piece: Piece) -> Path:
    """One file, in whatever process."""
    from smalti.bots.dataset import write_part

    return write_part(*piece)


def close(folder: Path, seed: int) -> dict[str, Any]:
    """What a whole dataset came from, with the sum of every file and one of them all."""
    from smalti.bots.manifest import make_manifest

    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.parquet"))}
    whole = hashlib.sha256("".join(f"{name} {one}\n" for name, one in files.items()).encode()).hexdigest()
    told = make_manifest([seed], command_line()) | {"sum": whole, "files": files}
    with written_whole(str(folder / MANIFEST)) as file:
        json.dump(told, file, indent=2)
    return told


def check_all(folder: Path, workers: int, as_json: bool) -> int:
    """Every game of every file played again."""
    from smalti.bots.processes import in_turn

    paths, errors, count = sorted(folder.glob("*.parquet")), list[str](), 0
    if not paths:
        raise SmaltiError(f"{folder} holds no file of a dataset")
    with progress() as bar:
        for games, found in bar.track(in_turn(workers, check_one, paths), total=len(paths)):
            heed_interrupts()
            count += games
            errors += found
    if as_json:
        typer.echo(json.dumps({"games": count, "errors": errors}))
    else:
        typer.echo(
            "\n".join([*errors, f"{counted(count, 'game', 'games')}, {counted(len(errors), 'error', 'errors')}"])
        )
    return WRONG if errors else 0


def check_one(path: Path) -> tuple[int, list[str]]:
    """How many games a file has, and what is wrong with them."""
    from pyarrow.parquet import read_metadata

    from smalti.bots.dataset import check_part

    errors = [f"{path.name}: {words}" for words in check_part(path)]
    return int(read_metadata(path).num_rows), errors
