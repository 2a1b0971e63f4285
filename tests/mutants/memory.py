"""Forget what the program has worked out, so that a change reaches everything."""

import gc
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import houseway


def import_program() -> None:
    """Import every module of the program once, before processes are forked."""
    for module in walk_packages(houseway.__path__, "houseway."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def stop_collecting() -> None:
    """Let processes that are forked share memory: a collection of garbage would copy all of it."""
    gc.collect()
    gc.freeze()
    gc.disable()


def forget_everything(except_for: object = None) -> None:
    """Clear the caches of all functions of the program."""
    for function in _cached_functions():
        if function is not except_for:
            function.cache_clear()


def _cached_functions() -> Iterator:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "houseway":
            members = list(vars(module).values())
            members += [each for member in members if isinstance(member, type) for each in vars(member).values()]
            yield from (member for member in members if hasattr(member, "cache_clear"))
