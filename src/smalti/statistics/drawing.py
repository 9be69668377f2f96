"""Pictures of statistics as SVG in the colours of the house: known by shape and size, so they can be read in print."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from statistics import fmean

from smalti.games import find_game
from smalti.kernel.picture import document, tag, text
from smalti.kernel.words import N_, say
from smalti.statistics.summing import Statistics
from smalti.statistics.telling import MONTHS

WEEKS = 26
CELL, GAP = 18, 4
LETTER = 7.5
"""As wide as a letter of a month is on average, at most."""
ROOMY = 5
"""A month that began earlier than so many days before the first column is not named: the next one needs the room."""
WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW = 480.0, 250.0, 52.0, 16.0, 48.0, 20.0
LINES = 5
"""About so many steps from the lowest line to the highest."""
ROW = 10
"""So many games make the running mean."""
SHOWN = 200
"""So many games are drawn, the last."""
POINTS_ALONE = N_("{game} alone: points game by game")
POINTS = N_("{game} for {seats}: points game by game")
LOST_ALONE = N_("{game} alone: lost, in ‰ of a spread")
LOST = N_("{game} for {seats}: lost, in ‰ of a spread")
STYLE = """
.smalti .rule{stroke:var(--grout);fill:none}.smalti .zero{stroke:var(--soft);fill:none}
.smalti .dot{fill:var(--panel);stroke:var(--ink);stroke-width:1.6}
.smalti .mean{fill:none;stroke:var(--gold);stroke-width:3.5;stroke-linejoin:round}
.smalti .day{fill:var(--panel);stroke:var(--grout)}.smalti .games{fill:var(--gold)}
"""


def calendar(days: Mapping[date, int], today: date, language: str) -> str:
    """Half a year of days, a column a week: the more games, the larger the square."""
    monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    parts, step, top = list[str](), CELL + GAP, 60
    width = 24 + WEEKS * step
    for n in range((today - monday).days + 1):
        day = monday + timedelta(days=n)
        x, y = 12 + n // 7 * step, top + n % 7 * step
        if day.day == 1 or (n == 0 and day.day < ROOMY):
            name = say(language, MONTHS[day.month - 1])
            parts.append(text(min(x, width - 8 - LETTER * len(name)), top - 8, name, class_="soft", font_size=13))
        parts.append(tag("rect", class_="day", x=x, y=y, width=CELL, height=CELL, rx=3))
        if count := days.get(day, 0):
            side = CELL * (0.3 + 0.2 * min(count, 3))
            inset = (CELL - side) / 2
            said = tag("title", f"{day.isoformat()}: {count}")
            parts.append(tag("rect", said, class_="games", x=x + inset, y=y + inset, width=side, height=side, rx=2))
    title = say(language, N_("Days played"))
    return document(title, width, top + 7 * step + 8, head(title) + "".join(parts), style=STYLE)


def chart(values: Sequence[float], title: str, told: Callable[[float], str], least: float = 1.0) -> str:
    """A dot a game and their running mean, between lines at round numbers that are at least so far apart."""
    values = values[-SHOWN:]
    lines = ticks(min(values), max(values), least)
    low, high = lines[0], lines[-1]

    def at(n: int, value: float) -> tuple[float, float]:
        x = LEFT + (n + 0.5) / len(values) * (WIDTH - LEFT - RIGHT)
        return round(x, 1), round(ABOVE + (high - value) / (high - low) * (HEIGHT - ABOVE - BELOW), 1)

    parts = [head(title)]
    for value in lines:
        y, is_zero = at(0, value)[1], value == 0 != low
        parts.append(tag("path", class_="zero" if is_zero else "rule", d=f"M{LEFT:g} {y:g}H{WIDTH - RIGHT:g}"))
        parts.append(text(LEFT - 8, y + 5, told(value), class_="soft", font_size=15, text_anchor="end"))
    dots = [tag("circle", class_="dot", cx=x, cy=y, r=3.5) for x, y in (at(n, one) for n, one in enumerate(values))]
    means = [at(n, fmean(values[max(0, n - ROW + 1) : n + 1])) for n in range(len(values))]
    mean = tag("polyline", class_="mean", points=" ".join(f"{x:g},{y:g}" for x, y in means))
    return document(title, WIDTH, HEIGHT, "".join([*parts, *dots, mean]), style=STYLE)


def ticks(low: float, high: float, least: float) -> list[float]:
    """Round numbers around some values: steps of 1, 2 or 5 times a power of ten."""
    wanted = max((high - low) / LINES, least)
    power = 10 ** math.floor(math.log10(wanted) + 1e-9)
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= wanted - 1e-9)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [n * step for n in range(first, max(last, first + 1) + 1)]


def head(title: str) -> str:
    """The title of a picture, in it: it may be printed by itself."""
    return text(12, 26, title, class_="title", font_size=19)


def pictures(told: Statistics, today: date, language: str = "en") -> dict[str, str]:
    """All pictures that there is something for, by name."""
    found = {}
    if told.days:
        found["days"] = calendar(told.days, today, language)
    judged = [one.judged for one in told.reviewed if one.judged]
    found |= points_by_kind(told, language) | lost_by_kind(told, language)
    if judged:
        title = say(language, N_("Luck, in spreads of a result"))
        found["luck"] = chart([one.luck for one in judged], title, lambda value: number(value, language), 0.1)
    return found


def points_by_kind(told: Statistics, language: str) -> dict[str, str]:
    """A picture for each game and number of players that was played more than once."""
    found = {}
    for game, seats in told.by_count:
        points = [one.score for one in told.played if (one.game, one.seats) == (game, seats)]
        if len(points) > 1:
            title = titled(POINTS_ALONE if seats == 1 else POINTS, game, seats, language)
            found[f"points-{game}-{seats}"] = chart(points, title, whole)
    return found


def lost_by_kind(told: Statistics, language: str) -> dict[str, str]:
    """The same of what was lost, which other judges tell in each."""
    found = {}
    for game, seats in told.by_count:
        lost = told.lost_in(game, seats)
        if len(lost) > 1:
            title = titled(LOST_ALONE if seats == 1 else LOST, game, seats, language)
            found[f"lost-{game}-{seats}"] = chart(lost, title, whole)
    return found


def titled(words: str, game: str, seats: int, language: str) -> str:
    """The title of a picture of one game and number of players."""
    return say(language, words, {"game": find_game(game).title, "seats": seats})


def whole(value: float) -> str:
    """A whole number."""
    return f"{value:.0f}".replace("-", "\N{MINUS SIGN}")


def number(value: float, language: str) -> str:
    """One signed decimal, as the language writes it."""
    written = f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")
    return written.replace(".", ",") if language == "fr" else written
