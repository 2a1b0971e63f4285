"""houseway runs, audits and analyses casino poker table games exactly as their regulation is written.

`import houseway as hw` offers what `__all__` lists, each loaded when it is first used; `docs/library.md` is the tour. Everything
else in the package may change from one version to the next.
"""

__version__ = "1.0.0"

_PLACES = {
    "Cents": "money",
    "rank": "library.ranking",
    "RankedHand": "library.ranking",
    "odds": "library.counting",
    "all_odds": "library.counting",
    "Odds": "library.counting",
    "OddsTable": "library.counting",
    "solve": "library.solving",
    "SolvedGame": "library.solving",
    "session": "library.sessions",
    "Session": "library.sessions:ShownSession",
    "hold": "library.holding",
    "Hold": "library.holding:ShownHold",
    "meters": "library.holding",
    "Meter": "library.holding:ShownMeter",
    "sweep": "library.sweeping",
    "Sweep": "library.sweeping:ShownSweep",
    "new": "library.filing",
    "check": "library.filing",
    "Rules": "library.filing:FiledRules",
    "SubmissionRefused": "library.filing",
    "sign": "library.printing",
    "layout": "library.printing",
    "par": "library.printing",
    "ParSheet": "library.par_sheet:ShownParSheet",
    "Table": "library.playing:PlayableTable",
    "TableOption": "library.playing",
    "Round": "library.rounds",
    "explain": "library.rounds",
    "Explanation": "library.rounds",
    "HouseWay": "library.setting:LoadedHouseWay",
    "replay": "library.replaying",
    "ReplayedLog": "library.replaying",
    "audit": "library.auditing",
    "Audit": "library.auditing",
    "Client": "library.clients.client",
    "AsyncClient": "library.clients.async_client",
    "HousewayError": "errors",
    "Malformed": "errors",
    "NotAllowed": "errors",
    "Outdated": "errors",
    "Corrupted": "errors",
    "Unavailable": "errors",
}
"""Where each public name lives; after a colon its name there, if that is another. `__init__.pyi` has their types."""

__all__ = ["__version__", *_PLACES]  # the names of the table above


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, other = _PLACES[name].partition(":")
    try:
        found: object = getattr(import_module(f"{__name__}.{module}"), other or name)
    except ModuleNotFoundError as error:
        raise import_module(f"{__name__}.extras").missing_extra(error) or error from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
