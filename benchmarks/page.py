"""Figures put into docs/performance.md, between two marks."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"


def tell(name: str, about: str | None, measure: Callable[[], str]) -> None:
    """Measures, prints, and with --write puts what was found between the marks of this name."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    write = parser.parse_args().write
    found = measure()
    print(found)
    if write:
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        text = PAGE.read_text(encoding="utf-8")
        head, rest = text.split(begin)
        PAGE.write_text(head + begin + found + end + rest.split(end)[1], encoding="utf-8")
