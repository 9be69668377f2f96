"""What the study board says by itself, beside what every table says."""

from __future__ import annotations

from smalti.kernel.words import N_

STUDY_WORDS = {
    "study_seat": N_("Player {{number}}"),
    "study_start": N_("Beginning"),
    "study_shares": N_("expected share of the win: {{shares}}"),
    "study_points": N_("expected points: {{shares}}"),
    "study_cut": N_("Remove from here on"),
    "study_cut_sure": N_("This point and everything that follows it is taken out of the study."),
    "study_unfinished": N_("Only a game whose main line goes from the beginning to the end can be reviewed."),
    "study_hand_in": N_(
        "The main line goes to the server, with the names, marked as a game whose chance was chosen by hand. "
        "Whoever has its address can look at it; it counts for nobody."
    ),
    "place_ask": N_("Choose something, then click where it lies; another click on it may turn it."),
    "place_not": N_("That cannot lie there."),
    "place_done": N_("Play from here"),
    "chance_draw": N_("Let it be drawn"),
    "chance_place": N_("What lies on {{place}}?"),
    "chance_back": N_("Take back"),
}
