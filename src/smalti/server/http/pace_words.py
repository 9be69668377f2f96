"""What is said of the pace of a table: what can be chosen, what was, how much time is left, and who is away."""

from __future__ import annotations

from datetime import timedelta

from smalti.kernel.words import N_, say
from smalti.server.table.paces import DAY_S, Pace

PACES = {
    "none": (N_("No clock"), N_("Everybody takes the time they like, for weeks if need be.")),
    "clock 300 10": (N_("5 minutes + 10 seconds"), N_("5 minutes for the game; each turn adds 10 seconds.")),
    "clock 900 15": (N_("15 minutes + 15 seconds"), N_("15 minutes for the game; each turn adds 15 seconds.")),
    "own": (N_("Another clock"), ""),
    "turn 60": (N_("60 seconds a turn"), N_("What is left of them is not kept.")),
    "days 86400": (N_("1 day a turn"), N_("By correspondence; on your days off your clock stands still.")),
    "days 259200": (N_("3 days a turn"), ""),
    "days 604800": (N_("7 days a turn"), ""),
}
"""What the form offers: kind, seconds, and seconds that each turn adds."""

OVERS = {
    "bot": (N_("A bot plays on"), N_("Whoever comes back takes their seat again.")),
    "others": (N_("The others decide"), N_("They let a bot play on, or end the game.")),
}

UNITS = (
    (timedelta(days=1), N_("{n} day left"), N_("{n} days left")),
    (timedelta(hours=1), N_("{n} hour left"), N_("{n} hours left")),
    (timedelta(minutes=1), N_("{n} minute left"), N_("{n} minutes left")),
)

PACE_WORDS = {
    "stands_in": N_("a bot stands in"),
    "time_over": N_("time is over"),
    "away_time": N_("A bot plays for you, because your time was over."),
    "away_vote": N_("A bot plays for you, because the others voted for it while you were away."),
    "away_resigned": N_("You have resigned. A bot plays on."),
    "is_late": N_("The time of {{name}} is over."),
    "is_away": N_("{{name}} has not chosen for a long time."),
    "let_bot": N_("Let a bot play"),
    "end_game": N_("End the game"),
    "end_sure": N_("The game ends here for everybody, without a result."),
    "votes": N_("{{votes}} of {{all}} votes"),
    "resign": N_("Resign"),
    "resign_sure": N_("You give up for good, and a bot plays on in your place."),
    "time_left": N_("Left on your clock: {{time}}"),
    "days_left": N_("{{n}} days left"),
    "days_left_one": N_("{{n}} day left"),
    "hours_left": N_("{{n}} hours left"),
    "hours_left_one": N_("{{n}} hour left"),
    "minutes_left": N_("{{n}} minutes left"),
    "minutes_left_one": N_("{{n}} minute left"),
}
"""What the page of a table says about it."""


def say_pace(language: str, pace: Pace) -> str:
    """A pace in a few words."""
    if pace.kind == "days":
        days = pace.time_s // DAY_S
        return say(language, N_("{n} day a turn") if days == 1 else N_("{n} days a turn"), {"n": days})
    if pace.kind == "turn":
        return say(language, N_("{n} seconds a turn"), {"n": pace.time_s})
    minutes = f"{pace.time_s / 60:g}"
    return say(language, N_("{minutes} minutes + {seconds} seconds"), {"minutes": minutes, "seconds": pace.more_s})


def time_left(language: str, left: timedelta) -> str:
    """How much time is left, in the largest unit that fits."""
    length, one, many = next((unit for unit in UNITS if left >= unit[0]), UNITS[-1])
    count = max(1, left // length)
    return say(language, one if count == 1 else many, {"n": count})
