"""The tables of the database, the same on SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    func,
)

METADATA = MetaData()

people = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", DateTime(timezone=True), server_default=func.now(), nullable=False),
    Column("kept", Boolean, server_default=false(), nullable=False),  # an account: its devices alone count
    Column("avatar", String(9)),  # the tiles of their picture; none: as their id has it
    Column("seen_by", String(12), server_default="opponents", nullable=False),  # who may look at their profile
)

devices = Table(  # where somebody with an account is at home
    "devices",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)

passkeys = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)

codes = Table(  # what somebody may bring instead of a passkey, and the questions that passkeys answer; kept as hashes
    "codes",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(12), nullable=False),  # transfer, recovery, question
    Column("person_id", String(32), ForeignKey("people.id"), index=True),
    Column("expires", DateTime(timezone=True)),  # none: it lasts
)

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

days_off = Table(  # on these days the clocks of somebody's turns by correspondence stand still
    "days_off",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),  # of universal time, as 2026-11-16
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

puzzles = Table(  # those that this server has mined, besides those that are shipped
    "puzzles",
    METADATA,
    Column("id", String(12), primary_key=True),
    Column("game", String(32), nullable=False, index=True),
    Column("rules", String(16), nullable=False),
    Column("line", Text, nullable=False),
)

ratings = Table(  # of people and of puzzles, by Glicko-2
    "ratings",
    METADATA,
    Column("who", String(48), primary_key=True),  # "person ID" or "puzzle ID"
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

attempts = Table(  # the first answer of each person to a puzzle, which is rated
    "attempts",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("puzzle_id", String(12), primary_key=True),
    Column("score", Float, nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
)

exercises = Table(  # mistakes of people in their games, until they are mastered
    "exercises",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("card", JSON, nullable=False),  # as FSRS writes it
    Column("due", DateTime(timezone=True), index=True),  # none: mastered
)

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

talk = Table(  # what people say at tables; rows stay in their order, so that a number is never used again
    "talk",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), index=True),  # none: of somebody who has left for good
    Column("name", String(40), nullable=False),  # as the table called them then
    Column("seat", Integer),  # none: somebody who looked on
    Column("sign", String(12)),  # a quick reaction; none: the text was said
    Column("text", Text, nullable=False),
    Column("said_id", String(64), nullable=False),  # by which the browser knows it: sent twice it is said once
    Column("removed", Boolean, server_default=false(), nullable=False),  # only stewards read it
    Column("created", DateTime(timezone=True), nullable=False),
)

mutes = Table(  # whom somebody does not want to hear
    "mutes",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("other_id", String(32), ForeignKey("people.id"), primary_key=True, index=True),
    Column("at", String(32), primary_key=True),  # at this table; empty: everywhere, for ever
)

reports = Table(  # what somebody asks the stewards to look at, each line once
    "reports",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the line
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True, index=True),
    Column("reason", String(12), nullable=False),
    Column("text", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
)

silences = Table(  # who may not talk on this server
    "silences",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("expires", DateTime(timezone=True)),  # none: for good
)

stewards = Table(  # who looks at reports, as named by whoever runs the server
    "stewards",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("created", DateTime(timezone=True), nullable=False),
)

deeds = Table(  # the log of what stewards did
    "deeds",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("made", DateTime(timezone=True), nullable=False),
    Column("deed", String(12), nullable=False),
    Column("steward_id", String(32)),  # none: whoever runs the server
    Column("steward", String(40), nullable=False),
    Column("target_id", String(32)),  # whom it concerns
    Column("target", String(40), nullable=False),
    Column("line", String(48), nullable=False),  # "TABLE/NUMBER", if it is about one
    Column("expires", DateTime(timezone=True)),  # of a silence
)

reaches = Table(  # where somebody is told what happens while they are away
    "reaches",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id"), nullable=False, index=True),
    Column("way", String(8), nullable=False),  # push, hook, mail
    Column("address", Text, nullable=False),
    Column("secret", Text, nullable=False),  # the browser's keys, what signs, or the hash of a code to be confirmed
    Column("name", String(60), nullable=False),
    Column("language", String(8), nullable=False),
    Column("origin", String(200), nullable=False),  # where the pages are for whoever is told
    Column("device", String(32), nullable=False),  # of an account: who signs out there is told nothing there any more
    Column("confirmed", Boolean, nullable=False),
    Column("failed", Integer, nullable=False),  # how often in a row
    Column("created", DateTime(timezone=True), nullable=False),
)

wishes = Table(  # of what somebody wants to be told, by which way
    "wishes",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("notices", JSON, nullable=False),
)

notices = Table(  # what is to be told, once: a row stays for a while after that, so that nobody is told twice
    "notices",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("about", String(64), primary_key=True),  # a table, or whatever it is about
    Column("number", BigInteger, primary_key=True),  # which one of it
    Column("by_id", String(32), ForeignKey("people.id"), index=True),  # who is named in it
    Column("path", String(200), nullable=False),  # where it leads
    Column("words", JSON, nullable=False),  # what it says; nobody's name
    Column("since", DateTime(timezone=True), nullable=False),  # who has looked since then has seen it
    Column("due", DateTime(timezone=True), nullable=False, index=True),
    Column("tried", Integer, nullable=False),
    Column("claimed", DateTime(timezone=True)),  # until then whoever took it sends it
    Column("left", JSON(none_as_null=True)),  # the reaches that have not got it, once that is known
    Column("done", DateTime(timezone=True)),
)

seen = Table(  # when somebody last had a table before their eyes, while something there waited for them
    "seen",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
)
