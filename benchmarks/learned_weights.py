"""Puts the learned weights of Maharani or Majolica together, each table from the lesson that plays best:

    smalti train majolica --device cuda --seats 2 --lead 1 --denial 1 --rivals 10 --step 0.3 --trace 0.7 --out two
    python -m benchmarks.learned_weights majolica --table 1 two/majolica.npz --out FOLDER

Tables are counted from 0 (Maharani: two, three, four seats; Majolica: one, two, more); those that are not named stay as
they are shipped. `learned.json` then has the lessons of all, each with its manifest.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from smalti.bots.training.files import write_weights
from smalti.kernel.weights import read_learned, read_record


def join(game: str, tables: dict[int, Path], out: Path) -> None:
    """Takes the named tables from files, and the rest from what is shipped."""
    own = import_module(f"smalti.games.{game}.thinking.weights")
    shipped = read_record(own.LEARNED)
    weights, lessons = own.read_weights(own.LEARNED), {f"{one['seats']}": one for one in shipped["lessons"]}
    for table, file in tables.items():
        part = slice(own.WEIGHTS + table * own.TABLE, own.WEIGHTS + (table + 1) * own.TABLE)
        weights[part] = read_learned(file)[part]
        made = read_record(file)
        lessons |= {f"{one['seats']}": one | {"manifest": made["manifest"]} for one in made["lessons"]}
    out.mkdir(parents=True, exist_ok=True)
    facts = {"game": game, "rules": shipped["rules"], "lessons": [lessons[seats] for seats in sorted(lessons)]}
    write_weights(out / own.LEARNED.name, weights, facts)


def main() -> None:
    """Joins some files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("maharani", "majolica"))
    parser.add_argument("--table", nargs=2, action="append", required=True, metavar=("N", "FILE"))
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    join(asked.game, {int(number): Path(file) for number, file in asked.table}, asked.out)


if __name__ == "__main__":
    main()
