"""People, where they are at home, and when they are away."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, DateTime, ForeignKey, LargeBinary, String, Table, false, func, true

from smalti.server.store.schema.metadata import METADATA

people = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", DateTime(timezone=True), server_default=func.now(), nullable=False),
    Column("kept", Boolean, server_default=false(), nullable=False),  # an account: its devices alone count
    Column("avatar", String(9)),  # the tiles of their picture; none: as their id has it
    Column("seen_by", String(12), server_default="opponents", nullable=False),  # who may look at their profile
    Column("show_games", Boolean, server_default=true(), nullable=False),  # and what they see there
    Column("show_ratings", Boolean, server_default=true(), nullable=False),
    Column("show_presence", Boolean, server_default=true(), nullable=False),
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

days_off = Table(  # on these days the clocks of somebody's turns by correspondence stand still
    "days_off",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),  # of universal time, as 2026-11-16
)
