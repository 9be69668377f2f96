"""How a network learned, drawn from its record: `python -m benchmarks.net_curve FOLDER/mosaix-network.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.learning import ROOT, Curve, draw

PICTURE = ROOT / "docs" / "pictures" / "network-mosaix.svg"
BELOW = 130
"""Points are counted from here on, so that what is learned can be seen."""
COLUMNS = {
    "points": f"points of careful games above {BELOW}",
    "error of patterns": "patterns off their goals",
    "error of the network": "network off its goals",
}


def read_curves(path: Path) -> dict[str, Curve]:
    """(minutes, points) of each column, from the first games that ended."""
    record = json.loads(path.read_text(encoding="utf-8"))
    rows = [dict(zip(record["columns"], row, strict=True)) for row in record["lessons"][-1]["curve"]]
    rows = [row | {"points": row["points"] - BELOW} for row in rows if row["points"]]
    return {words: [(row["seconds"] / 60, row[name]) for row in rows] for name, words in COLUMNS.items()}


def main(path: str) -> None:
    """The picture."""
    label = f"Mosaix alone: points above {BELOW}, and how many points values are off, by minutes of learning"
    picture = draw(read_curves(Path(path)), label, every=2, sign="{}", end="{:.1f} minutes", key=(330, 118))
    PICTURE.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
