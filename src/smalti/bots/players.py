"""Who plays, from a text: a bot's name, and settings behind colons: `search:simulations=800:ahead=2`;
or the command of a program of its own: `cmd:./my_engine`; or a function of Python: `py:my_module:choose`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from smalti.bots import find_bot, tree_search
from smalti.bots.bot import Bot, Budget, Think, Thought, UnknownBot, thinking_bot
from smalti.bots.defaults import FORMER, plan_for, strength_of, weights_in
from smalti.bots.external import PREFIX, check_program, engine_player
from smalti.bots.levels import LEVELS
from smalti.bots.levels import think as think_as
from smalti.bots.thinkers import SIMULATIONS
from smalti.kernel.errors import show
from smalti.kernel.game import Game
from smalti.kernel.position import Position
from smalti.kernel.thinking import Plan
from smalti.kernel.words import N_

Settings = dict[str, Any]
"""Whole numbers and others, each as its name wants it."""

BUDGET = {"simulations": "simulations", "ms": "milliseconds", "cores": "cores"}
"""The settings of everybody who searches, and what `Budget` calls them."""
FUNCTION = "py:"
"""Before a module and a function in it."""
WEIGHTS = "weights"
"""The setting that names a file with other weights."""
PLAN = {name: kind for name, kind in get_type_hints(Plan).items() if kind in (int, float)}
"""What the bot `search` can be told besides."""
STRENGTH = {"blur": float, "beyond": int, "exact": int, "faith": float, "denial": float, WEIGHTS: str}
"""What a level can be told besides."""


def find_player(spec: str) -> Bot:
    """The player of a specification; its name is the specification itself."""
    if spec.startswith(PREFIX):
        return engine_player(spec)
    if spec.startswith(FUNCTION):
        return function_player(spec)
    name, *written = spec.split(":")
    bot = find_bot(name)
    settings = read_settings(name, written)
    if not settings:
        return bot
    changes = {key: value for key, value in settings.items() if key not in BUDGET}
    budget = read_budget({key: value for key, value in settings.items() if key in BUDGET})
    assert bot.thinking is not None, "only who thinks has settings"
    think = partial(think_within, bot.thinking, budget)
    if changes:
        think = (
            partial(search_with, changes, budget) if name == "search" else partial(level_with, name, changes, budget)
        )
    return thinking_bot(spec, bot.words, think, spec)


def check_player(spec: str, game: Game) -> None:
    """Refuses who could make no move of a game: a program that is not there, or weights that cannot be read.

    In a long series each of its moves would only be counted as failed.
    """
    find_player(spec)
    name, *written = spec.split(":")
    if spec.startswith(PREFIX):
        check_program(spec)
    elif not spec.startswith(FUNCTION) and (file := read_settings(name, written).get(WEIGHTS)):
        weights_in(game, file)


def function_player(spec: str) -> Bot:
    """The player that a function is: from position, seat and generator to a move, by number or in notation."""
    module, _, name = spec.removeprefix(FUNCTION).partition(":")
    sys.path[:0] = {str(Path.cwd())} - set(sys.path)
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownBot(f"{show(spec)} is no function, which is named py:MODULE:FUNCTION: {error}") from error

    def choose(position: Position, seat: int, generator: int) -> int:
        move = function(position, seat, generator)
        return position.parse_move(move, seat) if isinstance(move, str) else int(move)

    return Bot(spec, N_("A function of Python."), choose)


def think_within(
    think: Think, budget: Budget | None, position: Position, seat: int, generator: int, given: Budget | None
) -> Thought:
    """A bot's thought within this budget unless another is given."""
    return think(position, seat, generator, given or budget)


def level_with(
    level: str,
    changes: Settings,
    budget: Budget | None,
    position: Position,
    seat: int,
    generator: int,
    given: Budget | None,
) -> Thought:
    """A level with some of its settings changed."""
    strength = replace(strength_of(level, position.game, position.seats), **changes)
    return think_as(position, seat, generator, strength, given or budget)


def search_with(
    changes: Settings,
    budget: Budget | None,
    position: Position,
    seat: int,
    generator: int,
    given: Budget | None,
) -> Thought:
    """A search by the game's plan with some of its settings changed."""
    file = changes.get(WEIGHTS)
    weights = weights_in(position.game, file) if file else None
    others = {key: value for key, value in changes.items() if key != WEIGHTS}
    plan = plan_for(position.game, position.seats)._replace(**others)
    budget = given or budget or Budget(simulations=SIMULATIONS)
    return tree_search.think(position, seat, generator, budget, plan, weights=weights)


def read_settings(name: str, written: list[str]) -> Settings:
    """The settings of a bot from `key=value` texts, checked."""
    kinds = known_settings(name)
    settings: Settings = {}
    for text in written:
        key, _, value = text.partition("=")
        if key not in kinds:
            allowed = f"can be told {', '.join(kinds)}" if kinds else "has no settings"
            raise UnknownBot(f"the bot {name} {allowed}, not {show(text)}")
        if key in settings:
            raise UnknownBot(f"the bot {name} is told {key} twice")
        settings[key] = value if kinds[key] is str else read_number(name, key, value, kinds[key])
    return settings


def known_settings(name: str) -> dict[str, type]:
    """What a bot can be told, and of which kind it is."""
    if name == "search":
        return dict.fromkeys(BUDGET, int) | PLAN | {WEIGHTS: str}
    return dict.fromkeys(BUDGET, int) | STRENGTH if name in (*LEVELS, FORMER) else {}


def read_number(name: str, key: str, value: str, kind: type) -> float:
    """A number of that kind; a part of a budget is at least 1."""
    try:
        number: float = kind(value)
    except ValueError:
        number = -1
    if not (1 if key in BUDGET else 0) <= number < 1 << 40:
        least = "a whole number from 1" if key in BUDGET else "a number from 0"
        raise UnknownBot(f"the setting {key} of {name} is {show(value)}, expected {least}")
    return number


def read_budget(settings: Mapping[str, float]) -> Budget | None:
    """The budget among the settings, if there is one."""
    return Budget(**{BUDGET[key]: int(value) for key, value in settings.items()}) if settings else None
