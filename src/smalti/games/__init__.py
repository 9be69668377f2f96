"""The games. `GAMES` is the only list of them."""

import copyreg
from collections.abc import Callable

from smalti.games.maharani.game import MAHARANI
from smalti.games.majolica.game import MAJOLICA
from smalti.games.mosaix.game import MOSAIX
from smalti.kernel.errors import SmaltiError, UnknownGame, show
from smalti.kernel.game import NAMED, Game
from smalti.kernel.words import N_

GAMES: dict[str, Game] = {game.name: game for game in (MOSAIX, MAHARANI, MAJOLICA)}
NAMED.update(GAMES)


def find_game(name: str) -> Game:
    """The game of that name."""
    if type(name) is not str or name not in GAMES:
        raise UnknownGame(N_("there is no game {name}; there are: {games}"), name=show(name), games=", ".join(GAMES))
    return GAMES[name]


def keep_game(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """A game travels between processes by its name."""
    if GAMES.get(game.name) is not game:
        raise SmaltiError(f"{game.title} is not among the games that this program knows, so it cannot be pickled")
    return find_game, (game.name,)


copyreg.pickle(Game, keep_game)
