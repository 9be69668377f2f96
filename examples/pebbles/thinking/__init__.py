"""How bots think of Pebbles: an evaluation; all else is as usual."""

from examples.pebbles.thinking.evaluation import evaluate
from smalti.kernel.thinking import Evaluation, Thinking

THINKING = Thinking(Evaluation(evaluate))
