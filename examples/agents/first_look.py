"""What our own bots have learned, without search: the best move at a first look.

smalti bench-agents run py:examples.agents.first_look:choose --out first-look
"""

from smalti.bots import tree_search
from smalti.kernel.position import Position


def choose(position: Position, seat: int, generator: int) -> int:
    """The move after which the evaluation with everything learned expects most."""
    return tree_search.look(position, seat)[0].move
