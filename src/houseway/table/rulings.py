"""A floorperson moves money by a ruling, or corrects a payment that was too much or too little. Each is a new transfer with
who, why and clause; earlier transfers stay as they are."""

from collections.abc import Iterator

from houseway.errors import Malformed, NotAllowed
from houseway.events import Command
from houseway.games.round import Effect
from houseway.ledger import Reason, Transfer
from houseway.money import Cents
from houseway.procedure import CAGE, CENTRE, HOUSE, INVENTORY, TIPS, VIGORISH, Bounds, FactBounds, LegalOption, player_account
from houseway.regulation import Regulation
from houseway.table import transfers
from houseway.table.context import round_context
from houseway.table.state import Table

Made = tuple[Effect | Transfer, ...]
Payment = tuple[int, int, str, str]
"""Round, seat, wager and reason of a payment."""
TOO_MUCH, MISSING = "too-much", "missing"
TAKEN = (Reason.WAGER_LOST, Reason.SURRENDERED)
"""What is taken from a wager on the layout, which belongs to its player."""
CORRECTED = frozenset((Reason.PAYOUT, Reason.VIGORISH, Reason.ENVY, Reason.METER_AWARD, Reason.OFF_TABLE_PAYMENT, *TAKEN))
"""What is paid to a seat or taken from it, and can be corrected."""
NOT_RULED = frozenset(("definition", "ranking", "equipment"))
"""Kinds of clauses under which no money can be owed."""
LEAST_AMOUNT = Cents(1)
WORDS_BOUNDS: FactBounds = {"text": "in words"}


def require_words(command: Command, name: str) -> str:
    """Return a fact in words, which must not be empty."""
    said = command.text(name)
    if not said.strip():
        raise Malformed(f"say {name} in words; what was given is empty", code="command.fact", given=said, allowed="words")
    return said


def check_cover(table: Table, command: Command, account: str, amount: Cents) -> None:
    """The bank keeps the chips that it was confirmed with until it is settled (12.D(2), (m)(4)(ii))."""
    context, bank = round_context(table, command.at), table.game.bank.position(table.round)
    keeps = table.game.bank.chips_to_keep(context)
    if bank is None or not keeps or account != player_account(table.seats[bank]):
        return
    if table.ledger.balance(account) - amount < keeps:
        raise NotAllowed(
            f"the bank must keep {keeps} in chips to cover the wagers against it",
            code="bank.must-cover",
            clauses=context.law(table.game.bank.cover_law),
            given=amount,
            allowed=max(table.ledger.balance(account) - keeps, Cents(0)),
        )


def _available(table: Table, account: str) -> Cents | None:
    """Return what can be taken from an account now; None for the house, which brings what it owes."""
    if account in (HOUSE, CAGE):
        return None
    bank = table.game.bank.position(table.round)
    banks = bank is not None and account == player_account(table.seats[bank])
    return table.ledger.balance(account) - (table.game.bank.chips_to_keep(round_context(table, 0)) if banks else Cents(0))


# Rulings


def rule_payment(table: Table, command: Command) -> Made:
    """Move money that a floorperson ruled to be paid or returned, in the round of the ruling."""
    source, target = _account_named(table, command, "source"), _account_named(table, command, "target")
    amount, why, given = command.cents("amount"), require_words(command, "why"), command.text("clause")
    clause = table.rules.regulation.clause(given)
    if clause.kind in NOT_RULED:
        raise NotAllowed(
            f"no money can be ruled under {clause.citation}, which is about something else: {clause.gist}",
            code="table.not-ruled",
            clauses=(clause.citation,),
            given=given,
            allowed="a clause under which money can be owed",
        )
    check_cover(table, command, source, amount)
    by = command.by.name
    return transfers.ruling_transfer(source, target, amount, by=by, why=why, clauses=(clause.citation,), in_round=table.number)


def ruled_accounts(table: Table) -> dict[str, str]:
    """Return the accounts of a ruling by name. What is on the layout is for the game to settle."""
    seats = {f"seat:{position}": player_account(name) for position, name in sorted(table.seats.items())}
    return {**seats, **{name: name for name in (INVENTORY, HOUSE, VIGORISH, TIPS)}}


def _account_named(table: Table, command: Command, name: str) -> str:
    account, known = command.text(name), ruled_accounts(table)
    if account not in known:
        raise Malformed(
            f"a ruling moves money between seats, inventory, vigorish, tips and house; {account!r} is none of them",
            code="command.fact",
            given=account,
            allowed=tuple(known),
        )
    return known[account]


def ruled_clauses(book: Regulation) -> tuple[str, ...]:
    """Return the clauses under which money can be ruled."""
    return tuple(name for name, clause in book.clauses.items() if clause.kind not in NOT_RULED)


# Corrections


