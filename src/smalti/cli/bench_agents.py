"""`smalti bench-agents`: Smalti Bench, the same games for every agent (docs/bench.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from smalti.cli.arena import Workers, cores, watching
from smalti.cli.files import written_whole
from smalti.cli.options import AsJson
from smalti.cli.terminal import command_line, shorten
from smalti.kernel.errors import SmaltiError

ENTRY = "entry.json"
WRONG = 1

bench_agents = typer.Typer(
    name="bench-agents",
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Smalti Bench: agents against fixed opponents with fixed deals, and the leaderboard.",
)
Files = Annotated[
    list[Path], typer.Argument(metavar="ENTRY.json...", exists=True, dir_okay=False, help="Entries of the leaderboard.")
]


@bench_agents.command()
def run(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="A bot, cmd:COMMAND, or py:MODULE:FUNCTION.")],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help=f"Keep the games and {ENTRY} there; the same command again goes on."
        ),
    ],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What the leaderboard calls it.")] = None,
    about: Annotated[str, typer.Option(metavar="WORDS", help="How it was made, and where its code is.")] = "",
    repeats: Annotated[
        bool, typer.Option("--repeats/--no-repeats", help="Whether it plays the same game again.")
    ] = True,
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be repeated.")] = None,
    seats: Annotated[list[int] | None, typer.Option(metavar="N", help="Only this many seats; may be repeated.")] = None,
    opponent: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="Only this opponent; may be repeated.")
    ] = None,
    workers: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Let an agent play the bench, or a part of it, and write its entry."""
    from smalti.arena.bench import all_tasks, run_bench
    from smalti.arena.pool import run_in_processes

    tasks = all_tasks(game or (), seats or (), opponent or ())
    told = {"name": name or agent, "about": about, "repeats": repeats}
    runner = run_in_processes(workers or cores())
    with watching(f"Smalti Bench: {told['name']}") as watch:
        entry = run_bench(agent, tasks, runner, folder=out, watch=watch, about=told, command=command_line())
    keep(out, entry, as_json)


@bench_agents.command()
def check(
    entries: Files,
    sample: Annotated[int, typer.Option(metavar="K", min=0, help="How many games are played again.")] = 10,
    seed: Annotated[int, typer.Option(metavar="S", help="Which games these are.")] = 0,
    as_json: AsJson = False,
) -> int:
    """Work the figures of entries out anew, and play some of their games again; exit status 1 if one is wrong."""
    from smalti.arena.bench import check_entry

    found = {str(path): list(check_entry(read_entry(path), sample, seed)) for path in entries}
    if as_json:
        typer.echo(json.dumps(found))
    else:
        for path, errors in found.items():
            typer.echo(shorten(f"{path}: {'; '.join(errors) or 'right'}"))
    return WRONG if any(found.values()) else 0


@bench_agents.command()
def join(
    entries: Files,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help=f"Write {ENTRY} there.")],
    as_json: AsJson = False,
) -> None:
    """Make one entry of parts of the bench that an agent played apart, in other folders or on other machines."""
    from smalti.arena.bench import join_entries

    keep(out, join_entries(map(read_entry, entries), command_line()), as_json)


@bench_agents.command()
def board(entries: Files, as_json: AsJson = False) -> None:
    """Print the leaderboard of entries, in Markdown."""
    from smalti.arena.bench import write_board

    read = [read_entry(path) for path in entries]
    typer.echo(json.dumps({one["name"]: one["figures"] for one in read}) if as_json else write_board(read))


def keep(out: Path, entry: dict[str, Any], as_json: bool) -> None:
    """An entry in its folder, and what it says."""
    from smalti.arena.bench import write_board

    out.mkdir(parents=True, exist_ok=True)
    with written_whole(str(out / ENTRY)) as file:
        file.write(write_entry(entry))
    typer.echo(json.dumps(entry["figures"]) if as_json else write_board([entry]))


def read_entry(path: Path) -> dict[str, Any]:
    """An entry of a stranger: its parts are there."""
    from smalti.arena.entry import check_parts

    try:
        entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        check_parts(entry)
    except (ValueError, RecursionError, SmaltiError) as error:
        raise SmaltiError(f"{path} is no entry of a bench: {error}") from error
    return entry


def write_entry(entry: dict[str, Any]) -> str:
    """An entry as text: facts first, then a line for the games of each task."""
    facts = json.dumps({key: value for key, value in entry.items() if key != "results"}, indent=2)
    lines = ",\n".join(f"    {json.dumps(task)}: {json.dumps(games)}" for task, games in entry["results"].items())
    return f'{facts[:-2]},\n  "results": {{\n{lines}\n  }}\n}}\n'
