"""What the documentation shows is true: code runs, commands work, links lead somewhere."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

import smalti
from tests.server.forked import Fork

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONG = {"docs/arena.md", "docs/guides/train_an_agent.md"}
"""Pages whose code plays and learns for long; what it does is tested for less in its own rooms."""
SKETCHES = {"conventions.md"}
"""Pages whose code shows a style and refers to things that are not there."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
INTERACTIVE = {"play", "serve", "bench"}
"""Commands that wait for a person or take long; the documentation may show them, the test asks for their help."""


def blocks(page: Path, *languages: str) -> list[str]:
    return [code for language, code in BLOCK.findall(page.read_text(encoding="utf-8")) if language in languages]


def commands(page: Path) -> Iterator[list[str]]:
    """The commands of a page, word by word; in a console block those behind the prompt."""
    for language, code in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language in ("sh", "bash", "console"):
            for line in code.replace("\\\n", " ").splitlines():
                shown = line.removeprefix("$ ") if language == "console" and line.startswith("$ ") else line
                if (language != "console" or line.startswith("$ ")) and (words := shlex.split(shown, comments=True)):
                    yield words


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def with_blocks(*languages: str) -> pytest.MarkDecorator:
    """The pages that have such blocks."""
    found = [page for page in PAGES if blocks(page, *languages)]
    cases = [pytest.param(page, marks=[pytest.mark.long] if named(page) in LONG else []) for page in found]
    return pytest.mark.parametrize("page", cases, ids=named)


def claims(code: str) -> list[str]:
    """What the code says it prints: `print(x)  # this`; dots stand for anything."""
    return re.findall(r"^\s*print\(.*\)  # (.+)$", code, re.MULTILINE)


@with_blocks("py")
def test_excerpts_stand_in_the_files_that_they_name(page: Path) -> None:
    for code in blocks(page, "py"):
        head, _, excerpt = code.partition("\n")
        assert excerpt
        assert excerpt in (ROOT / head.removeprefix("# ")).read_text(encoding="utf-8"), code


@pytest.mark.usefixtures("only_here")
@with_blocks("python")
def test_python_code_runs_and_prints_what_it_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "documentation"}
    for code in blocks(page, "python"):
        program = compile(code, named(page), "exec", dont_inherit=True)
        if page.name in SKETCHES:
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, scope)
        for claim in claims(code):
            pattern = re.sub(r"[\[*?]", lambda special: f"[{special[0]}]", claim).replace("...", "*")
            assert any(fnmatchcase(line, pattern) for line in printed.getvalue().splitlines()), claim


def test_sketches_are_python_at_least() -> None:
    for name in SKETCHES:
        for code in blocks(ROOT / "docs" / name, "python"):
            ast.parse(code)


def asked(words: list[str]) -> list[str]:
    """The words of a command, those of an interactive one up to its help."""
    first = next(at for at in range(0, len(words), 2) if words[at] != "--with") if words else 0
    return [*words[: first + 1], "--help"] if words and words[first] in INTERACTIVE else words


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@with_blocks("sh", "bash", "console")
def test_commands_work_in_the_order_shown(page: Path, tmp_path: Path) -> None:
    for name, *words in commands(page):
        if name == "smalti":
            run = Fork(asked(words), {"NO_COLOR": "1"}, str(tmp_path / "said"), tmp_path)
            assert run.wait() == 0, f"smalti {shlex.join(words)}: {(tmp_path / 'said').read_text(encoding='utf-8')}"
        elif name == "make":
            assert {word for word in words if "=" not in word} <= targets(), words
        else:
            assert name in ("git", "cd", "pip", "python", "python3"), f"nobody checks {name!r}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_to_files(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in link and not link.startswith(("#", "mailto:")):
            file, _, _ = link.partition("#")
            assert (page.parent / file).exists(), link


def heading_id(heading: str) -> str:
    """A heading as hosts of Markdown turn it into an anchor."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_anchors_lead_to_headings(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        file, _, anchor = link.partition("#")
        if anchor and "://" not in link:
            target = (page.parent / file).read_text(encoding="utf-8") if file else page.read_text(encoding="utf-8")
            assert anchor in map(heading_id, re.findall(r"^#+ (.+)$", target, re.MULTILINE)), link


def test_the_readme_names_the_two_commands_of_a_newcomer() -> None:
    shown = list(commands(ROOT / "README.md"))

    assert ["make", "play"] in shown
    assert ["make", "test"] in shown


def test_every_game_has_its_rules_in_both_languages() -> None:
    pages = {path.name.split(".")[0] for path in (ROOT / "docs" / "rules").glob("*.en.md")}

    assert pages == {path.name.split(".")[0] for path in (ROOT / "docs" / "rules").glob("*.fr.md")}
    assert pages >= {"mosaix", "maharani", "majolica"}


def test_the_citation_names_the_version_that_is_here() -> None:
    said = dict(
        re.findall(r"^(version|license): (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    )

    assert said == {"version": smalti.__version__, "license": "Apache-2.0"}
