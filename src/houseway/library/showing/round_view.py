"""Draw a round for a terminal: hands, results and money in one panel, and the explanation of each wager as a tree."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.tree import Tree

from houseway.explanation.decisive_readings import DecisiveReading
from houseway.explanation.display_names import DisplayNames, spoken_name
from houseway.explanation.report import RoundReport, ShownHand
from houseway.explanation.why import MoneyMove, RoundExplanation, WagerExplanation
from houseway.library.showing.display import card_faces
from houseway.money import Cents

BASE = ("pai-gow", "ante", "blind", "play")
_STYLES = {"win": "green", "lose": "red", "tie": "yellow", "void": "yellow", "surrendered": "red", "envy": "green"}


def round_panel(report: RoundReport, width: int) -> Panel:
    """Draw the round for a terminal of this width."""
    shown = (
        [*_layout_lines(report), *_dealer_game_table(report, width)] if report.against_dealer else _hands_table(report, width)
    )
    parts: list[RenderableType] = [*shown, _footer(report)]
    title = f"Round {report.number}" + (f" · {report.start}" if report.start else "")
    return Panel(Group(*parts), title=f"[bold]{escape(title)}[/bold]", title_align="left", border_style="dim")


def dollars_text(cents: int, sign: bool = False) -> str:
    return f"{'+' if sign and cents > 0 else ''}{Cents(cents)}"


def _plain_table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", expand=False)
    for column in columns:
        table.add_column(column, justify="right" if column in ("stake", "net", "change") else "left", overflow="fold")
    return table


_Row = tuple[str, tuple[str, ...], list[tuple[str, str, str, str]]]
"""Player, hand, and a line for each wager."""
_WAGER_COLUMNS = ("wager", "stake", "result", "net")


def _print_grid(heads: tuple[str, ...], rows: Sequence[_Row], width: int) -> list[RenderableType]:
    """Print one table if there is room for it; otherwise the hands, and the wagers below them."""
    if width < _NARROW_WIDTH:
        hands, wagers = _plain_table("", *heads), _plain_table("", *_WAGER_COLUMNS)
        for who, cells, lines in rows:
            hands.add_row(who, *cells)
            for number, line in enumerate(lines):
                wagers.add_row("" if number else who, *line)
        return [hands, "", wagers]
    table = _plain_table("", *heads, *_WAGER_COLUMNS)
    for who, cells, lines in rows:
        first, *rest = lines or [("", "", "", "")]
        table.add_row(who, *cells, *first)
        for line in rest:
            table.add_row("", *("" for _ in cells), *line)
    return [table]


_NARROW_WIDTH = 110
"""A terminal with fewer columns shows hands and wagers one below the other."""


def _hands_table(report: RoundReport, width: int) -> list[RenderableType]:
    rows: list[_Row] = []
    dealer = report.hands.get(0)
    if dealer is not None:
        rows.append(("dealer", (_high_text(dealer), _low_text(dealer)), _house_row(report)))
    for position, name in sorted(report.seats.items()):
        wagers = report.wagers(position)
        hands = report.hands.get(position)
        if not wagers and hands is None:
            continue
        who = f"{position} {escape(name)}" + (" (bank)" if position == report.bank else "")
        cells = (_high_text(hands), _low_text(hands)) if hands else ("[dim]not shown[/dim]", "")
        rows.append((who, cells, _wager_rows(wagers)))
    return _print_grid(("high hand", "low hand"), rows, width)


def _layout_lines(report: RoundReport) -> list[RenderableType]:
    """Format the board street by street, and the box."""
    flop, last = card_faces(report.board[:_FLOP]), card_faces(report.board[_FLOP:])
    parts = [
        ("flop", flop),
        ("last two", last),
        ("box", card_faces(report.box)),
        ("dealer's card face up", card_faces(report.up_cards)),
    ]
    said = "   ".join(f"[dim]{name}[/dim] {cards}" for name, cards in parts if cards)
    return [f"{said}\n"] if said else []


_FLOP = 3


def _dealer_game_table(report: RoundReport, width: int) -> list[RenderableType]:
    """Format hands against the dealer: cards, hand, decisions, and each wager."""
    rows: list[_Row] = []
    for position, name in sorted({0: "", **report.seats}.items()):
        wagers, hand = report.wagers(position), report.hands.get(position)
        if not wagers and hand is None:
            continue
        who = f"{position} {escape(name)}" if position else "dealer"
        cards = card_faces(hand.cards) if hand and hand.cards else "[dim]not shown[/dim]"
        words, decisions = (hand.hand_words, ", ".join(hand.decisions)) if hand else ("", "")
        rows.append((who, (cards, f"[dim]{escape(words)}[/dim]", decisions), _wager_rows(wagers)))
    return _print_grid(("cards", "hand", "decisions"), rows, width)


def _wager_rows(wagers: Sequence[WagerExplanation]) -> list[tuple[str, str, str, str]]:
    """Format one row for each wager. Lost optional wagers share one row."""
    lost = [each for each in wagers if each.wager not in BASE and each.result == "lose"]
    rows = [_wager_text(each) for each in wagers if each not in lost or len(lost) == 1]
    if len(lost) > 1:
        names = ", ".join(each.title for each in lost)
        stake, net = sum(each.stake for each in lost), sum(each.net for each in lost)
        rows.append((f"[dim]{escape(names)}[/dim]", dollars_text(stake), "[dim]lose[/dim]", dollars_text(net, sign=True)))
    return rows


def _house_row(report: RoundReport) -> list[tuple[str, str, str, str]]:
    return [_wager_text(each) for each in report.wagers(0) if each.stake][:1]


def _high_text(hands: ShownHand) -> str:
    return f"{card_faces(hands.high)}  [dim]{escape(hands.high_words)}[/dim]"


def _low_text(hands: ShownHand) -> str:
    return f"{card_faces(hands.low)}  [dim]{escape(hands.low_words)}[/dim]"


def _wager_text(each: WagerExplanation) -> tuple[str, str, str, str]:
    style = _STYLES.get(each.result, "")
    paid = f" {dollars_text(each.amount)}" if each.amount else ""
    less = f" less {dollars_text(each.vigorish)} vigorish" if each.vigorish else ""
    said = _result_detail(each)
    hand = f" [dim]{escape(said)}[/dim]" if said else ""
    result = f"[{style}]{each.result}[/{style}]" if style else each.result
    net = dollars_text(each.net, sign=True) if each.player else ""
    return escape(each.title), dollars_text(each.stake) if each.stake else "", f"{result}{paid}{less}{hand}", net


def _result_detail(each: WagerExplanation) -> str:
    """Format the detail of a result: the hand of an optional wager or a Blind, or that the Ante is returned although the hand
    won."""
    last = each.hand.rpartition(": ")[2]
    if each.wager in BASE:
        compared = last.startswith("hand ") or last == "folded"
        return last if (each.wager == "blind" and not compared) or last == "dealer below a pair" else ""
    return each.hand


def _footer(report: RoundReport) -> RenderableType:
    said = [f"[yellow]void: {escape(report.explanation.void.replace('-', ' '))}[/yellow]"] if report.explanation.void else []
    base_void = report.explanation.base_void.replace("-", " ")
    said += [f"[yellow]wagers against the dealer void: {escape(base_void)}[/yellow]"] if base_void else []
    net = {name: report.player_net(name) for name in dict.fromkeys(report.seats.values())}
    said += [f"{escape(name)} {dollars_text(cents, sign=True)}" for name, cents in net.items() if _took_part(report, name)]
    house = -sum(net.values())
    if report.account_change("vigorish"):
        said.append(f"vigorish {dollars_text(report.account_change('vigorish'))}")
    said.append(f"house {dollars_text(house, sign=True)}")
    named = {name.partition("/")[2].removeprefix("meter"): dollars_text(int(value)) for name, value in report.meters.items()}
    meters = ", ".join(f"{escape(name)} {value}".strip() for name, value in named.items())
    below = f"\n[dim]progressive meters: {meters}[/dim]" if meters else ""
    return "\n[dim]" + "[/dim] · [dim]".join(said) + f"[/dim]{below}{_rulings_line(report, tuple(net))}"


def _rulings_line(report: RoundReport, names: Sequence[str]) -> str:
    """Format what a floorperson's rulings moved, which no wager includes."""
    moved = [f"{escape(name)} {dollars_text(cents, sign=True)}" for name in names if (cents := report.player_ruled(name))]
    return f"\n[yellow]then by a floorperson's ruling: {' · '.join(moved)}[/yellow]" if moved else ""


