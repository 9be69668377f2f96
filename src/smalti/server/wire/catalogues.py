"""The tables of a game as JSON, under a name that says what is in them and may be kept for ever.

A name is made of the game, how many play, the options, the language and the hash of the text, so that every server
can make the text of every name that any other one has told.
"""

from __future__ import annotations

import gzip
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from typing import Any, NamedTuple

from smalti.games import find_game
from smalti.kernel.errors import SmaltiError, UnknownGame
from smalti.kernel.seeing import stage_of
from smalti.kernel.stage import catalogue_text
from smalti.kernel.words import LANGUAGES, N_

LONGEST_NAME = 400
MOST = 256
"""More than all games, seats, options and languages that anybody plays with."""
written_options = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode
"""The same options have the same text."""
NO_CATALOGUE = N_("there is no such catalogue")


class Catalogue(NamedTuple):
    """A catalogue by its name."""

    name: str
    text: bytes
    packed: bytes
    """The same, compressed."""


def catalogue_of(game: str, seats: int, options: dict[str, Any], language: str) -> Catalogue:
    """The catalogue of a table."""
    return _make(game, seats, written_options(options), language)


@lru_cache(MOST)
def _make(name: str, seats: int, options: str, language: str) -> Catalogue:
    game = find_game(name)
    stage = stage_of(game, game.course.setup(seats, json.loads(options)))
    text, mark = catalogue_text(name, stage, language)
    chosen = urlsafe_b64encode(options.encode()).decode().rstrip("=") if options != "{}" else ""
    written = text.encode()
    return Catalogue(f"{name}.{seats}.{chosen}.{language}.{mark}", written, gzip.compress(written, 6, mtime=0))


def find_catalogue(name: str) -> Catalogue:
    """The catalogue that has this name; another version of this program may have told one that is gone."""
    try:
        assert len(name) <= LONGEST_NAME
        game, seats, chosen, language, _ = name.split(".")
        options = json.loads(urlsafe_b64decode(chosen + "=" * (-len(chosen) % 4))) if chosen else {}
        assert isinstance(options, dict)
        assert language in LANGUAGES
        find_game(game).facts.check_seats(int(seats))
        found = catalogue_of(game, int(seats), options, language)
    except (AssertionError, ValueError, TypeError, RecursionError, SmaltiError) as error:
        raise UnknownGame(NO_CATALOGUE) from error
    if found.name != name:
        raise UnknownGame(NO_CATALOGUE)
    return found
