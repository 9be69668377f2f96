"""The package as others get it: built, installed into empty environments, and played there.

Run with `python -m tests.wheel`: each supported Python of this machine makes records, checks them, and serves a game
that is played to its end over a real socket. Then each extra is installed alone, from the index, and what it is for is
tried; `python -m tests.wheel 3.11 pictures` tries only these, and fails where there is no such Python; which supported
ones are not here is said at the end. First of all it is installed by the commands of
docs/operations.md, by the pip that comes with Python, and served as the shipped unit says; `python -m tests.wheel
documented` tries only that.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from tests.docs.test_deploy import COMMANDS, unit
from tests.server.ports import free_port
from tests.server.serving import OPEN, Guest, Server
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[1]
SUPPORTED = "3.11", "3.12", "3.13", "3.14"
DOCUMENTED = "documented"
QUIET = "--quiet", "--disable-pip-version-check"
LIBRARY = """
import smalti
position = smalti.new("mosaix", seats=2, seed=1)
while not position.is_over:
    position = position.play(position.legal_moves()[0])
print(*position.scores())
from smalti.kernel.words import say
assert say("fr", "Stop the game") == "Arrêter la partie"
"""


EXTRAS = {
    "": "import smalti; assert smalti.new('mosaix', seed=1).legal_moves()",
    "server": "import smalti.server.http.server",
    "postgres": "import psycopg, procrastinate",
    "arena": "import smalti.arena.report",
    "ray": "import smalti.arena.cluster",
    "dataset": "from smalti.bots.dataset import Recipe, play_row; play_row(Recipe('mosaix', 1, ('greedy',)), 0)",
    "tui": "import smalti.cli.tui.app",
    "envs": "import smalti.envs.gymnasium, smalti.envs.pettingzoo, smalti.envs.openspiel",
    "pictures": "import smalti; from smalti.envs.playing import frame; assert frame(smalti.new('mosaix')).any()",
    "learn": "import smalti.envs.sb3",
    "net": "import smalti.bots.training.nets.learner",
    "gpu": "from smalti.kernel.cuda import import_cuda; import_cuda()",
    "wasm": "import ziglang",
    "bench": "import chess, pgx, pyspiel, rlcard; from pettingzoo.classic import connect_four_v3",
    "docs": "import furo, myst_parser, sphinx",
    "dev": "import hypothesis, importlinter, mypy, nbclient, playwright, pytest, xdist",
}
"""By extra: what works where it alone is installed. The last four are for whoever works on Smalti itself: modules for
browsers, comparison with others (`make bench`, `make peers`), the site (`make docs`), and tests (`make test`)."""


def pythons() -> Iterator[tuple[str, str]]:
    """Every supported version whose Python is here, and where; pyenv shows each only to who names its version."""
    pyenv = shutil.which("pyenv")
    versions = (
        subprocess.run([pyenv, "versions", "--bare"], capture_output=True, text=True).stdout.split() if pyenv else []
    )
    for supported in SUPPORTED:
        for told in ({}, *({"PYENV_VERSION": version} for version in versions if version.startswith(supported))):
            command = [f"python{supported}", "-c", "import ensurepip, sys; print(sys.executable)"]
            if not shutil.which(command[0]):
                break
            found = subprocess.run(command, env=os.environ | told, capture_output=True, text=True, check=False)
            if found.returncode == 0:
                yield supported, found.stdout.strip()
                break


def chosen(version: str, here: dict[str, str]) -> dict[str, str]:
    """The Pythons to try: all that are here, or the one that is named, which has to be."""
    assert not version or version in here, f"there is no Python {version} here, but {', '.join(here) or 'none'}"
    assert here, "there is no supported Python here"
    return {version: here[version]} if version else here


def tell_missing(here: Iterable[str]) -> str:
    """Which supported Pythons were not tried, because they are not here."""
    missing = [version for version in SUPPORTED if version not in here]
    return f"Not tried, because not here: Python {', '.join(missing)}.\n" if missing else ""


def run(*command: str | Path, folder: Path) -> str:
    """What a command says, in a folder of its own and without anything of ours around it."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "SMALTI_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def build(folder: Path) -> Path:
    """The wheel, from the sources as they are here."""
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        *QUIET,
        "--no-deps",
        "--no-build-isolation",
        "-w",
        folder,
        ROOT,
    ]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(python: str, wheel: Path, folder: Path) -> Path:
    """An empty environment with the locked requirements and the wheel; the folder of its commands."""
    subprocess.run([python, "-m", "venv", folder / "environment"], check=True)
    commands = folder / "environment" / "bin"
    pip: list[str | Path] = [commands / "python", "-m", "pip", "install", *QUIET]
    subprocess.run([*pip, "--no-deps", "--require-hashes", "-r", ROOT / "requirements" / "play.txt"], check=True)
    subprocess.run([*pip, "--no-deps", wheel], check=True)
    return commands


