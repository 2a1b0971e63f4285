"""What a worker computes. A task gets plain JSON, and imports what it needs when it is asked, so that a worker starts at once."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from itertools import count
from typing import TYPE_CHECKING, Any

from houseway.service.jobs.first_decisions import BY_GAME, RATED_SETTING, VALUE_DECISIONS
from houseway.service.jobs.process import Report
from houseway.service.jobs.question import Answer, Form
from houseway.service.jobs.worker import Task

if TYPE_CHECKING:
    from houseway.analysis import Pace, PlayerView
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
    from houseway.analysis.session.plan import SessionPlan
    from houseway.analysis.solve.solution import Solution
    from houseway.house_way import HouseWay
    from houseway.submission import Rules

Arguments = Mapping[str, Any]
Steps = Callable[[int, int], None]
"""Called with the steps done and all steps."""


def steps_of(report: Report, words: str, start: float = 0.0, end: float = 1.0) -> Steps:
    """Return a progress function for a part of the work, from one fraction of the whole to another."""
    report(start, words)
    return lambda done, total: report(start + (end - start) * (done / total if total else 1.0), words)


_SHARE_OF_COMPILING = 0.9
"""What compiling takes of a first decision."""


@contextmanager
def compiling_reported(report: Report, functions: int | None = None) -> Iterator[None]:
    """Report every function that is compiled meanwhile: the first question of its kind on a machine waits for that."""
    from houseway.kernels.compile import compiling_told

    numbers = count(1)

    def tell() -> None:
        done = next(numbers)
        of = f" of {functions}" if functions and done <= functions else ""
        fraction = _SHARE_OF_COMPILING * min(done / functions, 1.0) if functions else 0.0
        report(fraction, f"compiling the program for this machine, which is done once: function {done}{of}")

    with compiling_told(tell):
        yield


def _with_compiling(task: Task) -> Task:
    """Return a task that also reports what it compiles."""

    def run(arguments: Arguments, report: Report) -> Answer:
        with compiling_reported(report):
            return task(arguments, report)

    return run


# Solved games


def solve(arguments: Arguments, report: Report) -> Answer:
    """Solve a game: the figures, the tables for print, and the chart where there is one and it is asked for."""
    from houseway.analysis import solve_game
    from houseway.service.jobs.sources import house_way_from, rules_from

    rules = rules_from(arguments["source"])
    ways = {name: house_way_from(choice) for name, choice in arguments.get("house_ways", {}).items()}
    options: dict[str, str | HouseWay] = {**arguments.get("options", {}), **ways}
    solution = solve_game(rules, steps_of(report, f"solving {rules.book}"), **options)
    tables = [_table_to_json(table) for table in solution.printed_tables()]
    answer = {**solution.to_json(), "exact": _exact_figures(solution), "tables": tables}
    return {"json": Form.of_json(answer), **(_charts(solution) if arguments.get("charts", True) else {})}


_FIGURES = ("expected_value", "house_edge", "bank_edge", "element_of_risk", "average_stake", "variance")


def _exact_figures(solution: "Solution") -> dict[str, object]:
    """Return the figures that the JSON of a solution has as decimals, as fractions; and those of each starting hand."""
    from fractions import Fraction

    parts = (solution, getattr(solution, "best_play", None))
    found = {name: getattr(part, name, None) for part in parts for name in _FIGURES if hasattr(part, name)}
    figures: dict[str, object] = {name: str(value) for name, value in found.items() if isinstance(value, Fraction)}
    hands = getattr(solution, "hands", {})
    values = {name: {act: str(worth) for act, worth in hand.values.items()} for name, hand in hands.items()}
    return figures | ({"hands": values} if values else {})


def _table_to_json(table: Any) -> dict[str, object]:
    return {"title": table.title, "columns": table.columns, "rows": table.rows, "by_hand": table.by_hand}


def _charts(solution: "Solution") -> Answer:
    """Return the chart in Vega-Lite, for a screen and for a phone; nothing where a solution has none."""
    from houseway.analysis.chart_files import draw_chart
    from houseway.errors import NotAllowed

    try:
        return {name: Form.of_json(draw_chart(solution, narrow)) for name, narrow in (("chart", False), ("chart-narrow", True))}
    except NotAllowed:
        return {}


def par(arguments: Arguments, report: Report) -> Answer:
    """Make a PAR sheet as JSON, CSV and PDF. Its JSON has the odds of all wagers, including those that depend on the play."""
    from dataclasses import replace

    from houseway.analysis import build_par_sheet, solve_game
    from houseway.analysis.par.sheet import sheet_csv
    from houseway.documents import make_par_sheet
    from houseway.service.jobs.sources import rules_from

    rules = rules_from(arguments["source"])
    pace = pace_from(rules, arguments)
    solution = solve_game(rules, steps_of(report, f"solving {rules.book}", 0.0, 0.6))
    counting = steps_of(report, "counting the wagers of a spot", 0.6, 0.9)
    sheet = build_par_sheet(rules, pace, solution, arguments.get("date") or "", counting)
    sheet = replace(sheet, revision=arguments.get("revision") or "")
    report(0.9, "printing")
    return {
        "json": Form("application/json", json.dumps(sheet.to_json(), ensure_ascii=False).encode()),
        "csv": Form("text/csv; charset=utf-8", sheet_csv(sheet).encode()),
        "pdf": Form("application/pdf", make_par_sheet(sheet).render("pdf")),
    }


def pace_from(rules: "Rules", arguments: Arguments) -> "Pace":
    """Return the pace that a PAR sheet is asked for, or refuse it."""
    from houseway.analysis import state_pace
    from houseway.money import Cents

    bets = {wager: Cents(cents) for wager, cents in arguments.get("average_bets", {}).items()}
    return state_pace(rules, arguments.get("rounds_per_hour"), arguments.get("players"), bets)


# Sessions


def session(arguments: Arguments, report: Report) -> Answer:
    """Play a session of many rounds at one spot, exactly: its figures in words, all of it as JSON, the chips at the end as CSV."""
    from houseway.analysis import solve_game
    from houseway.analysis.session.session import play_session, session_in_words
    from houseway.formats.csv_text import write_csv_records
    from houseway.service.jobs.sources import house_way_from

    rules, plan = session_plan(arguments)
    ways = {name: house_way_from(choice) for name, choice in arguments.get("house_ways", {}).items()}
    solution = solve_game(rules, steps_of(report, f"solving {rules.book}", 0.0, _SHARE_OF_SOLVING), **ways)
    found = play_session(rules, plan, solution, steps_of(report, "counting the rounds of a spot", _SHARE_OF_SOLVING))
    return {
        "json": Form.of_json({**found.to_json(), "words": session_in_words(found)}),
        "csv": Form("text/csv; charset=utf-8", "".join(write_csv_records(found.end_rows())).encode()),
    }


_SHARE_OF_SOLVING = 0.3
"""What solving a game takes of a session on a machine that has not solved it; counting the rounds of a spot takes the rest."""


def session_plan(arguments: Arguments) -> "tuple[Rules, SessionPlan]":
    """Return the rules and the plan of a session that is asked for, or refuse them."""
    from houseway.analysis.session.plan import plan_session
    from houseway.money import Cents
    from houseway.service.jobs.sources import rules_from

    rules = rules_from(arguments["source"])
    bet, stop_at = (None if arguments.get(name) is None else Cents(arguments[name]) for name in ("bet_cents", "stop_at_cents"))
    sides = {wager: Cents(cents) for wager, cents in arguments.get("sides_cents", {}).items()}
    bankroll, rounds = Cents(arguments["bankroll_cents"]), arguments["rounds"]
    return rules, plan_session(rules, bankroll, rounds, bet, sides, stop_at, arguments["ruin_at"])


# Reports


def report_odds(arguments: Arguments, report: Report) -> Answer:
    """Compute edge and variance of wagers at their stakes under the rules of a table."""
    from houseway.reports.expected.computing_odds import compute_odds
    from houseway.service.jobs.sources import rules_from

    rules = rules_from(arguments["source"])
    classes = [(wager, stake) for wager, stake in arguments["classes"]]
    found = compute_odds(rules, classes, steps_of(report, f"solving {rules.book}"))
    rows = [[*at, str(odds.edge), str(odds.variance), odds.method] for at, odds in found.items()]
    return {"json": Form.of_json(rows)}


# Advice


def advise(arguments: Arguments, report: Report) -> Answer:
    """Value every choice of a player from the cards that were sent, and no others. With `kept_only`, a game that is not solved yet
    is refused instead of solved."""
    from houseway.analysis import rate_choices
    from houseway.disk_cache import cached_only
    from houseway.service.jobs.sources import rules_from

    rules = rules_from(arguments["source"])
    first = BY_GAME.get(rules.game)
    kept_only = cached_only() if arguments.get("kept_only") else nullcontext()
    with compiling_reported(report, first.functions if first else None), kept_only:
        found = rate_choices(rules, view_from(arguments), steps_of(report, f"solving {rules.book}"))
    return {"json": Form.of_json({**found.to_json(), "book": rules.book})}


def value_decisions(arguments: Arguments, report: Report) -> Answer:
    """Value decisions that were made under the same rules, each from its own cards. A game that is not solved yet is not solved for
    this: its decisions have no values."""
    from houseway.disk_cache import NOT_CACHED
    from houseway.errors import NotAllowed

    decisions, found = arguments["decisions"], list[object]()
    for number, decision in enumerate(decisions):
        report(number / len(decisions), f"looking at decision {number + 1} of {len(decisions)}")
        try:
            task = rate_settings if decision["sets_hand"] else advise
            answer = task({**decision, "source": arguments["source"]}, lambda *_: None)
        except NotAllowed as refusal:
            if refusal.code != NOT_CACHED:
                raise
            found.append(None)
        else:
            found.append(json.loads(answer["json"].content))
    return {"json": Form.of_json({"values": found})}


def view_from(arguments: Arguments) -> "PlayerView":
    """Return the cards that a player sees."""
    from houseway.analysis import PlayerView
    from houseway.cards import parse_card, parse_hand

    up_card = arguments.get("up_card")
    board = parse_hand(arguments.get("board") or "")
    return PlayerView(parse_hand(arguments["cards"]), board, parse_card(up_card) if up_card else None)


def rate_settings(arguments: Arguments, report: Report) -> Answer:
    """Value every legal setting of seven cards against a dealer who sets by a house way."""
    from houseway.analysis.pai_gow.solve.setting import rate_settings as rate
    from houseway.cards import parse_hand
    from houseway.house_way import compile_house_way

    way, terms = _setting_terms(arguments)
    cards = parse_hand(arguments["cards"])
    with compiling_reported(report, RATED_SETTING.functions):
        compile_house_way(way, terms.order, steps_of(report, f"setting every hand by {way.name}", 0.0, 0.5))
        report(0.5, f"counting every hand of a dealer who sets by {way.name}")
        found = way.set(cards, terms.order)
        rated = rate(cards, way, terms)
    return {"json": Form.of_json(rated.to_json() | {"house_way": rated.setting_with_low(found.low).to_json()})}


def _setting_terms(arguments: Arguments) -> "tuple[HouseWay, PaiGowTerms]":
    """Return how the dealer sets, and the terms of the wager: those of a table's rules, or the usual ones."""
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
    from houseway.analysis.pai_gow.solve.standard_terms import standard_terms
    from houseway.service.jobs.sources import house_way_from, rules_from
    from houseway.wheel import WheelRank

    if "source" not in arguments:
        return house_way_from(arguments["house_way"]), standard_terms(WheelRank(arguments["wheel"]))
    rules = rules_from(arguments["source"])
    assert rules.house_way is not None, "hands are set where there is a house way"
    return rules.house_way, PaiGowTerms.from_rules(rules)


