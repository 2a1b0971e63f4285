"""The pages and their files."""

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Header
from fastapi.responses import Response

from houseway.service.api.compression import CompressedRoute
from houseway.service.api.dependencies import ServiceHere
from houseway.service.pages.page import Page, page_list, render_page
from houseway.service.pages.web_files import MEDIA_TYPES, web_files

router = APIRouter(include_in_schema=False)
_FOR_GOOD = "public, max-age=31536000, immutable"
_FOR_A_DAY = "public, max-age=86400"
_NOT_FOUND = Response("there is no such file", status_code=404, media_type="text/plain")


@router.get("/web/vega.js")
async def vega() -> Response:
    """Send the scripts that draw charts, as the library that prints charts carries them. Only pages with charts ask for them."""
    headers = {"Cache-Control": _FOR_A_DAY, "Content-Encoding": "gzip"}
    return Response(await asyncio.to_thread(_bundle_vega), media_type=MEDIA_TYPES["js"], headers=headers)


@cache
def _bundle_vega() -> bytes:
    import vl_convert

    return gzip.compress(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;").encode(), mtime=0)


@router.get("/web/{release}/{path:path}")
async def web_file(release: str, path: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
    """Send a file of the pages. A browser keeps it, because another release has another address."""
    web = web_files()
    file = web.by_path.get(path) if release == web.hash else None
    if file is None:
        return _NOT_FOUND
    headers = {"Cache-Control": _FOR_GOOD, "Vary": "Accept-Encoding"}
    if file.gzipped is None or "gzip" not in accept_encoding:
        return Response(file.content, media_type=file.media_type, headers=headers)
    return Response(file.gzipped, media_type=file.media_type, headers={**headers, "Content-Encoding": "gzip"})


def _sender(page: Page) -> Callable[..., Coroutine[Any, Any, Response]]:
    async def send_page(service: ServiceHere) -> Response:
        """Send the page. The demonstration house plays for whoever looks."""
        if service.demo is not None:
            service.demo.greet_visitor()
        return Response(render_page(page), media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    return send_page


for _page in page_list()[0]:
    router.add_api_route(_page.path, _sender(_page), methods=["GET"], name=_page.element, route_class_override=CompressedRoute)
