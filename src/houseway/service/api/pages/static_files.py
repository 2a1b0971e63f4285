"""The files of the pages, sent before anything else looks at a request: a page has dozens of them, and none depends on who asks."""

import re
from collections.abc import Iterator

from starlette.types import ASGIApp, Receive, Scope, Send

from houseway.service.api.requests.security_headers import SECURITY_HEADERS
from houseway.service.pages.web_files import MEDIA_TYPES, WebFile, web_files

_ADDRESS = re.compile("/web/([0-9a-f]{16})/(.+)")
_FOR_GOOD = "public, max-age=31536000, immutable"
_DOCUMENTS = (MEDIA_TYPES["svg"],)
"""Files that a browser also opens by themselves, so that they need all headers of a page."""
_FILE_HEADERS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")


class StaticFiles:
    """Middleware that sends files of the pages. A browser keeps them, because another release has another address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        file = web_files().find(*address.groups()) if address else None
        if file is None:
            await self._app(scope, receive, send)
            return
        encoding = _choose_encoding(file, scope)
        content = file.encodings[encoding] if encoding else file.content
        headers = [*_headers(file), (b"content-length", str(len(content)).encode())]
        if encoding:
            headers.append((b"content-encoding", encoding.encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})


def _choose_encoding(file: WebFile, scope: Scope) -> str:
    """Return the shortest encoding of a file that the client accepts; "" for the file as it is."""
    accepted = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"").decode("latin-1")
    names = {part.partition(";")[0].strip() for part in accepted.split(",")}
    return next((name for name in file.encodings if name in names), "")


def _headers(file: WebFile) -> Iterator[tuple[bytes, bytes]]:
    yield b"content-type", file.media_type.encode()
    yield b"cache-control", _FOR_GOOD.encode()
    yield b"vary", b"Accept-Encoding"
    for name in SECURITY_HEADERS if file.media_type in _DOCUMENTS else _FILE_HEADERS:
        yield name.lower().encode(), SECURITY_HEADERS[name].encode()
