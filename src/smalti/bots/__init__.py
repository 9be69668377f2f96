"""The bots. `BOTS` is the only list of them."""

from smalti.bots.bot import Bot, BotFailed, Budget, Candidate, Thought, UnknownBot
from smalti.bots.greedy import GREEDY
from smalti.bots.levels import APPRENTICE, ARTISAN, LEGEND, MASTER
from smalti.bots.random import RANDOM
from smalti.bots.thinkers import HEURISTIC, SEARCH

BOTS: dict[str, Bot] = {
    bot.name: bot for bot in (RANDOM, GREEDY, HEURISTIC, SEARCH, APPRENTICE, ARTISAN, MASTER, LEGEND)
}

__all__ = ["BOTS", "Bot", "BotFailed", "Budget", "Candidate", "Thought", "UnknownBot", "find_bot"]


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name]
