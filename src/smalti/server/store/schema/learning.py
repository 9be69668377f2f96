"""What people learn by."""

from __future__ import annotations

from sqlalchemy import JSON, Column, DateTime, Float, ForeignKey, Integer, String, Table, Text

from smalti.server.store.schema.metadata import METADATA

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
