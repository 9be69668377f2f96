"""The package alone imports none of the libraries that belong to an extra, and names the extra where one is missing."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import smalti
from tests.leftovers import kept_mark

SOURCES = Path(smalti.__file__).parents[1]
OTHERS = [
    "aiosqlite", "alembic", "fastapi", "gymnasium", "jax", "jinja2", "numba_cuda", "openskill", "PIL", "pettingzoo",
    "procrastinate", "prometheus_client", "psycopg", "pyspiel", "ray", "resvg_py", "sklearn", "sqlalchemy", "starlette",
    "textual", "uvicorn", "websockets",
]  # fmt: skip
"""What the extras bring; a plain installation has none of it."""
BLOCK = f"""
import sys

class Nobody:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OTHERS!r} or name.startswith("numba.cuda"):
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nobody())
"""
"""As if none of them were installed."""


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", textwrap.dedent(program), *words]
    environment = {"PYTHONPATH": str(SOURCES), "NUMBA_CUDA_USE_NVIDIA_BINDING": "0", "HOME": "/nonexistent"}
    return subprocess.run(
        command, env=environment | kept_mark(), capture_output=True, text=True, timeout=300, check=False
    )


def test_the_library_works_and_imports_none_of_the_others() -> None:
    done = run(
        f"""
        import sys
        import smalti
        from smalti.cli.main import run
        position = smalti.new("mosaix", seats=2, seed=1)
        position.play(position.legal_moves()[0])
        assert run(["simulate", "maharani", "--out", "/dev/null"]) == 0
        import smalti.arena, smalti.envs.batch
        print(sorted(set({OTHERS!r}) & {{name.partition(".")[0] for name in sys.modules}}))
        """
    )

    assert done.stdout.strip() == "[]", done.stderr


ASKED = {
    "import smalti.envs.pettingzoo": "envs",
    "import smalti.envs.gymnasium": "envs",
    "import smalti.envs.openspiel": "envs",
    "import smalti.envs.raster": "pictures",
    "import smalti; smalti.batch('mosaix', 10, device='cuda')": "gpu",
    "from smalti.arena import play_matches; play_matches('mosaix', ['random', 'greedy'], games=2)": "arena",
    "from smalti.arena.cluster import cluster; cluster('local', 1).__enter__()": "ray",
}


ASK = f"""
{BLOCK}
from smalti.kernel.errors import MissingExtra
for asked in {list(ASKED)!r}:
    try:
        exec(asked)
        print(asked, "needs nothing")
    except MissingExtra as error:
        print(error)
"""


def test_what_needs_a_missing_library_names_the_extra_in_a_sentence() -> None:
    done = run(ASK)

    assert done.stderr == ""
    for said, extra in zip(done.stdout.splitlines(), ASKED.values(), strict=True):
        assert said.endswith(f"needs the extra `{extra}`: pip install 'smalti[{extra}]'")


def test_a_command_that_needs_a_missing_library_names_the_extra() -> None:
    done = run(f"{BLOCK}\nfrom smalti.cli.main import run; print(run(['serve', '--port', '0']), run(['db', 'status']))")

    assert done.stdout.split() == ["2", "2"]
    assert len(done.stderr.splitlines()) == 2
    for said in done.stderr.splitlines():
        assert said.endswith("needs the extra `server`: pip install 'smalti[server]'")
