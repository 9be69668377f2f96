"""The games. `GAMES` is the only list of them."""

from smalti.games.maharani.game import MAHARANI
from smalti.games.majolica.game import MAJOLICA
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import UnknownGame, show
from smalti.kernel.game import Game
from smalti.kernel.words import N_

GAMES: dict[str, Game] = {game.name: game for game in (MOSAIX, MAHARANI, MAJOLICA)}


def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise UnknownGame(N_("there is no game {name}; there are: {games}"), name=show(name), games=", ".join(GAMES))
    return GAMES[name]
