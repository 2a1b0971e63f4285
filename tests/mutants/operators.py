"""Operators that make a function wrong: negate, off by one, swap arguments, drop a step, swap roles, turn a direction around.

A site is a node of the function's syntax tree, by its number in a walk, and the operator that is applied to it. Roles and
directions come first: careless engineers get those wrong more often than they forget a `not`.
"""

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

ROLES = {"DEALER": "PLAYER", "PLAYER": "DEALER", "FLOOR": "DEALER", "BANK": "PLAYER"}
OPPOSITE = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CITING = ("clauses", "code", "law", "words", "message")
"""Keywords of what is only said about an act."""


EFFECTS = ("Event", "DueMovement", "Transfer", "MeterInstruction", "Step", "LegalOption")
"""Classes of what a function makes happen."""


class Site(NamedTuple):
    operator: str
    number: int


def sites(function: ast.AST) -> list[Site]:
    """Every place of a function at which an operator applies, the most telling operators first."""
    spoken = _spoken(function)
    nodes = [(number, node) for number, node in enumerate(ast.walk(function)) if node not in spoken and node is not function]
    return [Site(name, number) for name, (fits, _) in OPERATORS.items() for number, node in nodes if fits(node)]


def change(function: ast.AST, site: Site) -> None:
    """Apply an operator to its site."""
    node = next(node for number, node in enumerate(ast.walk(function)) if number == site.number)
    OPERATORS[site.operator][1](node, function)


def _spoken(function: ast.AST) -> set[ast.AST]:
    """Everything that does nothing: docstrings, annotations, decorators, words of a refusal, and clauses."""
    idle: list[ast.AST] = []
    for node in ast.walk(function):
        match node:
            case ast.Raise(exc=exception) if exception is not None:
                idle.append(exception)
            case ast.keyword(arg=name) | ast.Assign(targets=[ast.Name(id=name)]) if name in CITING:
                idle.append(node)
            case ast.FunctionDef():
                idle += [*node.decorator_list, *filter(None, [node.returns]), *(arg for arg in node.args.args)]
            case ast.AnnAssign(annotation=annotation):
                idle.append(annotation)
            case ast.Expr(value=ast.Constant()) | ast.JoinedStr():
                idle.append(node)
    return {node for outer in idle for node in ast.walk(outer)}


def _replace(function: ast.AST, old: ast.AST, new: ast.AST) -> None:
    """Put a node in the place of another."""
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, ast.copy_location(new, old))
            elif isinstance(value, list) and any(each is old for each in value):
                setattr(parent, field, [ast.copy_location(new, old) if each is old else each for each in value])


def _swap_role(node: ast.Attribute, function: ast.AST) -> None:
    node.attr = ROLES[node.attr]


def _turn_direction(node: ast.Call, function: ast.AST) -> None:
    match node.func.id:
        case "reversed":
            _replace(function, node, node.args[0])
        case "sorted":
            turned = [each for each in node.keywords if each.arg != "reverse"]
            was = any(each.arg == "reverse" for each in node.keywords)
            node.keywords = [*turned, *([] if was else [ast.keyword("reverse", ast.Constant(True))])]
        case "min" | "max":
            node.func.id = "max" if node.func.id == "min" else "min"


def _negate_test(node: ast.If | ast.IfExp | ast.While, function: ast.AST) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _drop_statement(node: ast.stmt, function: ast.AST) -> None:
    _replace(function, node, ast.Pass())


def _drop_branch(node: ast.If, function: ast.AST) -> None:
    """Go the other way whatever the test says."""
    node.test = ast.Constant(False)


def _drop_effect(node: ast.Call, function: ast.AST) -> None:
    """Leave an event, movement or step out of the list that it stands in, or all of those that are made in a row."""
    for parent in ast.walk(function):
        if isinstance(parent, ast.Tuple | ast.List) and any(each is node for each in parent.elts):
            parent.elts = [each for each in parent.elts if each is not node]
        elif isinstance(parent, ast.GeneratorExp | ast.ListComp) and parent.elt is node:
            parent.generators[0].iter = ast.Tuple([], ast.Load())


def _return_nothing(node: ast.Return, function: ast.FunctionDef) -> None:
    node.value = ast.parse(_nothing_of(function), mode="eval").body


def _drop_part(node: ast.Tuple, function: ast.AST) -> None:
    node.elts = node.elts[1:]


