"""The bots. `BOTS` is the only list of them."""

from smalti.bots.bot import Bot, BotFailed, Budget, Candidate, Thought, UnknownBot
from smalti.bots.characters import CHARACTERS
from smalti.bots.greedy import GREEDY
from smalti.bots.levels import APPRENTICE, ARTISAN, JOURNEYMAN, LEGEND, LEGEND_1, MASTER, NOVICE
from smalti.bots.random import RANDOM
from smalti.bots.thinkers import HEURISTIC, SEARCH
from smalti.kernel.errors import show
from smalti.kernel.words import N_

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        *(RANDOM, GREEDY, HEURISTIC, SEARCH),
        *(NOVICE, APPRENTICE, JOURNEYMAN, ARTISAN, MASTER, LEGEND, LEGEND_1),
        *CHARACTERS,
    )
}

__all__ = ["BOTS", "Bot", "BotFailed", "Budget", "Candidate", "Thought", "UnknownBot", "find_bot"]


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise UnknownBot(N_("there is no bot {name}; there are: {bots}"), name=show(name), bots=", ".join(BOTS))
    return BOTS[name]
