"""The documentation site is built without a warning, and has every page of the documentation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(str(path.relative_to(DOCS)).removesuffix(".md") for path in DOCS.rglob("*.md"))
READ = ROOT / "build" / "doctrees"
HEADINGS = ["Rules", "Components", "Moves", "Notation", "Record", "Picture", "Scoring"]


def build(builder: str, folder: Path, *more: str) -> Path:
    """As `make docs` does it; a warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", builder, *more, str(DOCS), str(folder)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages; whoever asks for them is long, because to write them takes as long as to read everything."""
    return build("html", tmp_path_factory.mktemp("site"))


def test_every_page_is_read_without_a_warning_and_all_it_refers_to_is_there(tmp_path: Path) -> None:
    """Each is in the contents, its links lead somewhere, and so do the names that the reference takes from the code.

    What was read without a warning and has not changed since is not read again; every link is followed each time.
    """
    try:
        build("dummy", tmp_path, "-a", "-d", str(READ))
    except AssertionError:
        shutil.rmtree(READ)
        raise
    assert [page for page in PAGES if not (READ / f"{page}.doctree").exists()] == []


@pytest.mark.long
def test_every_page_is_on_the_site(site: Path) -> None:
    assert [page for page in PAGES if not (site / f"{page}.html").exists()] == []


@pytest.mark.long
def test_notebooks_are_pages_and_the_front_page_has_a_table_to_play_at(site: Path) -> None:
    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        page = (site / "notebooks" / f"{notebook.stem}.html").read_text(encoding="utf-8")
        assert "highlight-python" in page
        assert "highlight-text" in page, "what the cells gave"
        assert "<svg" in page.split("<article", 1)[1].split("</article")[0], "what they drew"
    assert '<iframe src="play/index.html"' in (site / "index.html").read_text(encoding="utf-8")
    assert (site / "play" / "local" / "en" / "index.html").exists()


@pytest.mark.long
def test_every_link_of_the_site_leads_to_a_file(site: Path) -> None:
    lost = []
    for page in site.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(encoding="utf-8")):
            if "://" not in link and not link.startswith(("mailto:", "data:")) and not (page.parent / link).exists():
                lost.append((page.name, link))
    assert lost == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "words"),
    [("library", "smalti.new"), ("batch", "Batch.observe"), ("game", "legal_moves"), ("arena", "play_matches")],
)
def test_the_reference_comes_from_the_docstrings(site: Path, page: str, words: str) -> None:
    assert words in (site / "reference" / f"{page}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted((DOCS / "games").glob("*.md")), ids=lambda page: page.stem)
def test_the_page_of_a_game_has_the_fixed_headings(page: Path) -> None:
    """docs/conventions.md names them."""
    assert re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE) == HEADINGS
