"""What the set-up page says of a game: its sentence on the shelf, and a name and a sentence for each choice."""

from __future__ import annotations

from smalti.kernel.words import N_

ABOUT = {
    "mosaix": N_("Four dice, one formation for all: fill your own grid so that each colour grows into large areas."),
    "maharani": N_("Pave the palace floor with splendid tiles, and place your workers where the quarters pay."),
    "majolica": N_("Run your kilns, send tiles from one to the next, and let one good turn set off a cascade."),
}

OPTIONS = {
    "end": N_("End of the game"),
    "plan": N_("Floor plan"),
    "expansions": N_("Expansions"),
    "edition": N_("Edition of the cards"),
}

VALUES = {
    "dead-board": (N_("When a grid is dead"), N_("The game ends when one grid can take nothing more at all.")),
    "formation-impossible": (
        N_("When a formation is impossible"),
        N_("The game ends as soon as somebody can enter nothing of a formation. Shorter and sharper."),
    ),
    "courtyard": (N_("Courtyard"), N_("A floor with bays on all four sides, around an open court.")),
    "compact": (N_("Compact"), N_("A square with cut corners: everything lies close together.")),
    "bloom": (N_("Cascading Bloom"), N_("All four workshops in one turn earn a Bloom token.")),
    "kaleidoscope": (N_("Kaleidoscopic Design"), N_("Six more designs, with spaces that take any colour.")),
    "missions": (N_("Missions"), N_("Everybody follows a mission that pays at the end.")),
}

AIDS = {
    "hints": (N_("Hints"), N_("Anybody may ask a bot for advice.")),
    "undo": (N_("Taking back"), N_("A move may be taken back as long as nothing new was revealed.")),
}

KINDS = {
    "me": N_("Me"),
    "local": N_("At this screen"),
    "invite": N_("By link"),
    "bot": N_("Bot"),
}


def value_words(value: str) -> tuple[str, str]:
    """The name and the sentence of a choice; a choice without any goes by its own name."""
    return VALUES.get(value, (value.replace("-", " ").capitalize(), ""))
