"""What routes ask for: the service, and who is asking."""

import asyncio
from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from houseway.errors import NotAllowed
from houseway.service.api.requests.limits import SESSION_COOKIE, session_token
from houseway.service.people.authority import authorize
from houseway.service.people.person import Person
from houseway.service.service import Service

# They are coroutines, although most wait for nothing: FastAPI would call plain functions in a thread each.


async def service_of(connection: HTTPConnection) -> Service:
    """Return the service of a request or a socket."""
    service: Service = connection.app.state.service
    return service


async def person_of(connection: HTTPConnection) -> Person | None:
    """Return whose session a request or a socket belongs to; None if nobody's."""
    token = session_token(connection.headers)
    return await asyncio.to_thread((await service_of(connection)).people.person_of, token) if token else None


async def follow_named_table(connection: HTTPConnection) -> None:
    """Catch up with the table of a request, so that somebody who acted at another server sees it here."""
    table, service = connection.path_params.get("table"), await service_of(connection)
    if table is not None and connection.scope.get("method") == "GET":
        await service.house.catch_up(table)


ServiceHere = Annotated[Service, Depends(service_of)]
PersonHere = Annotated[Person | None, Depends(person_of)]


_cookie = APIKeyCookie(name=SESSION_COOKIE, auto_error=False, description="The token of a session")
"""For the description of the interface only; `person_of` reads the cookie."""


async def require_person(person: PersonHere, _token: Annotated[str | None, Security(_cookie)]) -> Person:
    """Return who is asking; refuse a request without a session."""
    if person is None:
        raise NotAllowed(
            "this needs a session: start as a guest or log in",
            code="service.session",
            given="no session",
            allowed="a session that has not ended",
        )
    return person


RequiredPerson = Annotated[Person, Depends(require_person)]


class Permitted:
    """Requires somebody with a permission."""

    def __init__(self, permission: str) -> None:
        self._permission = permission

    async def __call__(self, person: RequiredPerson) -> Person:
        authorize(person, self._permission)
        return person


class PermittedVisitor:
    """Requires a permission that somebody without a session may have, too."""

    def __init__(self, permission: str) -> None:
        self._permission = permission

    async def __call__(self, person: PersonHere, _token: Annotated[str | None, Security(_cookie)]) -> Person | None:
        authorize(person, self._permission)
        return person
