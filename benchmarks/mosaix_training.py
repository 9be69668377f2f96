"""Puts the shipped weights of Mosaix together, each table from the run that plays best:

    smalti train mosaix --device cuda --seats 1 --games 1146880 --out alone
    smalti train mosaix --device cuda --seats 2 --games 491520 --out two
    smalti train mosaix --device cuda --seats 4 --games 303104 --out more
    python -m benchmarks.mosaix_training --alone alone/mosaix.npz --two two/mosaix.npz --more more/mosaix.npz --out DIR

A table may be taken from what is shipped: name `weights.npz`. `--more` is for three and four players. `weights.md`
beside the weights says which runs were taken, and why.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from smalti.bots.training.files import write_weights
from smalti.games.mosaix.thinking.layout import TABLES, shared_weights
from smalti.games.mosaix.thinking.weights import read_weights
from smalti.kernel.weights import read_record

ROLES = ("alone", "two", "more")
"""What the tables are for."""


def join(files: list[Path], out: Path) -> None:
    """Takes the n-th table from the n-th file."""
    shared = shared_weights()
    number = int(shared.max()) + 1
    joined = np.zeros(number, np.float32)
    for table, file in enumerate(files):
        places = np.split(shared, TABLES)[table]
        joined[places] = np.split(read_weights(file), TABLES)[table]
    record = read_record(files[0])
    runs = {role: lessons_of(role, file) for role, file in zip(ROLES, files, strict=True)}
    out.mkdir(parents=True, exist_ok=True)
    write_weights(out / "weights.npz", joined, {"game": record["game"], "rules": record["rules"], "tables": runs})


def lessons_of(role: str, file: Path) -> list[dict[str, Any]]:
    """The lessons that a table of a file comes from; a file may have been joined itself."""
    record = read_record(file)
    if "tables" in record:
        return list(record["tables"][role])
    return [one for one in record["lessons"] if (one["seats"] == 1) == (role == "alone")]


def main() -> None:
    """Joins three files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for role in (*ROLES, "out"):
        parser.add_argument(f"--{role}", type=Path, required=True)
    asked = parser.parse_args()
    join([getattr(asked, role) for role in ROLES], asked.out)


if __name__ == "__main__":
    main()
