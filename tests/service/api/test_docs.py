"""The page about the interface has every route and every kind of bound."""

from tests.support.api_routes import PAGE, page_with


def test_every_route_is_documented(bench):
    assert PAGE.read_text() == page_with(bench.app), "python -m tests.support.api_routes writes the table of routes"


def test_every_kind_of_bound_is_documented(bench):
    schemas = bench.app.openapi()["components"]["schemas"]
    kinds = {schema["properties"]["kind"].get("const") for name, schema in schemas.items() if name.endswith("Bound")}
    text = PAGE.read_text()
    assert len(kinds) > 10
    assert {kind for kind in kinds if f"`{kind}`" not in text} == set()
