"""Notices: where people are reached, of what they want to be told, what is to be told, and what they have seen.

Revision ID: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody is told anything until they wish it."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "reaches",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("origin", sa.String(200), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_table(
        "wishes",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("notices", sa.JSON, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("about", sa.String(64), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("by_id", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("words", sa.JSON, nullable=False),
        sa.Column("since", moment, nullable=False),
        sa.Column("due", moment, nullable=False, index=True),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("claimed", moment),
        sa.Column("left", sa.JSON),
        sa.Column("done", moment),
    )
    op.create_table(
        "seen",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", moment, nullable=False),
    )
