"""What the pages of tournaments say besides their templates."""

from __future__ import annotations

from smalti.kernel.words import N_

KIND_WORDS = {
    "duplicate": (
        N_("Duplicate"),
        N_("Every table of a round gets the same luck. You are compared with others who had it."),
    ),
    "swiss": (N_("Swiss"), N_("A few rounds; in each you meet somebody who has done about as well.")),
    "round_robin": (N_("Round robin"), N_("Everybody meets everybody; at larger tables as evenly as it can be.")),
    "knock_out": (N_("Knock-out"), N_("Whoever wins goes on, of four at a table the best two, until one is left.")),
}
"""The kinds in the order in which they are offered, with what they are."""
BY_POINTS = N_("In each round: the share of all with the same seat who have fewer points; as many counts half.")
BY_LEADS = N_(
    "In each round: the share of all others who lead by less at their table, on any seat; as much counts half."
)
"""What points are in duplicate; the second of a game that players end themselves."""
OVER_WORDS = {
    "bot": (N_("A bot plays on"), N_("Whoever comes back takes their seat again.")),
    "lose": (N_("The game is lost"), N_("Only with two at a table.")),
}
"""What happens when somebody's time is over."""
SHORT = {
    "points": N_("Points"),
    "buchholz": N_("Buchholz"),
    "berger": N_("Berger"),
    "met": N_("Direct"),
    "wins": N_("Wins"),
    "margin": N_("Margin"),
}
BREAK_WORDS = {
    "points": N_("Points against all opponents"),
    "buchholz": N_("Buchholz: the points of all opponents"),
    "berger": N_("Sonneborn-Berger: the points of those who were beaten, half of those with whom it was shared"),
    "met": N_("What was won against those with equal points"),
    "wins": N_("Games won"),
    "margin": N_("Points of the game ahead of the others, all together"),
}
"""What decides between equal points."""
