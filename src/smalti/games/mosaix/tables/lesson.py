"""The guided first game: five alike that hang together, laid and entered by the learner."""

from __future__ import annotations

from smalti.games.mosaix.components import SIDE
from smalti.games.mosaix.rows.places import LAID, POINTS, ROLLED, cell_of
from smalti.kernel.lesson import LEARNER, Lesson, Step
from smalti.kernel.words import N_


def cells(*names: str) -> tuple[int, ...]:
    """The places of some cells of the learner's grid."""
    return tuple(cell_of(LEARNER, (int(name[1]) - 1) * SIDE + "abcdefg".index(name[0])) for name in names)


LESSON = Lesson(
    "xx5/x6/3o3/2oO3/2o4/5tt/5t1,7/2x4/1xx4/2tT3/3t3/7/7 form:0:ottx",
    (
        Step(
            (
                N_(
                    "Here is the aim: five alike that hang together, side by side. These are four circles. One "
                    "is missing."
                ),
            ),
            look=cells("d3", "d4", "c4", "c5"),
        ),
        Step(
            (N_("Each round four dice are rolled. One of them is a circle: the fifth that you need."),),
            look=(ROLLED, ROLLED + 1, ROLLED + 2, ROLLED + 3),
        ),
        Step(
            (
                N_("It is your roll, so you choose the shape in which the dice lie. Take the square."),
                N_("Now choose which die lies where. Take this one."),
            ),
            move="ot/xt",
        ),
        Step(
            (
                N_("Everybody now enters this square in a grid of their own. Pick it up by its circle."),
                N_("Put the circle here. It is the fifth; the other three dice go with it."),
            ),
            look=cells("d5"),
            move="o:d5 t:e5 x:d6 t:e6",
            then=((1, "o:e4 t:f4 x:e5 t:f5"),),
        ),
        Step(
            (N_("Five circles are 5 points. And look: five triangles hang together as well, 5 points more."),),
            look=(POINTS + LEARNER,),
            then=(
                {"by": "chance", "do": "roll", "dice": ["circle", "triangle", "cross", "cross"]},
                (1, "xxot"),
            ),
        ),
        Step(
            (N_("Now your neighbour has rolled and laid the dice in a row. You may turn it before you enter it."),),
            look=(LAID,),
        ),
        Step(
            (
                N_("Pick up the row that stands upright, by its first cross."),
                N_("Put it here, under your crosses: then five of them hang together."),
            ),
            look=cells("a3"),
            move="x:a3 x:a4 o:a5 t:a6",
            then=((1, "x:c1 x:d1 o:e1 t:f1"),),
        ),
        Step(
            (
                N_(
                    "15 points! The larger an area the better, and a second area of the same symbol doubles both. "
                    "When a grid can take nothing more the game ends, and the most points win."
                ),
            ),
            look=(POINTS + LEARNER,),
        ),
    ),
)
