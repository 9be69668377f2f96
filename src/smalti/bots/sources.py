"""Games and players from elsewhere: the command of an engine (`cmd:./my_engine`), or a module that lists them.

`weights:FILE` lets every bot judge a game by the weights in a file (`smalti train`, `smalti tune`).

An engine is called by the name of its program, or by one that is given: `quick=cmd:./my_engine --fast`. Its command is
nobody's business at a table.

A module lists what it brings as `GAMES` and `BOTS`. Beside it may lie `docs/` with the pages of its games
 (GAME.LANGUAGE.md) and `locale/` with their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from smalti.bots import BOTS
from smalti.bots.bot import Bot
from smalti.bots.defaults import GIVEN, weights_in
from smalti.bots.external import PREFIX, check_program
from smalti.bots.players import find_player
from smalti.games import GAMES, find_game
from smalti.kernel.clauses import add_rules
from smalti.kernel.errors import SmaltiError, show
from smalti.kernel.game import Game
from smalti.kernel.weights import read_record
from smalti.kernel.words import add_catalogues

LONGEST_NAME = 24
ENGINE = re.compile(rf"((?P<name>[\w.+-]{{1,{LONGEST_NAME}}})=)?(?P<command>{PREFIX}.*)", re.DOTALL)
WEIGHTS = "weights:"
"""Before a file of weights, by which everybody then judges its game."""
KINDS: dict[str, type] = {"GAMES": Game, "BOTS": Bot}
SOURCES: list[str] = []
"""What was added to this process, in order; the processes that it starts add the same."""
FURTHER_BOTS: list[Bot] = []
"""The players among what was added."""


class BadSource(SmaltiError):
    """There is no such source, or nothing in it."""


def add_sources(sources: Iterable[str]) -> None:
    """Adds several, each once in this process."""
    for source in sources:
        if source not in SOURCES:
            add_source(source)
            SOURCES.append(source)


def add_source(source: str) -> None:
    """Makes the player known that a command is, or all that a module lists; a bad source changes nothing."""
    if source.startswith(WEIGHTS):
        judge_by(source.removeprefix(WEIGHTS))
        return
    if engine := ENGINE.fullmatch(source):
        bot = named_engine(engine["name"], engine["command"])
        check_names("bot", BOTS, [bot])
        add_bots([bot])
        return
    module = load(source)
    games, bots = (listed(source, module, name) for name in KINDS)
    if not games and not bots:
        raise BadSource(f"the module {source} lists no GAMES and no BOTS")
    check_names("game", GAMES, games)
    check_names("bot", BOTS, bots)
    add_texts(module)
    GAMES.update({game.name: game for game in games})
    add_bots(bots)


def judge_by(file: str) -> None:
    """From now on this process judges the game that a file of weights is for by them."""
    game = find_game(str(read_record(Path(file)).get("game")))
    weights_in(game, file)
    GIVEN[game.name] = file


def named_engine(name: str | None, command: str) -> Bot:
    """The player that a command is, if there is such a program."""
    bot = find_player(command)
    check_program(command)
    called = name or bot.title[:LONGEST_NAME]
    return replace(bot, name=called, title=called)


def load(source: str) -> ModuleType:
    """A module by its name."""
    try:
        return import_module(source)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{source}.".startswith(f"{error.name}."):
            raise BadSource(f"the module {source} needs {error.name}, which is not installed") from error
        words = f"there is no module {show(source)}; expected one that can be imported, or cmd: and a command"
        raise BadSource(words) from error
    except Exception as error:  # it is somebody else's, and may do anything
        raise BadSource(f"the module {show(source)} cannot be used: {type(error).__name__}: {error}") from error


def listed(source: str, module: ModuleType, name: str) -> list[Any]:
    """What a module lists under a name, each of the right kind."""
    found = getattr(module, name, ())
    if not isinstance(found, list | tuple) or not all(isinstance(one, KINDS[name]) for one in found):
        raise BadSource(f"{name} of the module {source} is no list of values of the type {KINDS[name].__name__}")
    return list(found)


def check_names(kind: str, known: Mapping[str, object], new: Iterable[Any]) -> None:
    """Refuses a name that something else has."""
    for one in new:
        if known.get(one.name, one) is not one:
            raise BadSource(f"there is a {kind} {one.name} already")


def add_bots(bots: Iterable[Bot]) -> None:
    """Makes players known."""
    for bot in bots:
        if bot not in FURTHER_BOTS:
            FURTHER_BOTS.append(bot)
        BOTS[bot.name] = bot


def add_texts(module: ModuleType) -> None:
    """The rules pages and the words beside a module."""
    folder = Path(module.__file__ or "").parent
    add_rules(folder / "docs")
    add_catalogues(folder / "locale")