def correctable_payments(table: Table) -> dict[Payment, Transfer]:
    """Return what can be corrected: paid to a seat or taken from it in this round or the one before, summed for each wager.

    Money that went through the centre of the layout also belongs to the bank, so it is left to a ruling.
    """
    found: dict[Payment, list[Transfer]] = {}
    owners: dict[tuple[int | None, int | None, str], str] = {}
    for transfer in table.ledger.recent_transfers():
        concerns = transfer.round, transfer.seat, transfer.wager
        if transfer.reason is Reason.WAGER:
            owners[concerns] = transfer.source
        elif transfer.reason in CORRECTED and transfer.round is not None and transfer.seat:
            key = (transfer.round, transfer.seat, transfer.wager, transfer.reason.value)
            found.setdefault(key, []).append(transfer)
    sums = {key: _sum_transfers(parts, owners.get(key[:-1], "")) for key, parts in reversed(found.items())}
    return {key: payment for key, payment in sums.items() if payment is not None}


def _sum_transfers(parts: list[Transfer], owner: str) -> Transfer | None:
    """Sum several transfers between the same two accounts. A wager that was taken belongs to the player who placed it."""
    ways = {(each.source, each.target) for each in parts}
    (source, target), *others = ways
    source = owner if source.startswith("layout:") else source
    if others or CENTRE in (source, target) or not source:
        return None
    return parts[0]._replace(source=source, target=target, amount=sum((each.amount for each in parts), start=Cents(0)))


def correct_payment(table: Table, command: Command) -> Made:
    """Correct a payment: between the same accounts, in its own round, under its clauses."""
    payment = _payment_named(table, command)
    amount, by, why = command.cents("amount"), command.by.name, require_words(command, "why")
    error = command.text("error")
    if error == TOO_MUCH:
        moved = transfers.overpayment_correction(
            payment._replace(amount=_left_to_correct(table, payment)), amount, by=by, why=why
        )
    elif error == MISSING:
        moved = transfers.underpayment_correction(payment, amount, by=by, why=why)
    else:
        raise Malformed(
            f"the error of a payment is too-much or missing, not {error!r}",
            code="command.fact",
            given=error,
            allowed=(TOO_MUCH, MISSING),
        )
    check_cover(table, command, moved[0].source, amount)
    return (*moved, *_paid_in_cash(table, moved[0]))


def _payment_named(table: Table, command: Command) -> Transfer:
    reason = command.text("reason", Reason.PAYOUT.value)
    key = command.number("round"), command.number("seat"), command.text("wager"), reason
    known = correctable_payments(table)
    if key not in known:
        number, seat, wager, _ = key
        raise Malformed(
            f"there is no {reason} to correct for round {number}, seat {seat} and {wager!r}",
            code="table.no-payment",
            given=str(key),
            allowed=tuple(known) or "a ruling",
        )
    return known[key]


def _left_to_correct(table: Table, payment: Transfer) -> Cents:
    """Return what is left of a payment after earlier corrections, never more than what was paid in all for the wager."""
    concerns = payment.round, payment.seat, payment.wager
    there, back = (payment.source, payment.target), (payment.target, payment.source)
    about = [each for each in table.ledger.recent_transfers() if (each.round, each.seat, each.wager) == concerns]
    given = sum((each.amount for each in about if (each.source, each.target) == there), start=Cents(0))
    if payment.reason in TAKEN:
        given += payment.amount
    return min(
        payment.amount, given - sum((each.amount for each in about if (each.source, each.target) == back), start=Cents(0))
    )


def _paid_in_cash(table: Table, moved: Transfer) -> tuple[Transfer, ...]:
    """A player who has left the table gets what was missing in cash."""
    prefix, _, name = moved.target.partition(":")
    if prefix != "player" or table.positions_of(name):
        return ()
    return transfers.cash_out_transfers(moved.target, moved.amount, moved.seat, moved.by, "had left before it was corrected")


def ruling_options(table: Table) -> Iterator[LegalOption]:
    """Return what a floorperson may rule or correct now, with bounds."""
    known = ruled_accounts(table)
    bounds: Bounds = {"why": WORDS_BOUNDS, "clause": {"choices": ruled_clauses(table.rules.regulation)}}
    for name, account in known.items():
        amount = _amount_bounds(_available(table, account))
        if amount:
            others = tuple(other for other, behind in known.items() if behind != account)
            yield LegalOption("rule", (), {"source": name}, {"target": {"choices": others}, "amount": amount, **bounds})
    for (number, seat, wager, reason), payment in correctable_payments(table).items():
        about = {"round": number, "seat": seat, "wager": wager, "reason": reason}
        spare = _available(table, payment.target)
        left = _left_to_correct(table, payment)
        for error, amount in (
            (TOO_MUCH, _amount_bounds(left if spare is None else min(left, spare))),
            (MISSING, _amount_bounds(_available(table, payment.source))),
        ):
            if amount:
                yield LegalOption(
                    "correct", payment.clauses, {**about, "error": error}, {"amount": amount, "why": WORDS_BOUNDS}
                )


def _amount_bounds(most: Cents | None) -> FactBounds:
    """Return the bounds of an amount; none if nothing is there."""
    if most is None:
        return {"least": LEAST_AMOUNT}
    return {"least": LEAST_AMOUNT, "most": most} if most >= LEAST_AMOUNT else {}
