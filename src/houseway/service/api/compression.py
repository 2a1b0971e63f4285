"""Compresses long answers that hold only public texts and records."""

import gzip
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

_SMALLEST = 2_000
"""Shorter answers are sent as they are."""
_LEVEL = 5


class CompressedRoute(APIRoute):
    """A route whose long answers are compressed, for a client that accepts it. It is not for answers with secrets in them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_and_compress(request: Request) -> Response:
            response = await handle(request)
            if "gzip" in request.headers.get("accept-encoding", "") and len(response.body) >= _SMALLEST:
                response.body = gzip.compress(response.body, _LEVEL, mtime=0)
                response.headers.update({"Content-Encoding": "gzip", "Content-Length": str(len(response.body))})
            response.headers.add_vary_header("Accept-Encoding")
            return response

        return handle_and_compress
