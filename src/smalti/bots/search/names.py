"""What fills in the open names of search for a game."""

from __future__ import annotations

from typing import Any

from smalti.bots.defaults import evaluation_of, terms_of
from smalti.bots.search.expectation import foresee_nothing
from smalti.kernel.compiling import kernel
from smalti.kernel.game import Game
from smalti.kernel.state import State
from smalti.kernel.thinking import Evaluate, Weights


@kernel
def expect_nothing(_state: State, _seat: int, _weights: Weights) -> float:
    """For games in which a step changes what others may expect."""
    return 0.0


def thinking_names(game: Game, evaluate: Evaluate | None = None) -> dict[str, Any]:
    """How a game is thought of, by its own evaluation unless another is given."""
    own = evaluation_of(game)
    inside = own.inside if evaluate in (None, own.evaluate) else None
    return {
        "evaluate": evaluate or own.evaluate,
        "foresee": own.foresee or foresee_nothing,
        "terms": terms_of(game).write,
        "likely_moves": own.likely or game.rules.legal_moves,
        "inside": inside or expect_nothing,
        "apart": inside is not None,
    }
