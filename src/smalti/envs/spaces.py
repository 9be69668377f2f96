"""What is seen and what may be done in a game for one, in Gymnasium's words.

Apart from `smalti.envs.gymnasium`, because that needs Gymnasium 1.1, and PufferLib is installed with an older one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from smalti.envs.playing import bounds
from smalti.games import find_game
from smalti.kernel.extras import extra

with extra("envs", "an environment of Gymnasium"):
    from gymnasium.spaces import Box, Discrete

Info = dict[str, Any]
Masks = npt.NDArray[np.bool_]


def spaces(name: str) -> tuple[Box[np.float32], Discrete]:
    """What is seen and what may be done."""
    game = find_game(name)
    return Box(*bounds(game), dtype=np.float32), Discrete(game.course.action_count)
