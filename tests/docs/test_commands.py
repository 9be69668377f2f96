"""docs/commands.md is what the commands say of themselves, and shells complete them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from smalti.cli.main import app, run
from tests.docs.test_site import DOCS
from tests.golden.test_golden import compare

WIDTH = 100
HEAD = """# Commands

What every command of `smalti` can be told, made from the program itself (`make golden`).
`smalti --install-completion` lets your shell complete them.
"""


def commands(group: Any, context: Any, name: str) -> Iterator[str]:
    """The help of a command, and of those below it."""
    yield f"## {name}\n\n```text\n{context.get_help().rstrip()}\n```"
    for below, command in getattr(group, "commands", {}).items():
        inner = command.make_context(below, [], parent=context, resilient_parsing=True)
        inner.terminal_width = WIDTH
        yield from commands(command, inner, f"{name} {below}")


def test_the_reference_is_what_the_commands_say_golden() -> None:
    group = typer.main.get_command(app)
    context = group.make_context("smalti", [], resilient_parsing=True)
    context.terminal_width = WIDTH

    compare(DOCS / "commands.md", "\n".join([HEAD, "\n\n".join(commands(group, context, "smalti")), ""]), most=100_000)


@pytest.mark.parametrize(
    ("typed", "found"),
    [("smalti ver", "verify"), ("smalti simulate maj", "majolica"), ("smalti verify --js", "--json")],
)
def test_a_shell_completes(
    typed: str, found: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"_SMALTI_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit):
        run([])

    assert capsys.readouterr().out.split() == [found]
