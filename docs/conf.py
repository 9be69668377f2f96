"""How the documentation site is built: `make docs`."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

project = "Smalti"
html_title = "Smalti"
html_theme = "furo"
language = "en"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
exclude_patterns = ["pictures"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
autodoc_mock_imports = ["pufferlib", "stable_baselines3"]  # gigabytes for two base classes
autodoc_type_aliases = {"Match": "smalti.kernel.match.Match"}  # there is one of the arena too
highlight_language = "none"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False


def point_outside(app: Any, name: str, source: list[str]) -> None:
    """A link to a Markdown file that is no page of the site (examples/, README.md) leads to the file itself."""
    folder = Path(app.env.doc2path(name)).parent

    def marked(link: re.Match[str]) -> str:
        inside = (folder / link[1]).resolve().is_relative_to(Path(__file__).parent)
        return link[0] if inside or "://" in link[1] else f"](path:{link[1]})"

    source[0] = re.sub(r"\]\(([^)\s#]+\.md)\)", marked, source[0])


def show_notebook(app: Any, name: str, source: list[str]) -> None:
    """A notebook is a page too: its words as they stand, its code as blocks, and on the site what that shows."""
    if app.env.doc2path(name).suffix == ".ipynb":
        told = run_notebook(source[0]) if app.builder.name == "html" else json.loads(source[0])
        source[0] = "\n\n".join(part for cell in told["cells"] for part in show_cell(cell))


def run_notebook(text: str) -> Any:
    """A notebook with what its cells show. They are kept without it, and seeds make it the same each time."""
    import nbformat
    from nbclient import NotebookClient

    notebook: Any = nbformat.reads(text, as_version=4)
    with TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=600, resources={"metadata": {"path": folder}}).execute()
    return notebook


def show_cell(cell: Any) -> Iterator[str]:
    """A cell in Markdown, and under it its pictures and values."""
    text = "".join(cell["source"])
    yield f"```python\n{text}\n```" if cell["cell_type"] == "code" else text
    for output in cell.get("outputs", []):
        if output.get("name") == "stderr":
            continue
        shown = output.get("data", {"text/plain": output.get("text", "")})
        for kind, fence in (
            ("image/svg+xml", "````{raw} html"),
            ("text/html", "````{raw} html"),
            ("text/plain", "````text"),
        ):
            if kind in shown:
                yield f"{fence}\n{''.join(shown[kind])}\n````"
                break


def add_tables(app: Any, error: Exception | None) -> None:
    """The edition without a server lies beside the pages, so that the front page has a table to play at."""
    if error is None and app.builder.name == "html":
        from smalti.cli.site import site

        site(Path(app.outdir) / "play")


def setup(app: Any) -> None:
    """What Sphinx calls first."""
    app.connect("source-read", show_notebook)
    app.connect("source-read", point_outside)
    app.connect("build-finished", add_tables)
