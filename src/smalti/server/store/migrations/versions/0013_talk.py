"""Talk at tables: lines, mutes, reports, silences, stewards and the log of what they did.

Revision ID: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def person(name: str = "person_id", *, key: bool = False, optional: bool = False) -> sa.Column[str]:
    """A column that names somebody."""
    return sa.Column(name, sa.String(32), sa.ForeignKey("people.id"), primary_key=key, nullable=optional)


def upgrade() -> None:
    """Nobody has said anything yet."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "talk",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        person(optional=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("sign", sa.String(12)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("said_id", sa.String(64), nullable=False),
        sa.Column("removed", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_index("ix_talk_person_id", "talk", ["person_id"])
    op.create_table(
        "mutes", person(key=True), person("other_id", key=True), sa.Column("at", sa.String(32), primary_key=True)
    )
    op.create_index("ix_mutes_other_id", "mutes", ["other_id"])
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        person(key=True),
        sa.Column("reason", sa.String(12), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_index("ix_reports_person_id", "reports", ["person_id"])
    op.create_table("silences", person(key=True), sa.Column("expires", moment))
    op.create_table("stewards", person(key=True), sa.Column("created", moment, nullable=False))
    op.create_table(
        "deeds",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("made", moment, nullable=False),
        sa.Column("deed", sa.String(12), nullable=False),
        sa.Column("steward_id", sa.String(32)),
        sa.Column("steward", sa.String(40), nullable=False),
        sa.Column("target_id", sa.String(32)),
        sa.Column("target", sa.String(40), nullable=False),
        sa.Column("line", sa.String(48), nullable=False),
        sa.Column("expires", moment),
    )
