"""The program's own source, read as syntax trees: what each module defines and imports, and where it uses a name."""

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from houseway.values import one_at_a_time

PACKAGE = Path(__file__).parents[2]

_IMPORT = object()

Definition = ast.FunctionDef | ast.ClassDef


def child_nodes(node: ast.AST) -> list[ast.AST]:
    """Return what `ast.iter_child_nodes` yields, in two thirds of the time: it asks two generators for each child."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


class SourceModule:
    """One module of the package. Its own names are written `Class.method`; a dotted name begins with its module."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name, self.path = name, path
        self.tree = ast.parse(text)
        self.parents: dict[ast.AST, ast.AST] = {}
        self._by_text: dict[object, list[ast.AST]] = {}
        """Names by what they say, attributes by the last part, texts as they are: every search begins with one of these."""
        found: list[ast.AST] = [self.tree]
        for node in found:  # grows meanwhile: `ast.walk` would look for the children of each node a second time
            self._by_text.setdefault(_text(node), []).append(node)
            children = child_nodes(node)
            self.parents.update(dict.fromkeys(children, node))
            found += children
        self.definitions: dict[str, Definition] = dict(_definitions(self.tree, ""))
        """The functions, classes and methods of the module."""
        self._names: dict[ast.AST, str] = {node: name for name, node in self.definitions.items()}
        self.constants = {name: node.lineno for node in self.tree.body for name in _assigned(node)}
        """What the module sets outside of functions, with the line."""
        self._imports = dict(_imports(self._by_text.get(_IMPORT, [])))

    def dotted(self, node: ast.AST) -> str:
        """Return the dotted name of what a name or attribute stands for, as far as imports tell."""
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value)
            return f"{base}.{node.attr}" if base else ""
        return self._imports.get(node.id, f"{self.name}.{node.id}") if isinstance(node, ast.Name) else ""

    def imported(self, name: str) -> str:
        """Return the dotted name of what the module imports under a name; empty if it imports nothing under it."""
        return self._imports.get(name, "")

    def uses_of(self, name: str) -> Iterator[ast.AST]:
        """Return the places where a dotted name is read."""
        for node in self._by_text.get(name.rpartition(".")[2], ()):
            is_read = isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
            if is_read and canonical_name(self.dotted(node)) == name:
                yield node

    def texts(self, text: str) -> Iterator[ast.AST]:
        """Return the places where a text stands by itself."""
        return (node for node in self._by_text.get(text, ()) if isinstance(node, ast.Constant))

    def enclosing_definition(self, node: ast.AST) -> str:
        """Return the function, method or class in which a node stands; a function inside another belongs to the outer one."""
        return next((self._names[outer] for outer in self._ancestors(node) if outer in self._names), "")

    def asked_with(self, node: ast.AST) -> str:
        """Return what is called or looked up with a node as its argument: a dotted function, or the name of a method or field."""
        outer = self.parents.get(node)
        if isinstance(outer, ast.Call) and node is not outer.func:
            return self._function_or_attribute(outer.func)
        return self._function_or_attribute(outer.value) if isinstance(outer, ast.Subscript) and node is outer.slice else ""

    def _function_or_attribute(self, node: ast.AST) -> str:
        name = canonical_name(self.dotted(node))
        return name if _is_function(name) else node.attr if isinstance(node, ast.Attribute) else ""

    def passing_on(self, methods: Collection[str]) -> Iterator[str]:
        """Return the functions that pass one of their parameters to a method of one of these names."""
        for name, node in self.definitions.items():
            if isinstance(node, ast.FunctionDef):
                parameters = {each.arg for each in (*node.args.posonlyargs, *node.args.args)}
                passed = [part for parameter in parameters for part in self._by_text.get(parameter, ())]
                if any(self.asked_with(part) in methods for part in passed if self.enclosing_definition(part) == name):
                    yield name

    def functions_in_same_call(self, node: ast.AST) -> list[str]:
        """Return the functions that stand in one call with a node, as in `Act(deal, law=DEALT)`."""
        for outer in self._ancestors(node):
            if isinstance(outer, ast.Call):
                parts = [part for argument in (*outer.args, *outer.keywords) for part in ast.walk(argument)]
                return [name for part in parts if _is_function(name := canonical_name(self.dotted(part)))]
        return []

    def field_of_record(self, node: ast.AST) -> tuple[str, str]:
        """Return the class and the field for which a node is given in a record such as `OpeningStep("wash", law=WASH)`."""
        call = next((outer for outer in self._ancestors(node) if isinstance(outer, ast.Call)), None)
        if call is None:
            return "", ""
        name = canonical_name(self.dotted(call.func))
        module, inner = split_name(name)
        kind = module.definitions.get(inner) if module else None
        if not isinstance(kind, ast.ClassDef):
            return "", ""
        given = dict(zip(call.args, (field for part in kind.body for field in _assigned(part)), strict=False))
        given |= {keyword.value: keyword.arg or "" for keyword in call.keywords}
        return name, next((field for part, field in given.items() if node in ast.walk(part)), "")

    def reads_of(self, field: str) -> Iterator[ast.AST]:
        """Return the places where a field of this name is read. A method of the same name that is called there is none."""
        read = (node for node in self._by_text.get(field, ()) if isinstance(node, ast.Attribute))
        return (node for node in read if not self._is_called(node))

    def _is_called(self, node: ast.AST) -> bool:
        outer = self.parents.get(node)
        return isinstance(outer, ast.Call) and outer.func is node

    def constants_made_of(self, node: ast.AST) -> list[str]:
        """Return the constants that list a node, perhaps under a key, but not those that hold it inside a record."""
        for outer in self._ancestors(node):
            if isinstance(outer, ast.Call):
                return []
            if isinstance(outer, ast.Assign | ast.AnnAssign):
                return [f"{self.name}.{name}" for name in _assigned(outer)]
        return []

    def constants_that_are(self, node: ast.AST) -> list[str]:
        """Return the constant whose whole value is the node."""
        for outer in self._ancestors(node):
            if isinstance(outer, ast.Assign | ast.AnnAssign) and not self.enclosing_definition(node):
                values = outer.value.elts if isinstance(outer.value, ast.Tuple) else [outer.value]
                pairs = zip(_assigned(outer), values, strict=False)
                return [f"{self.name}.{name}" for name, value in pairs if value is node]
        return []

    def _ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node


