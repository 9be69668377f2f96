"""The jobs of procrastinate in a database that may be gone for a while."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Status
from procrastinate.manager import JobManager

from smalti.server.store.database import connection_options, plain_url
from smalti.server.thinking.workers import PAUSE_S

CONNECTIONS = 4


class PatientConnector(PsycopgConnector):
    """Waits while the database is gone, so that the end of a job is written down all the same."""

    leaves = False
    """Whether the process is about to end: it waits no more, and what it had begun counts as lost."""

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        """Carries out what returns nothing."""
        while True:
            try:
                await super().execute_query_async(query, **arguments)
                return
            except ConnectorException as error:
                if self.leaves or not isinstance(error.__cause__, psycopg.OperationalError):
                    raise
                await asyncio.sleep(PAUSE_S)


class Jobs(JobManager):
    """Gives a job up that would wait again where another one for the same move waits already.

    Left as it is, it would seem to be worked at for ever, and the other one waits until that has ended.
    """

    async def retry_job_by_id_async(self, job_id: int, *when: Any, **how: Any) -> None:
        """Puts a job back, or makes room for the one that took its place."""
        try:
            await super().retry_job_by_id_async(job_id, *when, **how)
        except UniqueViolation:
            await self.finish_job_by_id_async(job_id, Status.FAILED, delete_job=True)


def new_connector(url: str) -> PatientConnector:
    """The way to a database."""
    return PatientConnector(
        conninfo=plain_url(url), kwargs=connection_options(), min_size=1, max_size=CONNECTIONS, timeout=5
    )


def new_app(connector: PatientConnector) -> App:
    """The queue of a database."""
    app = App(connector=connector)
    app.job_manager = Jobs(connector)
    return app