# House ways


def check_house_way(arguments: Arguments, report: Report) -> Answer:
    """Check over all hands that a house way decides each one legally."""
    from houseway.house_way import check_house_way as check
    from houseway.service.jobs.sources import house_way_from
    from houseway.wheel import WheelRank

    way, wheels = house_way_from(arguments["house_way"]), [WheelRank(wheel) for wheel in arguments["wheels"]]
    reports = {
        wheel: check(
            way, wheel.order, steps_of(report, f"{way.name}: all hands", number / len(wheels), (number + 1) / len(wheels))
        )
        for number, wheel in enumerate(wheels)
    }
    return {
        "json": Form.of_json(
            {
                "house_way": way.name,
                "hash": way.hash,
                "ok": all(each.passes for each in reports.values()),
                "wheels": {wheel.value: each.to_json() for wheel, each in reports.items()},
            }
        )
    }


_SHARE_OF_HANDS = 0.1
"""What looking at all hands takes of a comparison; counting all pairs of hands takes the rest (6 of 50 seconds)."""


def compare_house_ways(arguments: Arguments, report: Report) -> Answer:
    """Count the hands that two house ways set differently and, if it is asked for, what each difference is worth."""
    from houseway.analysis.pai_gow.solve.compared import compare_house_ways as compare
    from houseway.analysis.pai_gow.solve.compared import find_difference
    from houseway.analysis.pai_gow.solve.worth import DifferenceWorth, difference_to_json
    from houseway.service.jobs.sources import house_way_from
    from houseway.wheel import WheelRank

    a, b = house_way_from(arguments["a"]), house_way_from(arguments["b"])
    wheel, names = WheelRank(arguments["wheel"]), f"{a.name} and {b.name}"
    value: DifferenceWorth | None = None
    if arguments.get("worth", False):
        hands = steps_of(report, f"{names}: all hands", 0.0, _SHARE_OF_HANDS)
        pairs = steps_of(report, f"{names}: all pairs of hands", _SHARE_OF_HANDS)
        found, value = compare(a, b, wheel, hands, pairs)
    else:
        found = find_difference(a, b, wheel, steps_of(report, f"{names}: all hands"))
    return {"json": Form.of_json({"a": a.name, "b": b.name, **difference_to_json(found, value)})}


def count_own_wager(arguments: Arguments, report: Report) -> Answer:
    """Count the hands of a wager of one's own that is being drafted."""
    from houseway.files.own_wagers.counting import count_part

    report(0.0, "counting every deal")
    return {"json": Form.of_json(count_part(arguments))}


TASKS: Mapping[str, Task] = {
    "solve": _with_compiling(solve),
    "par": _with_compiling(par),
    "session": _with_compiling(session),
    "report-odds": _with_compiling(report_odds),
    "advise": advise,
    "rate-settings": rate_settings,
    VALUE_DECISIONS: value_decisions,
    "check-house-way": _with_compiling(check_house_way),
    "compare-house-ways": _with_compiling(compare_house_ways),
    "count-own-wager": _with_compiling(count_own_wager),
}
