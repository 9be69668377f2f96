"""How bots think of Mosaix."""

from smalti.games.mosaix.thinking.evaluation import evaluate, note
from smalti.games.mosaix.thinking.foresight import SIGHT, foresee
from smalti.games.mosaix.thinking.layout import first_weights, shared_weights, table_of
from smalti.games.mosaix.thinking.levels import strength_of
from smalti.games.mosaix.thinking.patterns import NOTES
from smalti.games.mosaix.thinking.plan import plan_for
from smalti.games.mosaix.thinking.terms import TERMS
from smalti.games.mosaix.thinking.vision import vision
from smalti.games.mosaix.thinking.weights import FIRST, read_weights, shipped_weights
from smalti.kernel.thinking import Evaluation, Patterns, Thinking, no_weights

EVALUATION = Evaluation(
    evaluate,
    shipped_weights,
    no_weights,
    Patterns(note, NOTES, shared_weights, begin=first_weights),
    read_weights,
    str(FIRST),
    table_of,
    foresee,
    SIGHT,
)
THINKING = Thinking(EVALUATION, TERMS, plan_for, strength_of, vision=vision)
