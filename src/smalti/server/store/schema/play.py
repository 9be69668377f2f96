"""Tables, who sits there, and what happened."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    func,
)

from smalti.server.store.schema.metadata import METADATA

tables = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("aids", JSON, nullable=False),
    Column("secret", String(80), nullable=False),
    Column("deal", String(80), nullable=False),  # tables with the same deal and secret get the same chance
    Column("added", Text, nullable=False),
    Column("challenge", String(40)),  # e.g. "daily 2026-11-15", shared by all who take it
    Column("parent", String(32)),  # the table a what-if or a rematch comes from
    Column("rated", String(8), index=True),  # none: it does not count; else how far its rating is (table/rating.py)
    Column("branched", Integer),  # a what-if: so many entries of its log come from the parent, with the parent's chance
    Column("tournament", String(32), index=True),
    Column("sealed", Boolean, server_default=false(), nullable=False, index=True),  # others still play the same deal
    Column("created", DateTime(timezone=True), server_default=func.now(), nullable=False),
    Column("private", Boolean, server_default=false(), nullable=False),  # only who sits there may look, also afterwards
    Column("pace", JSON(none_as_null=True)),  # none: everybody takes the time they like
)

seats = Table(
    "seats",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(40)),  # the bot that plays this seat now
    Column("token_hash", String(64), unique=True),  # an invitation that nobody has taken yet
    Column("away", String(12)),  # why a bot plays for its person, if they did not wish it: time, vote, resigned
)

turns = Table(  # where two people play or somebody has a clock; gone when the game is over
    "turns",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # -1: bots are to choose, and somebody sees to it
    Column("since", DateTime(timezone=True)),  # since when it is to choose; none: it is not
    Column("due", DateTime(timezone=True), index=True),  # when its time is over; none: never, or it is over already
    Column("left_s", Float),  # of its clock: when its turn began, or after it has ended
    Column("votes", JSON, nullable=False),  # what other seats want to be done about it
    Column("live", Boolean, nullable=False),  # whether its clock stands still while no server runs
)

beats = Table(  # when a server last looked at the clocks; while none does, live ones stand still
    "beats",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
)

events = Table(
    "events",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", JSON, nullable=False),
    Column("move_id", String(128)),  # who made it, and the id they gave it: "person ID ID", "bot NUMBER SEAT"
    Column("created", DateTime(timezone=True), server_default=func.now(), nullable=False),
    UniqueConstraint("table_id", "move_id"),
)

tries = Table(  # who has taken which challenge: each person once, whoever else writes at the same moment
    "tries",
    METADATA,
    Column("challenge", String(40), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False, unique=True),
    Column("alone", Boolean, nullable=False),  # whether nobody helped: older programs let bots play
)

endings = Table(  # of games that are over; written with their last move
    "endings",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ended", DateTime(timezone=True), nullable=False, index=True),
    Column("scores", JSON, nullable=False),
    Column("winners", JSON, nullable=False),
    Column("record", Text),  # as it is handed out; none: of a game that an older program ended, until it is asked for
    Column("review", Text),  # as it is handed out, once somebody has asked for it
    Column("judged", JSON),  # what statistics want of the review, by seat
)

notes = Table(  # what people wrote at a point of a finished game
    "notes",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", DateTime(timezone=True), server_default=func.now(), nullable=False),
)

snapshots = Table(  # a cache: what is lost here is worked out from the events again
    "snapshots",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # how many events of the log are in it
    Column("layout", String(64), nullable=False),  # of the program that can read it
    Column("packed", LargeBinary, nullable=False),
)

prepared = Table(  # moves that people have decided before their turn; nobody else learns of them
    "prepared",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("stamp", String(32), nullable=False),  # another one for each plan
    Column("steps", JSON, nullable=False),
    Column("dropped", String(12), nullable=False),  # why it was not carried out, until the person has moved
)

keys = Table(  # what all processes must share, e.g. the key that signs cookies
    "keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
