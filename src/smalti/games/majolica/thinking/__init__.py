"""How bots think of Majolica."""

from functools import partial

from smalti.games.majolica.thinking.evaluation import WEIGHTS, evaluate, expect, likely_moves, note
from smalti.games.majolica.thinking.levels import strength_of
from smalti.games.majolica.thinking.patterns import LONGEST, MOST, own_weights
from smalti.games.majolica.thinking.plan import plan_for
from smalti.games.majolica.thinking.start import first_weights
from smalti.games.majolica.thinking.terms import TERMS
from smalti.games.majolica.thinking.weights import FILE, read_weights, shipped_weights, tuned_weights
from smalti.kernel.thinking import Evaluation, Patterns, Thinking

PATTERNS = Patterns(note, MOST + 1, partial(own_weights, WEIGHTS), LONGEST, by_turns=True, begin=tuned_weights)
EVALUATION = Evaluation(
    evaluate,
    shipped_weights,
    tuned_weights,
    PATTERNS,
    read_weights,
    str(FILE),
    likely=likely_moves,
    inside=expect,
)
THINKING = Thinking(EVALUATION, TERMS, plan_for, strength_of, first_weights)
