"""What the set-up page says of a table, whatever is played there: its aids, and who sits there."""

from __future__ import annotations

from smalti.kernel.words import N_

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
