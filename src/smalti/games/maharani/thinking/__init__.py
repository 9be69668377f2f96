"""How bots think of Maharani."""

from functools import partial

from smalti.games.maharani.thinking.evaluation import WEIGHTS, evaluate, note
from smalti.games.maharani.thinking.levels import strength_of
from smalti.games.maharani.thinking.patterns import LONGEST, MOST, own_weights
from smalti.games.maharani.thinking.plan import plan_for
from smalti.games.maharani.thinking.start import first_weights
from smalti.games.maharani.thinking.terms import TERMS
from smalti.games.maharani.thinking.weights import FILE, read_weights, shipped_weights, tuned_weights
from smalti.kernel.thinking import Evaluation, Patterns, Thinking

PATTERNS = Patterns(note, MOST + 1, partial(own_weights, WEIGHTS), LONGEST, by_turns=True, begin=tuned_weights)
EVALUATION = Evaluation(evaluate, shipped_weights, tuned_weights, PATTERNS, read_weights, str(FILE))
THINKING = Thinking(EVALUATION, TERMS, plan_for, strength_of, first_weights)
