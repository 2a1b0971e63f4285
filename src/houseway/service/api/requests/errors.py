"""Every refusal has one shape, whether a rule, this interface or the framework refuses. A fault of the program is
answered without details."""

import errno
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from houseway.errors import Corrupted, HousewayError, Malformed, NotAllowed, Outdated, Unavailable, describe_os_error, quote
from houseway.service.messages.defects import describe_allowed, describe_defect, describe_given, place_of
from houseway.service.messages.refusals import ALLOWED_SHOWN, refusal_from
from houseway.service.pages.access import desks_for
from houseway.service.pages.page import missing_page, render_page

log = structlog.get_logger()

STATUS_BY_KIND: Mapping[type[HousewayError], HTTPStatus] = {
    Malformed: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotAllowed: HTTPStatus.CONFLICT,
    Outdated: HTTPStatus.CONFLICT,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    Corrupted: HTTPStatus.SERVICE_UNAVAILABLE,
}
STATUS_BY_CODE: Mapping[str, HTTPStatus] = {
    "house.table": HTTPStatus.NOT_FOUND,
    "authority.denied": HTTPStatus.FORBIDDEN,
    "authority.own-roles": HTTPStatus.FORBIDDEN,
    "authority.plays-here": HTTPStatus.FORBIDDEN,
    "authority.serves-here": HTTPStatus.FORBIDDEN,
    "account.owner": HTTPStatus.FORBIDDEN,
    "person.unknown": HTTPStatus.NOT_FOUND,
    "service.session": HTTPStatus.UNAUTHORIZED,
    "session.credentials": HTTPStatus.UNAUTHORIZED,
    "service.origin": HTTPStatus.FORBIDDEN,
    "service.host": HTTPStatus.MISDIRECTED_REQUEST,
    "service.rate": HTTPStatus.TOO_MANY_REQUESTS,
    "session.arrivals": HTTPStatus.TOO_MANY_REQUESTS,
    "service.connections": HTTPStatus.SERVICE_UNAVAILABLE,
    "service.body": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "service.slow": HTTPStatus.REQUEST_TIMEOUT,
    "service.round": HTTPStatus.NOT_FOUND,
    "jobs.unknown": HTTPStatus.NOT_FOUND,
    "jobs.too-many": HTTPStatus.TOO_MANY_REQUESTS,
    "book.unknown": HTTPStatus.NOT_FOUND,
    "book.no-clause": HTTPStatus.NOT_FOUND,
    "book.no-reading": HTTPStatus.NOT_FOUND,
    "book.no-version": HTTPStatus.NOT_FOUND,
    "example.unknown": HTTPStatus.NOT_FOUND,
    "house-way.unknown": HTTPStatus.NOT_FOUND,
    "service.seat": HTTPStatus.NOT_FOUND,
    "share.unknown": HTTPStatus.NOT_FOUND,
    "card-tag.unknown": HTTPStatus.NOT_FOUND,
    "service.meter": HTTPStatus.NOT_FOUND,
    "service.receipt": HTTPStatus.NOT_FOUND,
    "service.house-way": HTTPStatus.NOT_FOUND,
    "log.unknown": HTTPStatus.NOT_FOUND,
    "keys.file": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""Codes with a status of their own."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


DAMAGED: Mapping[str, Any] = {
    "code": "service.damaged",
    "message": "what is stored about this cannot be read, so nothing is done with it; the service's log and an audit say where",
    "clauses": [],
    "given": None,
    "allowed": "everything else; this again when it has been restored",
}
"""The refusal of whatever rests on something stored that is not what was written. What exactly is wrong might hold a secret."""


class RequestDefect(BaseModel):
    """Where a request differs from its declared types."""

    place: str = Field(description="Where, from `path`, `query` or `body` on", examples=["body.cards"])
    kind: str = Field(description="The kind of defect, as pydantic names it", examples=["string_too_short"])
    message: str


class Refusal(BaseModel):
    """Why something was refused."""

    code: str = Field(description="A stable identifier", examples=["wager.least"])
    message: str = Field(description="What was wrong, in plain words")
    clauses: list[str] = Field(description="The clauses of the rule book behind the refusal")
    given: Any = Field(None, description="What was given")
    allowed: Any = Field(None, description="What would be allowed")
    instead: str | None = Field(None, description="The same in words, for people; null where the message says it")
    defects: list[RequestDefect] | None = Field(
        None, description="All defects of a request that cannot be read (`request.malformed`), for programs"
    )


_REFUSED_CONTENT = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": words, **({"model": Refusal} if status == 422 else {"content": _REFUSED_CONTENT})}
    for status, words in (
        (400, "The body cannot be read"),
        (401, "Nobody is logged in"),
        (403, "This person may not do that"),
        (404, "There is no such thing"),
        (405, "The path does not take this method"),
        (408, "The body of the request did not arrive in time"),
        (409, "A rule refuses it"),
        (413, "The body is too large"),
        (421, "The service does not have this name"),
        (422, "It cannot be read"),
        (429, "Too many requests"),
        (503, "Not available now"),
    )
}
"""The refusals that any route may answer with. One of them names the model, so that the description of the interface contains it.
For each one that does, FastAPI would make a validator at each route, which takes half a second."""


