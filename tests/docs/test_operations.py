"""The guide for those who run a server agrees with the program: every setting, every file it comes with."""

from __future__ import annotations

import configparser
import os
import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from typer.main import get_command

from smalti.cli.main import app
from smalti.kernel.errors import SmaltiError
from smalti.server.operation.limits import VARIABLE, Limits
from smalti.server.operation.metrics import Metrics
from smalti.server.operation.reach import Reach

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "operations.md"
DEPLOY = ROOT / "deploy"
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->"
UNITS = sorted(DEPLOY.glob("*.service"))


def options(command: str) -> dict[str, tuple[str, str, str]]:
    """Each option of a command: its variable, its default and its words."""
    found = get_command(app).commands[command].params  # type: ignore[attr-defined]  # a group, which typer does not say
    return {one.opts[0]: (one.envvar or "", shown(one.default), one.help) for one in found if one.opts[0] != "--help"}


def shown(default: object) -> str:
    return "" if default is None or default is False or default == "" else str(getattr(default, "value", default))


def table() -> str:
    """All settings of `smalti serve` as a table."""
    lines = ["| option | variable | unless told | what |", "|---|---|---|---|"]
    for option, (variable, default, words) in options("serve").items():
        lines.append(f"| `{option}` | {f'`{variable}`' if variable else ''} | {default} | {words} |")
    for limit in fields(Limits):
        lines.append(f"| | `{VARIABLE}{limit.name.upper()}` | {limit.default} | {LIMITS[limit.name]} |")
    lines += [f"| | `{variable}` | {default} | {words} |" for variable, (default, words) in REACH.items()]
    return "\n".join(lines) + "\n"


REACH = {
    "SMALTI_NOTICES": ("1", "Whether people are told what happens while they are away."),
    "SMALTI_NOTICES_CONTACT": (Reach.contact, "Whom push services may write to about this server."),
    "SMALTI_NOTICES_PRIVATE": ("0", "Whether notices may go to addresses of the own network, and without TLS."),
    "SMALTI_NOTICES_DELAY_S": (f"{Reach.delay_s:g}", "Seconds until whoever is not at the table is told."),
    "SMALTI_MAIL": ("", "The mail server: smtp://user:password@host:587/?from=club@example.org."),
}
"""Each is read by `Reach.read`, and by nobody else."""
LIMITS = {
    "address_requests": "Requests a minute from one address.",
    "person_requests": "Requests a minute of one person.",
    "address_messages": "Messages a minute over the sockets of one address.",
    "person_messages": "Messages a minute over the sockets of one person.",
    "address_connects": "Connections to tables that one address opens in a minute.",
    "person_connects": "Connections to tables that one person opens in a minute.",
    "address_tables": "New tables an hour from one address.",
    "person_tables": "New tables an hour of one person.",
    "address_bot_tables": "Tables of bots alone an hour from one address, new or handed over.",
    "person_bot_tables": "Tables of bots alone an hour of one person, new or handed over.",
    "address_listings": "Tables that one address opens in the club and people it asks to play, an hour.",
    "person_listings": "Tables that one person opens in the club and people they ask to play, an hour.",
    "person_listed": "Open tables of one person in the club at the same time, over all servers.",
    "address_notices": "Places to be reached at, codes sent and trials an hour from one address.",
    "person_notices": "The same of one person.",
    "address_lines": "Lines a minute said at tables from one address.",
    "person_lines": "Lines a minute said at tables by one person, all servers together.",
    "address_reports": "Lines reported in an hour from one address.",
    "person_reports": "Lines reported in an hour by one person.",
    "address_sockets": "Sockets of one address at the same time.",
    "person_sockets": "Sockets of one person at the same time.",
    "address_streams": "Streams of all records to one address at the same time.",
    "connections": "Connections of all at the same time; one in five is kept for people with a seat.",
    "address_connections": "Connections of one address at the same time; a trusted proxy is none.",
    "open_tables": "Tables in memory; beyond it those leave that nobody looks at, the longest unused first.",
    "body_bytes": "The longest body of a request.",
    "message_bytes": "The longest message over a socket; a longer one closes it.",
    "wait_s": "Seconds for the rest of a request, and for a browser to take what it is sent.",
}


def test_every_variable_for_notices_is_read_and_named() -> None:
    told = {"SMALTI_NOTICES": "0", "SMALTI_NOTICES_CONTACT": "https://club.example", "SMALTI_NOTICES_PRIVATE": "yes"}
    told |= {"SMALTI_NOTICES_DELAY_S": "5", "SMALTI_MAIL": "smtp://localhost/?from=a@b.example"}
    assert told.keys() == REACH.keys()
    assert Reach.read(told) == Reach(False, "https://club.example", True, 5.0, told["SMALTI_MAIL"])
    assert Reach.read({}) == Reach()
    for wrong in ("SMALTI_NOTICES", "SMALTI_NOTICES_CONTACT", "SMALTI_NOTICES_DELAY_S"):
        with pytest.raises(SmaltiError):
            Reach.read({wrong: "perhaps"})


@pytest.mark.golden
def test_the_table_of_settings_is_the_program_s() -> None:
    page = PAGE.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    written, _, tail = rest.partition(END)
    if os.environ.get("SMALTI_REWRITE_GOLDEN"):
        PAGE.write_text(f"{head}{BEGIN}{table()}{END}{tail}", encoding="utf-8")
        return
    assert written == table()


def test_the_figures_named_are_there() -> None:
    named = re.findall(r"`(smalti_\w+)`", PAGE.read_text(encoding="utf-8"))
    figures = Metrics().write().decode()
    assert named
    assert all(f"# HELP {name}" in figures for name in named)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_starts_a_command_that_there_is(unit: Path) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # names keep their capitals
    parser.read(unit)
    _, command, *words = shlex.split(parser["Service"]["ExecStart"])
    assert parser["Service"]["Restart"] == "always"
    assert {word for word in words if word.startswith("--")} <= options(command).keys()


def test_the_container_is_built_from_files_that_there_are() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [words[1:-1] for line in text.splitlines() if (words := line.split())[:1] == ["COPY"]]
    assert copied
    assert all((ROOT / name).exists() for names in copied for name in names)
    command = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)[0]
    _, name, *words = re.findall(r'"([^"]*)"', command)
    assert {word for word in words if word.startswith("--")} <= options(name).keys()


def test_the_example_environment_names_variables_that_there_are() -> None:
    known = {variable for variable, _, _ in options("serve").values()} | {
        f"{VARIABLE}{limit.name.upper()}" for limit in fields(Limits)
    }
    named = re.findall(r"^#? ?(SMALTI_\w+)=", (DEPLOY / "smalti.env").read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    assert set(named) <= known


def test_the_nightly_backup_uses_options_that_there_are() -> None:
    line = (DEPLOY / "smalti.cron").read_text(encoding="utf-8").splitlines()[-1]
    words = re.findall(r"--[a-z-]+", line)
    assert "smalti backup" in line
    assert set(words) <= options("backup").keys()


def test_the_server_s_lock_agrees_with_that_of_the_tests() -> None:
    pinned = {
        name: set(re.findall(r"^(\S+==\S+)", (ROOT / "requirements" / name).read_text(), re.MULTILINE))
        for name in ("server.txt", "test.txt")
    }
    assert pinned["server.txt"] <= pinned["test.txt"]
    assert any(pin.startswith("psycopg==") for pin in pinned["server.txt"])
