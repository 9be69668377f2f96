"""Puzzles and their ladder, and the mistakes of people as exercises.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes room for them."""
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False, index=True),
        sa.Column("rules", sa.String(16), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(48), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("puzzle_id", sa.String(12), primary_key=True),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "exercises",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), index=True),
    )
