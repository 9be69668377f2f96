"""The standing and the rounds of a tournament: written once for all who look, own things marked."""

from __future__ import annotations

from markupsafe import Markup, escape

from smalti.kernel.words import say
from smalti.server.club.tournaments.running import Looked
from smalti.server.club.tournaments.standing import BREAKS
from smalti.server.club.tournaments.state import Tournament
from smalti.server.http.overview import ago
from smalti.server.http.parts import part
from smalti.server.http.tournament_words import BREAK_WORDS, BY_LEADS, BY_POINTS, SHORT
from smalti.server.operation import clock
from smalti.server.store.statements import in_utc
from smalti.server.table.changes import Row


def lists_of(known: Looked, language: str, *, hosting: bool, me: Row | None) -> Markup:
    """The lists as one of those who look sees them."""
    key = language, hosting
    if key not in known.texts:
        known.texts[key] = written(known, language, hosting=hosting)
    return Markup(own(known.texts[key], language, known.found, me) if me else known.texts[key])


def written(known: Looked, language: str, *, hosting: bool) -> str:
    """The lists for everybody, with a mark wherever something is somebody's own."""
    found, now = known.found, clock.now()
    return part(
        language,
        "tournament_lists.html",
        one=found,
        hosting=hosting,
        played={one: in_utc(moment) for one, moment in known.played.items()},
        ago=lambda then: ago(language, then, now),
        counted=BY_LEADS if found.game.facts.race else BY_POINTS,
        breaks=[(name, SHORT[name], BREAK_WORDS[name]) for name in BREAKS[found.kind]],
    )


def own(text: str, language: str, found: Tournament, me: Row) -> str:
    """The lists for somebody who takes part; no name can hold such a mark, because names are escaped."""
    number = me["number"]
    text = text.replace(f"<!--you-{number}-->", f' <span class="fine">({say(language, "you")})</span>')
    text = text.replace(f' data-entry-{number}=""', ' class="mine"')
    place = found.place_of(found.number, number)
    if place and place["table_id"]:  # their own table is open to them before the others are
        words = escape(say(language, "Table"))
        link = f'<a href="/table/{place["table_id"]}" aria-label="{words} {place["board"] + 1}">{words}</a>'
        text = text.replace(f"<!--table-{number}-->", link)
    return text
