"""Measurements in Prometheus's form. No label names a person, a card or a hand."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from houseway.service.clock import MILLISECONDS, HouseClock
from houseway.service.jobs.board import JobState
from houseway.service.jobs.question import Lane
from houseway.service.jobs.queue import JobQueue
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The measurements of one service. They have a registry of their own, so that several services may run in one process."""

    def __init__(self, house: House, clock: HouseClock) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "houseway_requests_total", "HTTP requests", ["method", "route", "status"], registry=self.registry
        )
        self.request_seconds = Histogram(
            "houseway_request_seconds", "Duration of HTTP requests", ["route"], buckets=_SECONDS, registry=self.registry
        )
        self.commands = Counter("houseway_commands_total", "Commands by their answer", ["answer"], registry=self.registry)
        self.events = Counter("houseway_events_total", "Events stored at tables", registry=self.registry)
        self.rounds = Counter("houseway_rounds_total", "Rounds completed", registry=self.registry)
        Gauge("houseway_tables", "Tables that take commands", registry=self.registry).set_function(lambda: len(house.tables))
        Gauge("houseway_tables_frozen", "Tables that a fault has stopped", registry=self.registry).set_function(
            lambda: len(house.frozen)
        )
        Gauge("houseway_clock_set_back_seconds", "How far the system's clock is behind", registry=self.registry).set_function(
            lambda: clock.set_back_by / MILLISECONDS
        )
        house.listeners.append(self._count_update)

    def watch_jobs(self, jobs: JobQueue) -> None:
        """Measure how many computations wait and run."""
        gauge = Gauge("houseway_jobs", "Long computations that wait or run", ["lane", "state"], registry=self.registry)
        for lane in Lane:
            for state in (JobState.WAITING, JobState.RUNNING):
                gauge.labels(lane.value, state.value).set_function(partial(jobs.count, state, lane))

    def _count_update(self, update: Update) -> None:
        if update.is_followed:
            return  # the server that has taken the turn counts it
        self.events.inc(len(update.events))
        if update.receipt is not None:
            self.rounds.inc()

    def to_text(self) -> bytes:
        return generate_latest(self.registry)
