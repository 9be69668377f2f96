"""How bots think of Maharani."""

from smalti.games.maharani.thinking.evaluation import evaluate
from smalti.games.maharani.thinking.levels import strength_of
from smalti.games.maharani.thinking.plan import plan_for
from smalti.games.maharani.thinking.start import first_weights
from smalti.games.maharani.thinking.terms import terms_of
from smalti.games.maharani.thinking.weights import shipped_weights
from smalti.kernel.thinking import Evaluation, Thinking
from smalti.kernel.weights import read_tuned

THINKING = Thinking(
    Evaluation(evaluate, shipped_weights, read=read_tuned), terms_of, plan_for, strength_of, first_weights
)
