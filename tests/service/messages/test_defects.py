"""What people read about a request that cannot be read: which field, what was given and what is allowed, in plain words."""

import json
from typing import Annotated, Literal

import pytest
from pydantic import Field, ValidationError, create_model

from houseway.service.api.requests.models import Reason, RequestModel
from houseway.service.messages.defects import (
    PATTERN_WORDS,
    describe_allowed,
    describe_defect,
    describe_given,
    describe_pattern,
    place_of,
)
from tests.support.api_bench import ApiBench

SHORT, NAMES = Annotated[str, Field(max_length=3)], Annotated[list[str], Field(min_length=1)]
BY_ROLE = dict[Annotated[str, Field(pattern="^[a-z]{1,20}$")], int]


@pytest.mark.parametrize(
    ("name", "kind", "given", "said", "allowed", "shown"),
    [
        ("why", Reason, "", "“Why” is empty", "1 character or more", "''"),
        ("cards", Annotated[str, Field(min_length=2)], "A", "“Cards” is too short", "2 characters or more", "'A'"),
        ("why", SHORT, "late", "“Why” is too long", "at most 3 characters", "'late'"),
        ("login", str, 7, "“Log-in” is not a text", "a text", "a number"),
        ("password", SHORT, "s3cret", "“Password” is too long", "at most 3 characters", "a text"),
        ("amount_cents", Annotated[int, Field(ge=1)], 0, "“Amount” is too small", "$0.01 or more", "0"),
        ("hour", Annotated[int, Field(le=23)], 24, "“Hour” is too large", "23 or less", "24"),
        ("hour", int, "noon", "“Hour” is not a whole number", "a whole number", "'noon'"),
        ("hour", int, None, "“Hour” is not a whole number", "a whole number", "nothing"),
        ("hands", NAMES, ["As", 7], "entry 2 of “Hands” is not a text", "a text", "7"),
        ("hands", NAMES, [], "“Hands” has too few entries", "1 or more", "a list"),
        ("form", Literal["pdf", "svg"], "gif", "“Form” is none of the possible values", "pdf or svg", "'gif'"),
        ("chips", BY_ROLE, {"7": 1}, "“7” is not written as it has to be", "at most 20 small letters", "'7'"),
    ],
)
def test_a_defect_names_the_field_as_forms_do_and_says_what_is_allowed(name, kind, given, said, allowed, shown):
    defect = defect_of(name, kind, {name: given})
    assert (describe_defect(defect), describe_allowed(defect), describe_given(defect)) == (said, allowed, shown)


@pytest.mark.parametrize(
    ("body", "said", "shown"),
    [
        ({}, "“Hour” is missing", "nothing"),
        ([], "the request is not an object", "a list"),
        ({"hour": 1, "old_ones": [1]}, "“Old ones” is not a part of this request", "a list"),
    ],
)
def test_a_request_of_another_shape_is_described(body, said, shown):
    defect = defect_of("hour", int, body)
    assert (describe_defect(defect), describe_given(defect)) == (said, shown)


def defect_of(name, kind, body):
    """What pydantic says of a request with one field."""
    model = create_model("Model", __base__=RequestModel, **{name: (kind, ...)})
    with pytest.raises(ValidationError) as refused:
        model.model_validate_json(json.dumps(body))
    (defect,) = refused.value.errors()
    return {**defect, "loc": ("body", *defect["loc"])}


def test_a_defect_without_words_of_its_own_has_those_of_pydantic():
    defect = {"type": "url_type", "loc": ("query", "page"), "msg": "URL input should be a string or URL", "input": b"?"}
    assert describe_defect(defect) == "“Page” cannot be read: url input should be a string or url"
    assert (describe_allowed(defect), describe_given(defect), place_of(defect)) == ("", "something else", "query.page")


def patterns_in(part):
    """Yield the patterns in a part of the description of the interface."""
    if isinstance(part, dict):
        yield from part.get("patternProperties", ())
        if isinstance(pattern := part.get("pattern"), str):
            yield pattern
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from patterns_in(each)


def test_every_pattern_of_the_interface_is_described_in_words(tmp_path):
    bench = ApiBench(tmp_path)
    patterns = set(patterns_in(bench.app.openapi()))
    bench.close()
    assert PATTERN_WORDS.keys() <= patterns
    assert [pattern for pattern in patterns if describe_pattern(pattern) == pattern] == []
    assert describe_pattern("^(rulings|corrections)$") == "rulings or corrections"
