"""The bots. `BOTS` is the only list of them."""

from smalti.bots.bot import Bot, UnknownBot
from smalti.bots.random import RANDOM

BOTS: dict[str, Bot] = {bot.name: bot for bot in (RANDOM,)}


def find_bot(name: str) -> Bot:
    """The bot of that name."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name]
