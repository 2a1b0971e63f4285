"""Write rules as the file of a house way."""

import json
from collections.abc import Mapping

from houseway.house_way import HandKind, HouseWay, Rule
from houseway.house_way.vocabulary import print_conditions


def make_house_way(name: str, title: str, source: str, rules: Mapping[HandKind, tuple[Rule, ...]]) -> HouseWay:
    """Return the house way of these rules, read again from its own text."""
    head = [
        f"# {title}. For each kind of hand the first rule that matches decides; `front` is the low hand of two cards.",
        f"name = {json.dumps(name)}",
        f"title = {json.dumps(title, ensure_ascii=False)}",
        f"source = {json.dumps(source, ensure_ascii=False)}",
        "unpublished = []",
        "decided = []",
        "",
        "[rules]",
    ]
    text = "\n".join([*head, *(_print_kind(kind, rules[kind]) for kind in HandKind)]) + "\n"
    return HouseWay.from_text(text, f"{name}.toml")


def _print_kind(kind: HandKind, rules: tuple[Rule, ...]) -> str:
    lines = [_print_rule(rule) for rule in rules]
    if len(lines) == 1:
        return f"{kind} = [{lines[0]}]"
    return "\n".join([f"{kind} = [", *(f"  {line}," for line in lines), "]"])


def _print_rule(rule: Rule) -> str:
    words = {"when": print_conditions(rule.when), "unless": print_conditions(rule.unless)}
    words |= {"front": str(rule.front)} if rule.follows is None else {"as": rule.follows.value}
    return "{ " + ", ".join(f"{key} = {json.dumps(value)}" for key, value in words.items() if value) + " }"
