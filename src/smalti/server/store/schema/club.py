"""Where people meet, how good they are, and tournaments."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, DateTime, Float, ForeignKey, Integer, String, Table, UniqueConstraint

from smalti.server.store.schema.metadata import METADATA

openings = Table(  # tables that wait for people, as whoever set them up wishes it
    "openings",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),  # whose table it is
    Column("listed", Boolean, nullable=False),  # whether anybody may sit down
    Column("fill_bot", String(40)),  # the bot that takes the free seats then; none: nobody does
    Column("fill_name", String(40)),
    Column("fill_at", DateTime(timezone=True), index=True),
    Column("seen", DateTime(timezone=True), nullable=False),  # when its owner was last there
)

reservations = Table(  # seats that somebody was asked to take
    "reservations",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("declined", Boolean, nullable=False),
)

ties = Table(  # whom somebody likes to meet, and whom not
    "ties",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("other_id", String(32), ForeignKey("people.id"), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),  # friend, block
)

presence = Table(  # who is there, as each server last saw it
    "presence",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("server", String(16), primary_key=True, index=True),
    Column("seen", DateTime(timezone=True), nullable=False),
)


def standing_columns() -> list[Column[float] | Column[int]]:
    """How strong somebody is at a kind of table: by places, and without luck."""
    figures = (("mu", Float), ("sigma", Float), ("games", Integer))
    return [Column(f"{of}{name}", kind, nullable=False) for of in ("", "fair_") for name, kind in figures]


standings = Table(  # of people and bots, by game and number of seats: after all games that are rated
    "standings",
    METADATA,
    Column("who", String(48), primary_key=True),  # "person ID" or "bot LEVEL"
    Column("game", String(32), primary_key=True),
    Column("seats", Integer, primary_key=True),
    *standing_columns(),
)

rated = Table(  # the games that are rated, seat by seat: with which standing everybody came
    "rated",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("who", String(48), nullable=False, index=True),  # empty: somebody who has deleted themselves
    Column("game", String(32), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended", DateTime(timezone=True), nullable=False),
    *standing_columns(),
)

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("host", String(32), ForeignKey("people.id"), index=True),  # none: somebody who was forgotten
    Column("kind", String(12), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),  # at a table
    Column("rounds", Integer, nullable=False),  # as wished; 0: as many as it needs
    Column("auto", Boolean, nullable=False),  # whether the next round begins by itself
    Column("listed", Boolean, nullable=False),  # whether everybody sees it in the list
    Column("bot", String(40), nullable=False),  # that fills empty seats
    Column("pace", JSON(none_as_null=True)),  # of its tables; none: as everybody likes
    Column("secret", String(64), nullable=False),  # of its deals, if all tables of a round have the same
    Column("added", String(64), nullable=False),  # what the players have added to them, fixed when it begins
    Column("state", String(12), nullable=False),  # open, running, over
    Column("version", Integer, nullable=False),  # grows with every change
    Column("created", DateTime(timezone=True), nullable=False),
)

entries = Table(  # who takes part
    "entries",
    METADATA,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, in the order in which they came: their seed
    Column("person_id", String(32), ForeignKey("people.id"), index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(40)),  # that plays for them from now on
    Column("added", String(64), nullable=False),  # to chance
    Column("absent", Boolean, nullable=False),  # whether the next round is drawn without them
    UniqueConstraint("tournament_id", "person_id"),
)

rounds = Table(  # each is there once, whoever else makes it at the same moment
    "rounds",
    METADATA,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1
    Column("begun", DateTime(timezone=True), nullable=False),
    Column("over", DateTime(timezone=True)),
)

places = Table(  # who sat where in a round
    "places",
    METADATA,
    Column("tournament_id", String(32), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True),  # below 0: a bot that fills
    Column("board", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("table_id", String(32), ForeignKey("tables.id"), index=True),  # none: nothing was to be played
    Column("lost", Boolean, nullable=False),  # by not playing
)
