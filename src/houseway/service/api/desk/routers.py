"""All routes of the desks."""

from fastapi import APIRouter

from houseway.service.api.desk import clauses, filing, house_ways, jobs, odds, rules, sessions, solving, submissions

DESK_ROUTERS: tuple[APIRouter, ...] = (
    rules.router,
    clauses.router,
    submissions.router,
    filing.router,
    odds.router,
    sessions.router,
    solving.router,
    house_ways.router,
    jobs.router,
)
