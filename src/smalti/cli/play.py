"""`smalti play`: a game in the terminal, alone, around one screen, or against bots."""

from __future__ import annotations

import os
import secrets
from typing import Annotated

import typer

from smalti.cli.options import GameName, Language, LanguageChoice, OptionPairs, read_options
from smalti.kernel.errors import SmaltiError

LARGEST_SEED = 10**9


def play(
    game: GameName,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many play; without it a menu asks.")] = None,
    bots: Annotated[int, typer.Option(metavar="K", help="How many of them are bots, on the last seats.")] = 0,
    option: OptionPairs = None,
    hints: Annotated[bool, typer.Option("--hints", help="Show what a move brings.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Start a new game without asking.")] = False,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same seed gives the same dice.")] = None,
    language: LanguageChoice = Language.en,
) -> None:
    """Play a game in the terminal; it is saved after every move."""
    try:
        from smalti.cli.tui.app import PlayApp
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise SmaltiError("playing in the terminal needs the extra `tui`: pip install 'smalti[tui]'") from error
    from smalti.cli.saves import Saves, data_folder
    from smalti.cli.tui.plan import Plan
    from smalti.games import find_game

    played = find_game(game)
    chosen = played.facts.seat_counts[0] if seats is None else seats
    plan = Plan(played, chosen, bots, read_options(played, option))
    plan.check()
    saves = Saves(data_folder(os.environ))
    starts = new or (seats is not None and not any(saved.game is played for saved in saves.unfinished()))
    fixed_seed = seed if seed is not None else secrets.randbelow(LARGEST_SEED)
    PlayApp(plan, saves, language.value, hints=hints, seed=fixed_seed, starts=starts).run()