def _took_part(report: RoundReport, name: str) -> bool:
    """Return whether a player had a wager or the bank: his net is shown even if it is $0."""
    return any(player == name and (report.wagers(place) or place == report.bank) for place, player in report.seats.items())


def why_tree(report: RoundReport, only: Sequence[WagerExplanation] | None = None) -> Tree:
    """Explain each wager: hands compared, row and arithmetic, readings, clauses, and every cent that moved."""
    why = report.explanation
    tree = Tree(f"[bold]Why, round {why.number}[/bold]", guide_style="dim")
    for each in why.wagers if only is None else only:
        who = f"position {each.position}" + (f", {escape(each.player)}" if each.player else "") if each.position else "house"
        branch = tree.add(f"[bold]{who}: {escape(each.title)}[/bold] {_outcome_text(each)}")
        for line in (*_deciding_cards(each), *_payment_lines(each)):
            branch.add(line)
        cited = tuple(dict.fromkeys(clause.clause for clause in (*each.rank_clauses, *each.clauses)))
        for clause in cited:
            branch.add(_clause_line(why, clause))
        _add_moves(branch, each.moves, report, cited)
    if only is not None and len(only) < len(why.wagers):
        return tree
    if why.readings:
        branch = tree.add("[bold]the round as a whole[/bold]")
        for used in why.readings:
            branch.add(_reading_line(used))
    if why.other_moves:
        _add_moves(tree.add("[bold]other money[/bold]"), why.other_moves, report, ())
    return tree


