"""The games. `GAMES` is the only list of them."""

from smalti.games.maharani.game import MAHARANI
from smalti.games.majolica.game import MAJOLICA
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import UnknownGame, show
from smalti.kernel.game import Game

GAMES: dict[str, Game] = {game.name: game for game in (MOSAIX, MAHARANI, MAJOLICA)}


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {show(name)}; there are: {', '.join(GAMES)}")
    return GAMES[name]
