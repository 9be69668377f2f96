"""`smalti club`: what was reported at the tables of a server, who may talk there, and who looks after it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from smalti.cli.database import Database, DataFolder, stored_at, using_server
from smalti.cli.db import beside_a_server
from smalti.kernel.errors import SmaltiError

if TYPE_CHECKING:
    from smalti.server.store.stewards import Place, Stewards

T = TypeVar("T")
Row = dict[str, Any]

club = typer.Typer(
    name="club",
    help="Look after what is said at a server's tables, also while it runs: reports, lines, people, stewards.",
    no_args_is_help=True,
)
steward = typer.Typer(name="steward", help="Name those who look after the talk at /steward.", no_args_is_help=True)
club.add_typer(steward)

ANY_ID: Any = {"context_settings": {"ignore_unknown_options": True}}
"""An id may begin with a dash, and is no option then."""
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for each.")]
LineName = Annotated[str, typer.Argument(metavar="LINE", help="A line, as `reports` names it: TABLE/NUMBER.")]
PersonName = Annotated[
    str, typer.Argument(metavar="PERSON", help="An id, as /account shows it, or the link to a profile.")
]


@club.command()
def reports(
    everything: Annotated[bool, typer.Option("--all", help="Those that are closed, too.")] = False,
    as_json: Json = False,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """List what was reported: the line, who said it, how often and why."""
    found = do(data, database, lambda stewards: stewards.reports(closed=everything))
    show_all([plain(one) for one in found], as_json, head, "Nothing is reported.")


@club.command(**ANY_ID)
def show(line: LineName, as_json: Json = False, data: DataFolder = None, database: Database = "") -> None:
    """Show a line with what was said around it, and why it was reported."""
    place = read_place(line)
    one = plain(do(data, database, lambda stewards: stewards.show(place)))
    show_all([one], as_json, lambda found: "\n".join([head(found), *map(around, found["around"])]), "")


@club.command(**ANY_ID)
def remove(line: LineName, data: DataFolder = None, database: Database = "") -> None:
    """Take a line from all who read; its reports are closed."""
    place = read_place(line)
    do(data, database, lambda stewards: stewards.remove(operator(), place))
    typer.echo(f"The line {place} is removed.")


@club.command(**ANY_ID)
def close(line: LineName, data: DataFolder = None, database: Database = "") -> None:
    """Close the reports of a line; nothing else is done."""
    place = read_place(line)
    do(data, database, lambda stewards: stewards.close(operator(), place))
    typer.echo(f"The reports of the line {place} are closed.")


@club.command(**ANY_ID)
def mute(
    person: PersonName,
    days: Annotated[int, typer.Option(metavar="DAYS", min=0, max=3650, help="For so long; 0: for good.")] = 7,
    data: DataFolder = None,
    database: Database = "",
) -> None:
    """Ask somebody not to talk on the whole server; they are told until when, and play on as before."""
    who = read_person(person)
    do(data, database, lambda stewards: stewards.silence(operator(), who, days or None))
    typer.echo(f"{who} may not talk {f'for {days} days' if days else 'any more'}.")


@club.command(**ANY_ID)
def unmute(person: PersonName, data: DataFolder = None, database: Database = "") -> None:
    """Let somebody talk again."""
    who = read_person(person)
    do(data, database, lambda stewards: stewards.unsilence(operator(), who))
    typer.echo(f"{who} may talk again.")


@club.command()
def muted(as_json: Json = False, data: DataFolder = None, database: Database = "") -> None:
    """List who may not talk, and until when."""
    found = [plain(one) for one in do(data, database, lambda stewards: stewards.silenced())]
    show_all(
        found, as_json, lambda one: f"{one['person_id']}  {one['name']}  {one['expires'] or 'for good'}", "Nobody is."
    )


@club.command()
def log(as_json: Json = False, data: DataFolder = None, database: Database = "") -> None:
    """List what was done, the newest first, with who did it and when."""
    found = [plain(one) for one in do(data, database, lambda stewards: stewards.log())]
    show_all(found, as_json, deed, "Nothing was done yet.")


@steward.command("add", **ANY_ID)
def add_steward(person: PersonName, data: DataFolder = None, database: Database = "") -> None:
    """Name somebody a steward: they find what was reported at /steward."""
    who = read_person(person)
    do(data, database, lambda stewards: stewards.add(who))
    typer.echo(f"{who} is a steward.")


@steward.command("remove", **ANY_ID)
def remove_steward(person: PersonName, data: DataFolder = None, database: Database = "") -> None:
    """Take somebody from the stewards."""
    who = read_person(person)
    do(data, database, lambda stewards: stewards.drop(who))
    typer.echo(f"{who} is no steward any more.")


@club.command("stewards")
@steward.command("list")
def list_stewards(as_json: Json = False, data: DataFolder = None, database: Database = "") -> None:
    """List the stewards."""
    found = [plain(one) for one in do(data, database, lambda stewards: stewards.all())]
    show_all(found, as_json, lambda one: f"{one['person_id']}  {one['name']}", "There are no stewards.")


# What goes to the database


def operator() -> Any:
    """Whoever runs the server does it."""
    from smalti.server.store.stewards import By

    return By()


def do(data: Path | None, database: str, work: Callable[[Stewards], Awaitable[T]]) -> T:
    """Does something with the database of a server; one that runs hears of it."""
    with using_server():
        from smalti.server.store.stewards import Stewards

        return asyncio.run(beside_a_server(stored_at(data, database), lambda store: work(Stewards(store))))


def read_place(written: str) -> Place:
    """A line as it is named."""
    from smalti.server.store.stewards import Place

    before, _, number = written.rpartition("/")
    table = before.rpartition("/")[2]
    if not table.isprintable() or not table or not number.isdecimal() or len(number) > 9:
        raise SmaltiError(f"a line is named TABLE/NUMBER, not {written!r}")
    return Place(table, int(number))


def read_person(written: str) -> str:
    """The id of somebody, also at the end of a link."""
    who = written.rstrip("/").rpartition("/")[2]
    if not who or not who.isascii() or not who.isprintable():
        raise SmaltiError(f"a person is named by an id or by the link to a profile, not {written!r}")
    return who


# What is printed


def show_all(found: list[Row], as_json: bool, write: Callable[[Row], str], nothing: str) -> None:
    """Each of them on lines of its own, for people or for programs."""
    for one in found:
        typer.echo(json.dumps(one, ensure_ascii=False) if as_json else write(one))
    if not found and not as_json:
        typer.echo(nothing)


def plain(value: Any) -> Any:
    """Rows as JSON has them."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name != "said_id"}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, tuple) else value


def head(one: Row) -> str:
    """A reported line, and why."""
    line = one["line"] or {"name": "?", "person_id": None, "sign": None, "text": "(gone)", "removed": False}
    why = "; ".join(f"{said['reason']} {said['text']}".strip() + f" ({said['name']})" for said in one["reports"])
    return f"{one['place']}  {line['name']} ({line['person_id'] or '-'}): {text_of(line)}\n  {why or 'not reported'}"


def around(line: Row) -> str:
    """A line in its place."""
    return f"  {line['number']:>4}  {line['created']}  {line['name']}: {text_of(line)}"


def text_of(line: Row) -> str:
    """What was said."""
    said = f"[{line['sign']}]" if line["sign"] else line["text"]
    return f"{said} (removed)" if line["removed"] else said


def deed(one: Row) -> str:
    """Something that was done."""
    by = f"{one['steward']} ({one['steward_id'] or '-'})" if one["steward"] else "whoever runs the server"
    until = f" until {one['expires']}" if one["expires"] else ""
    return (
        f"{one['made']}  {by}: {one['deed']} {one['target']} ({one['target_id'] or '-'}){until} {one['line']}".rstrip()
    )
