"""All routes of the desks."""

from fastapi import APIRouter

from houseway.service.api.desk import clauses, filing, house_ways, jobs, odds, own_wagers, rules, sessions, solving, submissions

DESK_ROUTERS: tuple[APIRouter, ...] = (
    rules.router,
    clauses.router,
    submissions.router,
    filing.router,
    odds.router,
    own_wagers.router,
    sessions.router,
    solving.router,
    house_ways.router,
    jobs.router,
)
