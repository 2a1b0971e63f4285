"""The pages, and the scripts that draw charts."""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from houseway.errors import Unavailable
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere, person_of
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.pages.access import desks_for, may_open, refusal_content
from houseway.service.pages.chart_scripts import chart_scripts
from houseway.service.pages.page import Page, fill_address, page_list, render_page, render_refusal
from houseway.service.pages.web_files import MEDIA_TYPES

router = SubjectRouter(include_in_schema=False)
_FOR_A_DAY = "public, max-age=86400"
_BY_PERSON = {"Cache-Control": "no-cache", "Vary": "Cookie"}
"""A page has the menu of whoever opens it."""


@router.get("/web/vega.js")
def vega() -> Response:
    """Send the scripts that draw charts, which only pages with charts ask for. It is no coroutine: FastAPI calls it in a thread."""
    headers = {"Cache-Control": _FOR_A_DAY, "Content-Encoding": "gzip"}
    return Response(chart_scripts(), media_type=MEDIA_TYPES["js"], headers=headers)


def _sender(page: Page) -> Callable[..., Coroutine[Any, Any, Response]]:
    async def send_page(service: ServiceHere, request: Request) -> Response:
        """Send the page, or say for whom it is. The demonstration house plays for visitors."""
        if service.demo is not None:
            service.demo.greet_visitor()
        has_docs = service.site is not None
        try:
            person = await person_of(request)
        except Unavailable:  # nobody knows who asks: the page itself says that the store does not answer
            return _html_response(fill_address(render_page(page, desks_for(None, has_docs=has_docs)), request.path_params))
        if may_open(person, page):
            return _html_response(fill_address(render_page(page, desks_for(person, has_docs=has_docs)), request.path_params))
        desks = desks_for(person, has_docs=has_docs)
        words = refusal_content(person, page, request.path_params, desks)
        return _html_response(render_refusal(page, desks, words), HTTPStatus.FORBIDDEN)

    return send_page


def _html_response(content: bytes, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(content, status, media_type="text/html; charset=utf-8", headers=_BY_PERSON)


for _page in page_list()[0]:
    router.add_api_route(
        _page.path, _sender(_page), methods=["GET", "HEAD"], name=_page.element, route_class_override=CompressedRoute
    )
