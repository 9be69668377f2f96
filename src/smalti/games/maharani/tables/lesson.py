"""The guided first game: workers where the quarters pay."""

from __future__ import annotations

from smalti.games.maharani.components import ANIMALS, PLAN_NAMES, WORKER_COLOURS
from smalti.games.maharani.plans import SPACES
from smalti.games.maharani.rows.places import BRING_AT, GOLD_AT, MARKER_AT, SPACE
from smalti.games.maharani.tables.names import space_name
from smalti.kernel.lesson import LEARNER, Lesson, Step
from smalti.kernel.words import N_

PLAN = "courtyard"
NAMES = {space_name(PLAN_NAMES.index(PLAN), space): SPACE + space for space in range(SPACES)}
"""The places of the floor by name."""

LESSON = Lesson(
    f"{PLAN} 2/8/8/4/6/p<t^t<3/bvb>2/r^1ovRo^4/t^r^Br^gvR4/g>1 b*,g90,o|,p0 turn:0 lmpe,lmpe",
    (
        Step(
            (
                N_(
                    "Here is the aim: workers where the quarters pay. Two of your red workers stand in this quarter, "
                    "and one space is free. Once it is filled, the quarter pays them in gold."
                ),
            ),
            look=(NAMES["c8"], NAMES["d8"], NAMES["e9"]),
        ),
        Step(
            (
                N_(
                    "The wheel in the middle holds four tiles. Each lies in front of a quarter: there it costs "
                    "nothing. Take the blue one."
                ),
                N_("Put it on the free space. The column on the tile and the column on the floor match."),
                N_("Now its arrow. If it points at you, at the bottom, a worker of yours comes. Choose that."),
            ),
            move="1 c8 S",
        ),
        Step(
            (N_("Which worker? Three of one colour are paid better than two and one. Choose red again."),),
            look=(BRING_AT + WORKER_COLOURS.index("red"),),
            move="worker red",
        ),
        Step(
            (
                N_(
                    "3 gold, because three blue tiles hang together, and 2 because two red workers stand side by side. "
                    "A second tile would cost 2 gold. End your turn."
                ),
            ),
            move="end",
            then=(
                {
                    "by": "chance",
                    "do": "draw",
                    "slot": 1,
                    "tile": {"colour": "turquoise", "kind": "half", "arrow": 180},
                },
            ),
        ),
        Step(
            (
                N_(
                    "The quarter is full and pays: 4 gold for one worker, 6 for two, 9 for three. "
                    "You get 9. Your workers come home and can be used again."
                ),
            ),
            look=(GOLD_AT + LEARNER,),
            then=(
                (1, "1 i3 N"),
                (1, "worker blue"),
                (1, "end"),
                {"by": "chance", "do": "draw", "slot": 1, "tile": {"colour": "purple", "kind": "half", "arrow": 90}},
            ),
        ),
        Step(
            (
                N_("Your neighbour has placed a tile, and it is your turn again. Take the orange one."),
                N_(
                    "Put it here, beside your orange ones. It is another quarter, so it costs the marker of the monkey."
                ),
                N_("It fits two ways. Neither points at you, so no worker comes this time. Choose one."),
            ),
            move="3 f8 E",
        ),
        Step(
            (
                N_(
                    "The marker lies face down now. A turn without tiles turns all four up again. "
                    "When all four quarters are full the game ends, and the most gold wins."
                ),
            ),
            look=(MARKER_AT + len(ANIMALS) * LEARNER + ANIMALS.index("monkey"),),
        ),
    ),
)
