"""What the page says about talk at a table."""

from __future__ import annotations

from smalti.kernel.words import N_

WORDS = {
    "title": N_("Talk"),
    "quick": N_("Quick reactions"),
    "line": N_("Say something"),
    "send": N_("Say it"),
    "empty": N_("Nobody has said anything yet."),
    "older": N_("Show older lines"),
    "removed": N_("This line was removed."),
    "looks_on": N_("looking on"),
    "unread": N_("Talk, {{count}} unread"),
    "deeds": N_("Mute or report {{name}}"),
    "mute_here": N_("Do not hear {{name}} at this table"),
    "mute_ever": N_("Never hear {{name}} again"),
    "report": N_("Report this line"),
    "why": N_("What is wrong with it?"),
    "more": N_("What else the stewards should know"),
    "send_report": N_("Report it"),
    "thanks": N_("Thank you. Whoever looks after this server will see it."),
    "cancel": N_("Cancel"),
    "muted": N_("You do not hear {{name}}."),
    "hear": N_("Hear {{name}} again"),
    "hide": N_("Hide all talk"),
    "hidden": N_("Talk is hidden in this browser."),
    "show": N_("Show talk"),
}
