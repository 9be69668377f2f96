"""Moves that people have decided before their turn.

Revision ID: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nobody has prepared anything yet."""
    op.create_table(
        "prepared",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("stamp", sa.String(32), nullable=False),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("dropped", sa.String(12), nullable=False),
    )
