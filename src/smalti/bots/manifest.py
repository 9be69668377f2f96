"""What a result came from, beside the result: version, sources, machine, seeds and command (docs/versions.md)."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import smalti
from smalti.bots.defaults import GIVEN
from smalti.bots.sources import SOURCES

FORMAT = "smalti-manifest/1"
ROOMS = ("kernel", "games", "bots", "arena")
"""What decides how a game between bots goes."""
KINDS = (".py", ".json", ".toml", ".npz")
LIBRARIES = ("numpy", "numba")

Manifest = dict[str, Any]


def make_manifest(seeds: Iterable[int], command: str = "") -> Manifest:
    """The manifest of what this process makes with these seeds."""
    return {
        "format": FORMAT,
        "version": smalti.__version__,
        "sources": sum_of_sources(),
        "with": [source for source in SOURCES if not source.startswith("weights:")],
        "weights": {game: hashlib.sha256(Path(file).read_bytes()).hexdigest() for game, file in GIVEN.items()},
        "machine": {
            "system": f"{platform.system()} {platform.machine()}",
            "processor": processor(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            **{name: version(name) for name in LIBRARIES},
        },
        "seeds": list(seeds),
        "command": command,
    }


@cache
def sum_of_sources() -> str:
    """A hash of all our files that decide how a game between bots goes."""
    key, folder = hashlib.sha256(), Path(smalti.__file__).parent
    for path in sorted(path for room in ROOMS for path in (folder / room).rglob("*") if path.suffix in KINDS):
        key.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    return key.hexdigest()


def processor() -> str:
    """The processor by its name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
