"""No library gives up before the tests do: whoever asks a server or a database that others use says how long."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
SHORT = {
    "httpx": ("get", "post", "put", "patch", "delete", "head", "options", "request", "stream", "Client", "AsyncClient"),
    "sqlite3": ("connect",),
}
"""What gives up after five seconds if it is told nothing else."""


def impatient(source: str) -> Iterator[int]:
    """The lines in which something is called that would give up by itself."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=library), attr=name), keywords=told):
                if name in SHORT.get(library, ()) and "timeout" not in {one.arg for one in told}:
                    yield node.lineno


def test_nothing_waits_only_as_long_as_a_library_does() -> None:
    found = [
        f"{file.relative_to(TESTS)}:{line}"
        for file in sorted(TESTS.rglob("*.py"))
        for line in impatient(file.read_text(encoding="utf-8"))
    ]
    assert found == [], "they say timeout=PATIENCE_S, or ask by Server.get"


def test_what_would_give_up_by_itself_is_found() -> None:
    assert list(
        impatient("httpx.get(url)\nsqlite3.connect(file, timeout=9)\nwith httpx.Client(base_url=url): ...")
    ) == [1, 3]