def play(commands: Path, folder: Path) -> None:
    """The command, the library, and a whole game at a served table."""
    run(commands / "smalti", "simulate", "maharani", "--games", "3", "--out", "games.jsonl", folder=folder)
    run(commands / "smalti", "verify", "games.jsonl", folder=folder)
    run(commands / "python", "-c", LIBRARY, folder=folder)
    apart = {"PYTHONPATH": "", "SMALTI_CACHE_DIR": str(folder / "cache")}
    server = Server(folder / "data", free_port(), environment=apart, python=str(commands / "python"))
    server.start()
    try:
        guest = Guest(server)
        guest.sit(guest.post("/api/tables", {"game": "mosaix", "seats": [{"kind": "me"}]})["table"])
        while not guest.table["over"]:
            number = guest.table["number"]
            guest.move()
            guest.wait_until(number + 1)
    finally:
        OPEN.close()
        server.stop()


def try_extras(python: str, wheel: Path, folder: Path, extras: Iterable[str]) -> None:
    """Each extra in an environment of its own."""
    for extra in extras:
        home = folder / f"extra-{extra or 'none'}"
        home.mkdir()
        subprocess.run([python, "-m", "venv", home / "environment"], check=True)
        inside = home / "environment" / "bin" / "python"
        asked = f"{wheel}[{extra}]" if extra else str(wheel)
        subprocess.run([inside, "-m", "pip", "install", *QUIET, asked], check=True)
        run(inside, "-c", EXTRAS[extra], folder=home)
        shutil.rmtree(home)
        sys.stdout.write(f"{wheel.name} works with {python} and {f'the extra {extra}' if extra else 'no extra'}\n")


def install_as_documented(folder: Path) -> None:
    """The commands of docs/operations.md up to where they need to be root's, with this folder for `/`."""
    (folder / "opt").mkdir()
    commands = [line for line in COMMANDS if "/opt/smalti" in line]
    assert len(commands) == 2
    for line in commands:
        subprocess.run(line.replace("/opt/", f"{folder}/opt/"), shell=True, cwd=ROOT, check=True)
    run(folder / "opt/smalti/bin/pip", "check", folder=folder)


def serve_as_documented(folder: Path) -> None:
    """In the words of the shipped unit, but for where it lies and its port."""
    port = str(free_port())
    words = shlex.split(unit(ROOT / "deploy" / "smalti.service")["execstart"])
    command = [port if word == "8000" else word.replace("/opt/", f"{folder}/opt/") for word in words]
    command = [word.replace("/var/", f"{folder}/var/") for word in command]
    assert (command[0], port in command) == (f"{folder}/opt/smalti/bin/smalti", True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "SMALTI_CACHE_DIR": str(folder / "cache")}
    server = subprocess.Popen(command, cwd=folder, env=environment)

    def is_ready() -> bool:
        assert server.poll() is None, "it has ended"
        try:
            return httpx.get(f"http://127.0.0.1:{port}/ready", timeout=PATIENCE_S).status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(is_ready)
        assert (folder / "var/lib/smalti/smalti.sqlite").exists()
    finally:
        server.terminate()
        server.wait()


def main(version: str = "", *extras: str) -> None:
    """Builds once, then tries each Python, or one with some extras."""
    with TemporaryDirectory(prefix="smalti-wheel-") as name:
        if version in {"", DOCUMENTED}:
            install_as_documented(Path(name))
            serve_as_documented(Path(name))
            sys.stdout.write("What docs/operations.md says installs a server that is ready.\n")
        if version == DOCUMENTED:
            return
        here = dict(pythons())
        tried = chosen(version, here)
        wheel = build(Path(name))
        for number, python in tried.items():
            folder = Path(name) / number
            folder.mkdir()
            if not extras:
                play(install(python, wheel, folder), folder)
                sys.stdout.write(f"{wheel.name} plays with {python}\n")
            try_extras(python, wheel, folder, extras or EXTRAS)
    sys.stdout.write(tell_missing(here))


if __name__ == "__main__":
    main(*sys.argv[1:])
