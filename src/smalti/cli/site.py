"""`smalti site`: the edition that needs no server, as a folder that any web space can serve."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from smalti.cli.options import AsJson
from smalti.cli.terminal import answer, counted
from smalti.kernel.errors import SmaltiError

DOOR = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Smalti</title>
<link rel="icon" href="v/{mark}/static/icon.svg"><link rel="stylesheet" href="v/{mark}/static/style.css">
<script type="module" src="v/{mark}/static/local/choose.js"></script></head>
<body class="page"><main id="main"><h1>Smalti</h1><p><a href="local/en/index.html" hreflang="en">English</a> ·
<a href="local/fr/index.html" hreflang="fr" lang="fr">Français</a></p></main></body></html>
"""
"""The front page: on to the shelf in the reader's language."""


def site(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="New, empty, or written by this before.")],
    as_json: AsJson = False,
) -> None:
    """Write the games as a folder for any web space: shelf, bots, lessons and rules, without a server behind."""
    from smalti.server.http import edition

    if not edition.games():
        raise SmaltiError("no game has a module for browsers here that is up to date; `make wasm` builds them")
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").is_file():
        raise SmaltiError(f"{folder} holds something else; name a new or an empty folder")
    shutil.rmtree(folder / "v", ignore_errors=True)
    parts = dict(edition.kept(alone=True))
    parts[f"v/{edition.mark()}/{edition.BUNDLE}"] = edition.packed(parts)
    parts |= {path: make() for path, make in edition.learned().items()}
    parts["sw.js"] = edition.service_worker().encode()
    parts["index.html"] = DOOR.format(mark=edition.mark()).encode()
    for path, written in parts.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(written)
    total = sum(map(len, parts.values()))
    words = f"{counted(len(parts), 'file', 'files')}, {total / 1e6:.1f} MB, in {folder}"
    answer(words, as_json, files=len(parts), bytes=total, folder=str(folder))
