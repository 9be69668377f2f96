"""What every forked command has loaded and made ready before it begins; the tests themselves need none of it."""

from __future__ import annotations

import os

import numba

from smalti.bots.defaults import evaluation_of
from smalti.cli.main import parser
from smalti.games import GAMES, find_game
from smalti.kernel.reader import reader
from smalti.server.http import server
from smalti.server.http.parts import TEMPLATES
from smalti.server.store import migrating
from smalti.server.thinking import queue

MODULES = numba, server, queue
COMPILED = "TEST_COMPILED"
"""The variable that names games whose rules and rows every server is to have as machine code from the beginning."""
parser()
migrating.newest()
for template in TEMPLATES.env.list_templates():
    TEMPLATES.get_template(template)
numba.njit("int64()")(lambda: 0)  # the first machine code of all takes Numba longer than that of a game which is kept
for game in GAMES.values():
    evaluation_of(game).weights()
for name in os.environ.get(COMPILED, "").split():
    reader(find_game(name)).compile()