def _definitions(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[str, Definition]]:
    for part in node.body:
        if isinstance(part, Definition):
            yield f"{prefix}{part.name}", part
        if isinstance(part, ast.ClassDef):
            yield from _definitions(part, f"{prefix}{part.name}.")


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


def _text(node: ast.AST) -> object:
    """Return the text by which a node is looked up."""
    match node:
        case ast.Name(id=text) | ast.Attribute(attr=text) | ast.Constant(value=str(text)):
            return text
        case ast.Import() | ast.ImportFrom():
            return _IMPORT
        case _:
            return None


def _imports(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield the local name and the dotted name of everything that is imported."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)


@cache
def _files() -> dict[str, Path]:
    """Return the files of the package by the names of their modules."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def _source_text(name: str) -> str:
    return _files()[name].read_text(encoding="utf-8")


@cache
@one_at_a_time  # Python 3.11 may raise SystemError if two threads build syntax trees at once
def source_of(name: str) -> SourceModule:
    """Return the source of a module by its name."""
    return SourceModule(name, _files()[name], _source_text(name))


def modules_with(text: str) -> Iterator[SourceModule]:
    """Return the modules that have a text somewhere: only these need to be parsed."""
    return (source_of(name) for name in _files() if text in _source_text(name))


def split_name(name: str) -> tuple[SourceModule | None, str]:
    """Return the module that a dotted name begins with, and the name inside it."""
    module, inner = name, ""
    while module not in _files():
        module, _, last = module.rpartition(".")
        if not module:
            return None, name
        inner = f"{last}.{inner}" if inner else last
    return source_of(module), inner


def canonical_name(name: str) -> str:
    """Return the dotted name under which a thing is defined, given the name under which some module imports it."""
    module, inner = split_name(name)
    first, _, rest = inner.partition(".")
    origin = module.imported(first) if module else ""
    if not origin or origin == name:
        return name
    return canonical_name(f"{origin}.{rest}" if rest else origin)


def _is_function(name: str) -> bool:
    module, inner = split_name(name)
    return module is not None and isinstance(module.definitions.get(inner), ast.FunctionDef)
