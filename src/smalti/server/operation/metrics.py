"""Figures about the running process, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.ext.asyncio import AsyncEngine

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """What one process counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.sockets = Gauge("smalti_sockets", "Browsers that look at a table now", registry=registry)
        self.club = Gauge("smalti_club", "Browsers at a page of the club now", registry=registry)
        self.connections = Gauge("smalti_connections", "Connections that are open now, of all kinds", registry=registry)
        self.moves = Histogram(
            "smalti_move_seconds", "From a move's receipt until it is stored", buckets=SECONDS, registry=registry
        )
        self.told = Histogram(
            "smalti_told_seconds",
            "From a move's receipt until a browser at the same table was sent it",
            buckets=SECONDS,
            registry=registry,
        )
        self.bots_waiting = Gauge("smalti_bot_queue", "Moves and hints that wait for a worker", registry=registry)
        self.bots_waiting_s = Gauge(
            "smalti_bot_queue_age_seconds", "How long the oldest of them has been waiting", registry=registry
        )
        self.archive_s = Gauge(
            "smalti_archive_age_seconds", "Since all that is committed was in the archive", registry=registry
        )
        self.requests = Counter("smalti_requests", "Requests answered", ["method", "status"], registry=registry)
        self.refusals = Counter("smalti_refusals", "What was refused, by kind", ["kind"], registry=registry)
        self.stopped = Gauge(
            "smalti_bots_stopped", "Bots that were stopped because they did not get on", registry=registry
        )
        self.asked = Gauge("smalti_moves_asked", "Moves of bots that workers were asked for", registry=registry)
        self.lent = Gauge("smalti_moves_lent", "Moves of bots that browsers thought of", registry=registry)
        self.written = Gauge(
            "smalti_written", "Messages about tables, each made once for all who see it", registry=registry
        )
        self.sent = Counter("smalti_sent", "Messages that were sent to browsers", registry=registry)
        self.lines = Counter("smalti_lines", "Lines and reactions that were said at tables", registry=registry)
        self.reports = Counter("smalti_reports", "Lines that were reported to the stewards", registry=registry)
        self.dropped = Counter("smalti_dropped", "Connections closed because nobody read them", registry=registry)
        self.database_errors = Counter(
            "smalti_database_errors", "What the database could not do, conflicts included", registry=registry
        )

    def gauge(self, name: str, words: str, read: Callable[[], float]) -> None:
        """A figure that is read when it is asked for."""
        Gauge(name, words, registry=self.registry).set_function(read)

    def watch(self, engine: AsyncEngine) -> None:
        """Counts what the database says no to."""

        @event.listens_for(engine.sync_engine, "handle_error")
        def _count(_: ExceptionContext) -> None:
            self.database_errors.inc()

    def show_backlog(self, length: int, oldest_s: float) -> None:
        """What waits for a worker now."""
        self.bots_waiting.set(length)
        self.bots_waiting_s.set(oldest_s)

    def refused(self, error: Exception | str) -> None:
        """Something was refused."""
        self.refusals.labels(error if isinstance(error, str) else type(error).__name__).inc()

    def write(self) -> bytes:
        """All figures as text."""
        return generate_latest(self.registry)
