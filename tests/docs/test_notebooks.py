"""The notebooks run from top to bottom, and are kept without what they printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.settings import one_quick

NOTEBOOKS = sorted((Path(__file__).parent.parent.parent / "docs" / "notebooks").glob("*.ipynb"))
QUICK = next(path for path in NOTEBOOKS if path.stem == "explore_a_record")


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat comes without types


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_its_outputs(path: Path) -> None:
    for cell in code_cells(read(path)):
        assert cell.outputs == []
        assert cell.execution_count is None


@pytest.mark.parametrize("path", one_quick(QUICK, NOTEBOOKS), ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the event loop that nbclient makes
def test_a_notebook_runs_and_shows_pictures(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in code_cells(notebook) for output in cell.outputs]

    assert any("image/svg+xml" in output.get("data", {}) for output in shown)
