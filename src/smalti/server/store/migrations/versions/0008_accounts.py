"""Accounts: devices, passkeys and codes, and what somebody shows of themselves.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Everybody stays a guest until they wish otherwise."""
    op.add_column("people", sa.Column("kept", sa.Boolean, server_default=sa.false(), nullable=False))
    op.add_column("people", sa.Column("avatar", sa.String(9)))
    op.add_column("people", sa.Column("seen_by", sa.String(12), server_default="opponents", nullable=False))
    person = sa.ForeignKey("people.id")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), person, nullable=False, index=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", moment, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), index=True),
        sa.Column("expires", moment),
    )
