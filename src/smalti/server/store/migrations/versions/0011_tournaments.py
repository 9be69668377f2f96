"""Tournaments: entries, rounds and places; tables know their tournament, and whether others still play their deal.

Revision ID: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """No table of before belongs to one."""
    op.add_column("tables", sa.Column("tournament", sa.String(32)))
    op.add_column("tables", sa.Column("sealed", sa.Boolean, server_default=sa.false(), nullable=False))
    for name in ("tournament", "sealed"):
        op.create_index(f"ix_tables_{name}", "tables", [name])
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("auto", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("added", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40)),
        sa.Column("added", sa.String(64), nullable=False),
        sa.Column("absent", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament_id", "person_id"),
    )
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("begun", moment, nullable=False),
        sa.Column("over", moment),
    )
    op.create_table(
        "places",
        sa.Column("tournament_id", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), index=True),
        sa.Column("lost", sa.Boolean, nullable=False),
    )
