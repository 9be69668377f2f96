"""Reviews of finished games, worked out once.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes room for them beside the records."""
    op.add_column("endings", sa.Column("review", sa.Text))
