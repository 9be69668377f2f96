"""The pictures beside the rules of Maharani, by section: positions in notation."""

from __future__ import annotations

from smalti.kernel.clauses import RulesPicture
from smalti.kernel.words import N_

LATE_FLOOR = (
    "courtyard g<b>/tvt^r<p^b>o<Gg^Bb>/p>ovtvg<p>b^rvr</r<ovp^r>/p<o<t<r^b<GpvR/r<o>p^Btvb^b</tvg<Grvg^B/"
    "o<Gpvt>t^Bb^o^r<tvR/t<G1g^gvo<GpvRg<b^B/o<1 r0,.,.,b0 second:1 "
    "lp:b1*2+b2+o1*3+r1*4+g1*2+p1*5+t1+R1*3+2nd*8,e:b1*2+b2+o1*3+r1*2+g1*3+p1+t1*5+t2+G1*8+G2+Gl3+2nd*8,"
    "lmpe:b1*2+b3+o1+o2*2+r1+r2+r3+g1*2+g2+p1*3+t1*2+t2+B1*5+B2+2nd*9 out=o*,g*,g*,p*"
)
EARLY_FLOOR = (
    "courtyard 2/1t^1p^2g^B1/p>ovtv3rv1/r<3/p<Go<t<Gr^b<GpvR/1o>2b^1/2rv1/1pvt>1b^Bo^1tvR/2g^2pvR2/2 "
    "r270,r|,p180,g0 turn:0 -:o1*2+r1+p1*4+t1+R1*3+2nd*4,-:b1+b2+r1*2+g1+p1+t1*2+G1*3+2nd*4,"
    "e:b1+o1+o2+r1+g1+p1+t1*2+B1*2+2nd*4"
)

PICTURES = {
    "3": RulesPicture(
        EARLY_FLOOR,
        ("floor",),
        N_("The rondel points to the player whose turn it is: each slot lies in one quarter."),
        crop=(0.3, 0.3, 0.4, 0.4),
    ),
    "5": RulesPicture(EARLY_FLOOR, ("floor",), N_("The floor after a few turns, with tiles and workers.")),
    "9": RulesPicture(LATE_FLOOR, ("floor",), N_("Late in the game: almost every quarter is finished.")),
}
