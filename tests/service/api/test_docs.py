"""Every route is in the documentation, and nothing else is there."""

import re

from tests.support.paths import ROOT


def test_every_route_is_documented(bench):
    described = {f"{method.upper()} {path}" for path, methods in bench.app.openapi()["paths"].items() for method in methods}
    documented = set(re.findall(r"^\| [a-z ]*\| `([A-Z]+ /\S+)` \|", (ROOT / "docs" / "service.md").read_text(), re.MULTILINE))
    assert described - documented == set()
    assert documented - described == set()


def test_every_kind_of_bound_is_documented(bench):
    schemas = bench.app.openapi()["components"]["schemas"]
    kinds = {schema["properties"]["kind"].get("const") for name, schema in schemas.items() if name.endswith("Bound")}
    text = (ROOT / "docs" / "service.md").read_text()
    assert len(kinds) > 10
    assert {kind for kind in kinds if f"`{kind}`" not in text} == set()
