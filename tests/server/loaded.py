"""What every forked command has loaded and made ready before it begins; the tests themselves need none of it."""

from __future__ import annotations

import numba

from smalti.cli.main import parser
from smalti.server.http import server
from smalti.server.http.parts import TEMPLATES
from smalti.server.store import migrating
from smalti.server.thinking import queue

MODULES = numba, server, queue
parser()
migrating.newest()
for template in TEMPLATES.env.list_templates():
    TEMPLATES.get_template(template)
