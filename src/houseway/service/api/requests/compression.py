"""Compresses long answers that hold only public texts and records."""

import asyncio
import gzip
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute
from starlette.datastructures import Headers

_SMALLEST = 1_000
"""Shorter answers are sent as they are: they fit one packet."""
_LONG = 50_000
"""Longer answers are compressed in a thread, so that nobody else waits for it."""
_LEVEL = 5
_TEXTS = ("text/", "application/json", "image/svg+xml")
"""Media types that become shorter; PDF and PNG are compressed in themselves."""


class CompressedRoute(APIRoute):
    """A route whose long answers are compressed, for a client that accepts it. It is not for answers with secrets in them. What is
    sent piece by piece is sent as it is."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_and_compress(request: Request) -> Response:
            response = await handle(request)
            if _is_compressible(response):
                response.headers.add_vary_header("Accept-Encoding")
                if _accepts_gzip(request.headers):
                    await _compress(response)
            return response

        return handle_and_compress


def _is_compressible(response: Response) -> bool:
    if isinstance(response, StreamingResponse) or "Content-Encoding" in response.headers:
        return False
    return len(response.body) >= _SMALLEST and response.headers.get("Content-Type", "").startswith(_TEXTS)


def _accepts_gzip(headers: Headers) -> bool:
    """Return whether a client accepts gzip; a weight of 0 refuses it."""
    for part in ",".join(headers.getlist("Accept-Encoding")).split(","):
        name, _, weight = part.replace(" ", "").lower().partition(";q=")
        if name == "gzip":
            return weight == "" or weight.strip("0.") != ""
    return False


async def _compress(response: Response) -> None:
    content = bytes(response.body)
    if len(content) > _LONG:
        response.body = await asyncio.to_thread(_gzip, content)
    else:
        response.body = _gzip(content)
    response.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(response.body))})


def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, _LEVEL, mtime=0)