def _clause_line(why: RoundExplanation, clause: str) -> str:
    return f"[cyan]{escape(clause)}[/cyan] [dim]{escape(why.gists[clause])}[/dim]"


def _deciding_cards(each: WagerExplanation) -> Iterator[str]:
    """Format the deciding cards, and the hand that they were compared with."""
    for part in each.comparisons:
        other = f"{card_faces(part.other_cards)} {escape(part.other_words)}"
        own = f"{card_faces(part.cards)} {escape(part.hand_words)}"
        yield f"[dim]{part.part}[/dim]  {own}, {part.ranks} {each.compared_with} {other}"
    if each.comparisons:
        yield escape(each.hand.rpartition(": ")[2])
        return
    halves = (each.high, each.low) if each.high else (each.cards, each.board)
    shown = ("  |  " if each.high else "  +  ").join(card_faces(cards) for cards in halves if cards)
    if shown:
        yield shown
    if each.paid_hand:
        label = "lower hand" if each.is_lower_hand_paid else "paid hand" if each.result == "win" else "best hand"
        yield f"[dim]{label}[/dim]  {card_faces(each.paid_cards)} {escape(each.paid_hand)}"
    elif each.hand:
        yield escape(f"{each.hand} was shown" if each.wager.startswith("number") else each.hand)


def _payment_lines(each: WagerExplanation) -> Iterator[str]:
    """Format the row, the arithmetic and the decisive readings."""
    yield from map(escape, (each.row,) if each.row else ())
    yield from map(escape, each.arithmetic)
    yield from map(_reading_line, each.readings)


def _reading_line(used: DecisiveReading) -> str:
    name, choice = escape(f"reading {used.reading}"), escape(used.choice)
    return f"[magenta]{name}[/magenta] [dim]{choice}: {escape(used.words)}[/dim]"


def _outcome_text(each: WagerExplanation) -> str:
    stake = f"{dollars_text(each.stake)}, " if each.stake else ""
    paid = f" {dollars_text(each.amount)}" if each.amount else ""
    less = f" less {dollars_text(each.vigorish)} vigorish" if each.vigorish else ""
    net = f" ({dollars_text(each.net, sign=True)})" if each.player else ""
    return f"{stake}{'as the bank' if each.result == 'bank' else each.result}{paid}{less}{net}"


def _add_moves(branch: Tree, moves: Sequence[MoneyMove], report: RoundReport, cited: Sequence[str]) -> None:
    """Add every cent that moved, with the clauses that were not named before."""
    names = DisplayNames(report.seats)
    for move in moves:
        note = f" ({escape(move.note)})" if move.note else ""
        way = escape(f"{names.account_title(move.source)} → {names.account_title(move.target)}")
        new = ", ".join(clause.clause for clause in move.clauses if clause.clause not in cited)
        branch.add(
            f"{dollars_text(move.cents)}  {way}: {spoken_name(move.reason)}{note}"
            + (f"  [cyan]{escape(new)}[/cyan]" if new else "")
        )
