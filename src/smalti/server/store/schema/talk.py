"""What people say at tables, who looks after it, and what is told to those who are away."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from smalti.server.store.schema.metadata import METADATA

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
    Column("due", DateTime(timezone=True), nullable=False),
    Column("tried", Integer, nullable=False),
    Column("claimed", DateTime(timezone=True)),  # somebody has taken it and sends it
    Column("left", JSON(none_as_null=True)),  # the reaches that have not got it, once that is known
    Column("done", DateTime(timezone=True)),
)
UNSENT = notices.c.done.is_(None)
Index("ix_notices_unsent", notices.c.due, sqlite_where=UNSENT, postgresql_where=UNSENT)

seen = Table(  # when somebody last had a table before their eyes, while something there waited for them
    "seen",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
)
