"""The guided first game: a workshop that runs, and what that sets off."""

from __future__ import annotations

from smalti.games.majolica.rows.places import DISPLAYED, SCORE, at_bench, kiln_at
from smalti.kernel.lesson import LEARNER, Lesson, Step
from smalti.kernel.words import N_

LESSON = Lesson(
    "RRRG/BB/-/YY;D01:RG,S1:G,-|YY/-/RB/-;-,S2,- take:0 grid=GG.Y/BYRY/RBRB/GYRB display=D09,D14,D18,D19,D26,D28",
    (
        Step(
            (
                N_(
                    "Here is the aim: a workshop that runs. This one waits for three tiles of one colour and three of "
                    "another. Three red tiles and a green one are there: two green ones are missing."
                ),
            ),
            look=(kiln_at(LEARNER, 0),),
        ),
        Step(
            (
                N_(
                    "You take tiles from the edge of the grid, all that lie in a row. Take the two green ones by "
                    "this handle."
                ),
            ),
            move="take a1 b1",
        ),
        Step(
            (N_("What you take goes into one workshop, all of it. Put the green tiles into the first."),),
            move="put 1",
        ),
        Step(
            (
                N_(
                    "It runs! Now it delivers to the card above it, which still wants a red tile and a green "
                    "one. Red first."
                ),
            ),
            move="deliver R",
        ),
        Step((N_("And now green, for the last space."),), move="deliver G"),
        Step(
            (
                N_(
                    "The card is finished: 4 points. The four tiles left over rode on to the second workshop. "
                    "It waits for three pairs and has them now, so it runs as well! Deliver blue."
                ),
            ),
            move="deliver B",
        ),
        Step((N_("And red: that finishes this card, too."),), move="deliver R"),
        Step(
            (
                N_(
                    "7 points, and all of it set off by two tiles. Workshops need cards above them: in another "
                    "turn take "
                    "a single tile instead of a row, and choose one of these cards with it."
                ),
            ),
            look=tuple(DISPLAYED + n for n in range(6)),
        ),
        Step(
            (
                N_(
                    "So: collect what your workshops wait for, and think of what is left over. "
                    "Once somebody has five finished cards, that round is the last, and the most points win."
                ),
            ),
            look=(at_bench(LEARNER, SCORE),),
        ),
    ),
)
