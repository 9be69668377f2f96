"""The tables of the queue that workers pull from, in PostgreSQL: made and brought up to date with ours."""

from __future__ import annotations

from procrastinate.schema import SchemaManager, migrations_path
from sqlalchemy import Connection


def install(connection: Connection) -> None:
    """Makes the queue in a database that has none, or brings it to the newest version; in the caller's transaction."""
    plain = connection.execution_options(no_parameters=True)
    steps = sorted(file.name for file in migrations_path.glob("*.sql"))
    found = plain.exec_driver_sql("SELECT obj_description(to_regclass('procrastinate_jobs'), 'pg_class')").scalar()
    exists = plain.exec_driver_sql("SELECT to_regclass('procrastinate_jobs')").scalar()
    if not exists:
        plain.exec_driver_sql(SchemaManager.get_schema())
    for step in steps if exists else []:
        if found and step > found:
            plain.exec_driver_sql((migrations_path / step).read_text(encoding="utf-8"))
    if found != steps[-1]:
        plain.exec_driver_sql(f"COMMENT ON TABLE procrastinate_jobs IS '{steps[-1]}'")