def status_of(error: HousewayError) -> HTTPStatus:
    return STATUS_BY_CODE.get(error.code) or next(
        (status for kind, status in STATUS_BY_KIND.items() if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR
    )


def refusal_response(status: int, content: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Return a refusal. It is written in ASCII: it may repeat halves of characters, which UTF-8 cannot write."""
    allowed = content["allowed"]
    whole = {**content, "instead": content.get("instead", allowed if isinstance(allowed, str) else None)}
    return Response(json.dumps(whole), status, dict(headers or {}), "application/json")


def add_error_handlers(app: FastAPI) -> None:
    app.add_exception_handler(HousewayError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_framework_error)


async def _on_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HousewayError)
    status = status_of(error)
    if isinstance(error, Corrupted):
        log.error("corrupted", code=error.code, stream=str(error.facts.get("stream", "")))
        return refusal_response(status, DAMAGED)
    return refusal_response(status, refusal_from(error), _retry_header(status))


def _retry_header(status: HTTPStatus) -> Mapping[str, str]:
    waits = status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
    return {"Retry-After": "1"} if waits else {}


async def _on_invalid_request(_request: Request, error: Exception) -> Response:
    """Report the first defect of a request that its declared types do not allow."""
    assert isinstance(error, RequestValidationError)
    defects: Sequence[Mapping[str, Any]] = error.errors()
    first = defects[0]
    if first["type"] == "json_invalid":
        return refusal_response(HTTPStatus.UNPROCESSABLE_ENTITY, _refuse_no_json(first))
    content: dict[str, Any] = {
        "code": "request.malformed",
        "message": describe_defect(first),
        "clauses": [],
        "given": describe_given(first),
        "allowed": describe_allowed(first) or None,
        "defects": [{"place": place_of(each), "kind": each["type"], "message": each["msg"]} for each in defects][
            :ALLOWED_SHOWN
        ],
    }
    return refusal_response(HTTPStatus.UNPROCESSABLE_ENTITY, content)


def _refuse_no_json(defect: Mapping[str, Any]) -> dict[str, Any]:
    where = f"at character {defect['loc'][-1] + 1}: {defect['ctx']['error']}"
    message = f"the body is not JSON ({where})"
    return {"code": "request.malformed", "message": message, "clauses": [], "given": "text that is not JSON", "allowed": "JSON"}


_FRAMEWORK_WORDS = {
    400: ("request.malformed", "the body cannot be read"),
    404: ("request.path", "there is nothing at this path"),
    405: ("request.method", "this path does not take that method"),
}


async def _on_framework_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, words = _FRAMEWORK_WORDS.get(error.status_code, ("request.refused", str(error.detail)))
    given = f"{request.method} {quote(request.url.path)}"
    if error.status_code == HTTPStatus.NOT_FOUND and _is_visit(request):
        has_docs = request.app.state.service.site is not None
        return HTMLResponse(render_page(missing_page(), desks_for(None, has_docs=has_docs)), error.status_code)
    methods = ", ".join(_methods_at(request)) if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else ""
    content: dict[str, Any] = {"code": code, "message": words, "clauses": [], "given": given, "allowed": methods or None}
    return refusal_response(error.status_code, content, {"Allow": methods} if methods else error.headers)


def _is_visit(request: Request) -> bool:
    """Return whether somebody opens an address in a browser, where only a page helps him."""
    is_for_programs = request.url.path.startswith(("/api/", "/web/"))
    return request.method == "GET" and not is_for_programs and "text/html" in request.headers.get("accept", "")


def _methods_at(request: Request) -> list[str]:
    """Return the methods that a path takes. The framework names only those of the first route that has the path."""
    scopes = [(method, {**request.scope, "method": method}) for method in METHODS]
    return sorted(
        method for method, scope in scopes if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    )


_NO_ROOM = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS))
"""How the operating system says that nothing can be written."""


def fault_response(error: Exception) -> Response:
    """Return the answer to an error that nobody has expected. A disk that takes nothing is no fault of the program."""
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        status = HTTPStatus.SERVICE_UNAVAILABLE
        refusal = Unavailable(
            "nothing can be written at the moment; send it again later",
            code="service.disk",
            given=describe_os_error(error),
            allowed="when there is room again",
        )
        return refusal_response(status, refusal_from(refusal), _retry_header(status))
    return _bare_fault()


def _bare_fault() -> Response:
    """Return the answer to a fault of the program, which says nothing about it."""
    content: dict[str, Any] = {
        "code": "service.fault",
        "message": "something went wrong in the service; nothing was changed by this request, or it was changed whole",
        "clauses": [],
        "given": None,
        "allowed": None,
    }
    return refusal_response(HTTPStatus.INTERNAL_SERVER_ERROR, content)
