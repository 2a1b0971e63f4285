"""The reference of the service: its HTTP interface, from the routes, and the messages of its feed, from their models."""

from collections.abc import Iterator
from typing import Any, get_args

from fastapi import FastAPI

from houseway import __version__
from houseway.service.api.app import ROUTERS
from houseway.service.sockets.protocol import ClientMessage
from scripts.site.markdown import code, escape, table


def service_pages() -> Iterator[tuple[str, str]]:
    described = _describe_interface()
    yield "reference/http", _http_page(described)
    yield "reference/feed-messages", _feed_page()


def _describe_interface() -> dict[str, Any]:
    app = FastAPI(title="houseway", version=__version__)
    for router in ROUTERS:
        app.include_router(router)
    return app.openapi()


def _http_page(described: dict[str, Any]) -> str:
    subjects: dict[str, list[str]] = {}
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            subjects.setdefault(operation["tags"][0], []).append(_operation(f"{method.upper()} {path}", operation))
    head = (
        "# The HTTP interface\n\nThis page is written from the routes of the service, which also answers with the "
        "whole description: "
        "`GET /api/openapi.json`. {doc}`/service` explains sessions, refusals and receipts.\n"
    )
    parts = [f"## {escape(subject.capitalize())}\n\n" + "\n".join(operations) for subject, operations in subjects.items()]
    models = [_model(name, model) for name, model in sorted(described["components"]["schemas"].items())]
    return "\n".join([head, *parts, "## Bodies\n", *models])


def _operation(name: str, operation: dict[str, Any]) -> str:
    said = escape((operation.get("description") or operation["summary"]).split("\n\n")[0])
    rows = [
        (code(each["name"]), each["in"], _type(each.get("schema", {})), escape(each.get("description", "")))
        for each in operation.get("parameters", ())
    ]
    body = _body(operation.get("requestBody", {}))
    answer = _body(operation["responses"].get("200", {}))
    lines = [f"### {code(name)}\n\n{said}\n"]
    if rows:
        lines.append(table(("parameter", "in", "type", ""), rows))
    if body:
        lines.append(f"Body: {body}.")
    if answer:
        lines.append(f"{' ' if body else ''}Answer: {answer}.")
    return "\n".join(lines) + "\n"


def _body(content: dict[str, Any]) -> str:
    schema = content.get("content", {}).get("application/json", {}).get("schema", {})
    return _type(schema) if schema else ""


def _type(schema: dict[str, Any]) -> str:
    """Say what values a schema allows, in a few words."""
    if "$ref" in schema:
        return code(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if "enum" in schema:
        return ", ".join(code(each) for each in schema["enum"])
    if "const" in schema:
        return code(schema["const"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return f"{schema.get('type', 'any')}{_bounds(schema)}"


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "characters at least",
    "maxLength": "characters at most",
    "pattern": "pattern",
    "format": "",
}


def _bounds(schema: dict[str, Any]) -> str:
    said = [f"{words} {code(schema[key])}".strip() for key, words in _BOUNDS.items() if key in schema]
    return f" ({', '.join(said)})" if said else ""


def _model(name: str, model: dict[str, Any]) -> str:
    return f"### {code(name)}\n\n{escape(model.get('description', '').split(chr(10) * 2)[0])}\n\n{_fields(model)}"


def _fields(model: dict[str, Any]) -> str:
    rows = [
        (code(field), _type(schema), "yes" if field in model.get("required", ()) else "", escape(schema.get("description", "")))
        for field, schema in model.get("properties", {}).items()
    ]
    return table(("field", "type", "required", ""), rows) if rows else ""


def _feed_page() -> str:
    head = (
        "# Messages to the feed\n\nWhat a client may send over the WebSocket of a table, written from the models that "
        "read it. A field that is "
        "not listed is refused. {doc}`/feed` explains the feed, and lists what the service sends.\n"
    )
    parts = []
    for message in get_args(ClientMessage):
        schema = message.model_json_schema(by_alias=True)
        name = schema["properties"]["type"]["const"]
        parts.append(f"## {code(name)}\n\n{escape(_own_words(message))}\n\n{_fields(schema)}")
    return "\n".join([head, *parts])


def _own_words(message: type) -> str:
    """Return what a class says of itself, and not what it inherits."""
    return (message.__dict__.get("__doc__") or "").strip()
