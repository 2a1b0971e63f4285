"""The pages, and the scripts that draw charts."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from houseway.service.api.compression import CompressedRoute
from houseway.service.api.dependencies import ServiceHere
from houseway.service.pages.chart_scripts import chart_scripts
from houseway.service.pages.page import Page, fill_address, page_list, render_page
from houseway.service.pages.web_files import MEDIA_TYPES

router = APIRouter(include_in_schema=False)
_FOR_A_DAY = "public, max-age=86400"


@router.get("/web/vega.js")
def vega() -> Response:
    """Send the scripts that draw charts, which only pages with charts ask for. It is no coroutine: FastAPI calls it in a thread."""
    headers = {"Cache-Control": _FOR_A_DAY, "Content-Encoding": "gzip"}
    return Response(chart_scripts(), media_type=MEDIA_TYPES["js"], headers=headers)


def _sender(page: Page) -> Callable[..., Coroutine[Any, Any, Response]]:
    async def send_page(service: ServiceHere, request: Request) -> Response:
        """Send the page. The demonstration house plays for visitors."""
        if service.demo is not None:
            service.demo.greet_visitor()
        content = fill_address(render_page(page), request.path_params)
        return Response(content, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    return send_page


for _page in page_list()[0]:
    router.add_api_route(_page.path, _sender(_page), methods=["GET"], name=_page.element, route_class_override=CompressedRoute)
