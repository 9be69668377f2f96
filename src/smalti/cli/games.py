"""`smalti games`: what there is to play."""

from __future__ import annotations

from smalti.cli.options import AsJson, Language, LanguageChoice
from smalti.cli.terminal import answer
from smalti.kernel.game import Game, Option
from smalti.kernel.words import N_, say


def games(language: LanguageChoice = Language.en, as_json: AsJson = False) -> None:
    """List the games, their seats and their options."""
    from smalti.games import GAMES

    words = "\n\n".join(describe_game(game, language.value) for game in GAMES.values())
    answer(words, as_json, games=[fields_of(game) for game in GAMES.values()])


def fields_of(game: Game) -> dict[str, object]:
    """A game in plain fields, in no language."""
    options = {one.name: {"values": one.values, "several": one.several} for one in game.facts.options}
    told = {"name": game.name, "title": game.title, "rules": game.facts.version, "seats": game.facts.seat_counts}
    return told | {"minutes": game.facts.minutes, "moves": game.course.action_count, "options": options}


def describe_game(game: Game, language: str) -> str:
    """A game in a few lines."""
    lines = [
        f"{game.name}: {game.title} ({game.facts.credits})",
        say(language, N_("  seats: {seats}"), {"seats": list_numbers(game.facts.seat_counts)}),
        say(language, N_("  about {minutes} minutes, rules version {version}"), facts(game)),
        *(line for option in game.facts.options for line in describe_option(option, language)),
        f"  {say(language, game.facts.reconstructed)}",
    ]
    return "\n".join(lines)


def facts(game: Game) -> dict[str, object]:
    """The figures of a game."""
    return {
        "minutes": game.facts.minutes,
        "version": int(game.facts.version) if game.facts.version.isdigit() else game.facts.version,
    }


def list_numbers(numbers: tuple[int, ...]) -> str:
    """Numbers with commas."""
    return ", ".join(map(str, numbers))


def describe_option(option: Option, language: str) -> list[str]:
    """An option with its values; the default comes first, or is none where several may be chosen."""
    if option.several:
        head = say(language, N_("  --option {name}=...  any of {values}, with commas; none by default"), names(option))
    else:
        head = say(language, N_("  --option {name}=...  one of {values}; the first by default"), names(option))
    return [head, f"      {say(language, option.words)}"]


def names(option: Option) -> dict[str, object]:
    """An option's name and values, as typed in any language."""
    from smalti.kernel.reason import Verbatim

    return {"name": Verbatim(option.name), "values": Verbatim(", ".join(option.values))}
