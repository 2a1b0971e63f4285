"""The documentation, where it is installed: the pages that `make docs` has built, at `/docs/`."""

from dataclasses import replace
from http import HTTPStatus

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.pages.access import desks_for
from houseway.service.pages.page import missing_page, render_refusal
from houseway.service.pages.site import tag_of

router = SubjectRouter(include_in_schema=False, route_class=CompressedRoute)
ADDRESS = "/docs/"
NOT_HERE = (
    "The documentation is not installed here: in a checkout, make docs builds it, and "
    "houseway serve --docs build/site.zip shows it."
)
_REVALIDATED = "no-cache"
"""A browser asks each time whether a page is still the same: another release has the same addresses."""


@router.api_route(ADDRESS.rstrip("/"), methods=["GET", "HEAD"])
def send_to_first_page(service: ServiceHere) -> Response:
    return RedirectResponse(ADDRESS) if service.site else _say_how_to_get_it()


@router.api_route(f"{ADDRESS}{{path:path}}", methods=["GET", "HEAD"])
def send_file(service: ServiceHere, request: Request, path: str) -> Response:
    """Send a file of the site. It is no coroutine: FastAPI calls it in a thread, where unpacking keeps nobody waiting."""
    if service.site is None:
        return _say_how_to_get_it()
    entry = service.site.find(path)
    if entry is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    headers = {"ETag": tag_of(entry), "Cache-Control": _REVALIDATED}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    file = service.site.read(entry)
    return Response(file.content, media_type=file.media_type, headers=headers)


def _say_how_to_get_it() -> Response:
    page = replace(missing_page(), title="Documentation")
    content = (
        '<div class="page narrow"><section class="panel empty not-there" role="alert">'
        f"<h1>{page.title}</h1><p>{NOT_HERE}</p></section></div>"
    )
    return HTMLResponse(render_refusal(page, desks_for(None), content), HTTPStatus.NOT_FOUND)
