"""How long is the first search with nothing compiled? Beside it what `smalti bench` says of the search.

python benchmarks/search_speed.py [seconds]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

from smalti.cli.measure_search import measure_search
from smalti.games import GAMES

ROUNDS = 3


def cold_start_s(name: str) -> float:
    """Import, compile and search once, in a process with an empty cache."""
    script = f"from smalti.cli.measure_search import simulations_per_s; simulations_per_s({name!r}, 0)"
    with tempfile.TemporaryDirectory() as cache:
        paths = os.pathsep.join(filter(None, sys.path))
        began = perf_counter()
        environment = os.environ | {"SMALTI_CACHE_DIR": cache, "PYTHONPATH": paths}
        subprocess.run([sys.executable, "-c", script], env=environment, check=True)
        return perf_counter() - began


def main() -> None:
    """Prints the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print("game      simulations/s  two processes  ratio  cold start")
    for name in GAMES:
        speed, cold = measure_search(name, seconds, ROUNDS), cold_start_s(name)
        print(f"{name:9} {speed.one_process:13,.0f} {speed.two_processes:14,.0f} {speed.ratio:6.2f} {cold:9.1f} s")


if __name__ == "__main__":
    main()