def _drop_last_part(node: ast.Tuple, function: ast.AST) -> None:
    node.elts = node.elts[:-1]


def _negate_filter(node: ast.comprehension, function: ast.AST) -> None:
    node.ifs = [ast.UnaryOp(ast.Not(), node.ifs[0]), *node.ifs[1:]]


def _drop_filter(node: ast.comprehension, function: ast.AST) -> None:
    node.ifs = node.ifs[1:]


def _flip_comparison(node: ast.Compare, function: ast.AST) -> None:
    node.ops = [OPPOSITE[type(node.ops[0])](), *node.ops[1:]]


def _flip_junction(node: ast.BoolOp, function: ast.AST) -> None:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _off_by_one(node: ast.Constant, function: ast.AST) -> None:
    node.value += 1


def _swap_arguments(node: ast.Call, function: ast.AST) -> None:
    node.args = [node.args[1], node.args[0], *node.args[2:]]


def _turn_sign(node: ast.BinOp, function: ast.AST) -> None:
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()


def _turn_truth(node: ast.Constant, function: ast.AST) -> None:
    node.value = not node.value


def _is_role(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "Role" and node.attr in ROLES


def _is_directed(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("reversed", "sorted", "min", "max") and bool(node.args)
    )


def _is_guard(node: ast.AST) -> bool:
    """An `if` that refuses or leaves, and nothing else."""
    return isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], ast.Raise | ast.Return | ast.Continue)


def _is_step(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)


def _is_refusal(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) and node.exc is not None


def _is_branch(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and not _is_guard(node)


def _is_effect(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in EFFECTS


def _is_answer(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant)


def _nothing_of(function: ast.FunctionDef) -> str:
    """What a function returns that finds nothing to do, as its annotation says it."""
    returned = ast.unparse(function.returns) if function.returns else ""
    kind = returned.partition("[")[0]
    return "None" if "None" in returned else {"bool": "False", "list": "[]", "dict": "{}"}.get(kind, "()")


def _has_parts(node: ast.AST) -> bool:
    return isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1


def _has_swappable_arguments(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and len(node.args) > 1
        and not any(isinstance(each, ast.Starred) for each in node.args[:2])
        and ast.dump(node.args[0]) != ast.dump(node.args[1])
    )


OPERATORS: dict[str, tuple[Callable[[ast.AST], bool], Callable[..., None]]] = {
    "swap-role": (_is_role, _swap_role),
    "turn-direction": (_is_directed, _turn_direction),
    "drop-guard": (_is_guard, _drop_statement),
    "drop-step": (_is_step, _drop_statement),
    "drop-branch": (_is_branch, _drop_branch),
    "drop-effect": (_is_effect, _drop_effect),
    "drop-refusal": (_is_refusal, _drop_statement),
    "return-nothing": (_is_answer, _return_nothing),
    "drop-last-part": (_has_parts, _drop_last_part),
    "drop-first-part": (_has_parts, _drop_part),
    "negate": (lambda node: isinstance(node, ast.If | ast.IfExp | ast.While), _negate_test),
    "negate-filter": (lambda node: isinstance(node, ast.comprehension) and bool(node.ifs), _negate_filter),
    "drop-filter": (lambda node: isinstance(node, ast.comprehension) and bool(node.ifs), _drop_filter),
    "flip-comparison": (lambda node: isinstance(node, ast.Compare), _flip_comparison),
    "flip-junction": (lambda node: isinstance(node, ast.BoolOp), _flip_junction),
    "off-by-one": (lambda node: isinstance(node, ast.Constant) and type(node.value) is int, _off_by_one),
    "turn-truth": (lambda node: isinstance(node, ast.Constant) and type(node.value) is bool, _turn_truth),
    "turn-sign": (lambda node: isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub), _turn_sign),
    "swap-arguments": (_has_swappable_arguments, _swap_arguments),
}


BRANCH_OPERATORS = (
    *("swap-role", "drop-guard", "drop-step", "drop-branch", "drop-effect", "drop-refusal", "return-nothing", "negate"),
    *("flip-comparison", "flip-junction", "off-by-one"),
)
"""Operators that change whether, when and by whom something is done under a clause, and not only what is said of it."""


def written_sites(function: ast.AST) -> Iterator[tuple[Site, str]]:
    """Every site with the line of code that it changes, as a person would read it."""
    numbered = list(ast.walk(function))
    for site in sites(function):
        yield site, ast.unparse(numbered[site.number]).partition("\n")[0][:100]
