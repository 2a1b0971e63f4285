"""Players who follow a round file."""

from collections.abc import Iterator
from typing import Protocol

from houseway.explanation.games import base_wager
from houseway.files.rounds.model import Bet, EarlierRound, RoundFile, Seat
from houseway.files.toml_node import parse_numeral
from houseway.play.driver import DecisionPoint, PlayerChoice, PlayerQuestion
from houseway.procedure import LegalOption
from houseway.table import TableRun


class RoundFileStage(Protocol):
    """The table on which a file is played."""

    file: RoundFile
    run: TableRun
    earlier: EarlierRound | None
    """The earlier round being played, if any."""
    trial: bool
    """Whether the round is dealt only to see where each card goes."""


class ScriptedPlayer:
    """A player who follows the file."""

    def __init__(self, stage: RoundFileStage, seats: tuple[Seat, ...]) -> None:
        self.stage, self.seats = stage, seats

    def __call__(self, asked: PlayerQuestion) -> PlayerChoice | None:
        match asked.moment:
            case DecisionPoint.OFFER:
                return self._answer_bank_offer(asked)
            case DecisionPoint.BANKING:
                return self._answer_banking(asked)
            case DecisionPoint.BETS:
                return self._next_bet(asked)
            case DecisionPoint.CHOOSE:
                option = asked.options_for(
                    "void-exposed" if self._seat_of(asked.options[0]).exposed == "void" else "play-exposed"
                )[0]
                return PlayerChoice(option.act, option.facts)
            case DecisionPoint.SURRENDER:
                return next(self._answer_surrender(asked), None)
            case DecisionPoint.SETTING:
                return next(self._answer_surrender(asked), None) or self._set_hand(asked)
            case DecisionPoint.DECIDE:
                return self._decide(asked)

    def _seat_of(self, option: LegalOption) -> Seat:
        return next(seat for seat in self.seats if seat.position == option.facts["position"])

    def _answer_bank_offer(self, asked: PlayerQuestion) -> PlayerChoice:
        earlier, bank = self.stage.earlier, self.stage.file.bank
        wanted = earlier.bank if earlier else bank.position if bank else None
        position = asked.options[0].facts["position"]
        mine = wanted in [seat.position for seat in self.seats]
        return PlayerChoice("accept-bank" if mine else "pass-bank", {"position": position})

    def _answer_banking(self, asked: PlayerQuestion) -> PlayerChoice | None:
        bank = self.stage.file.bank
        if self.stage.earlier or bank is None:
            return None
        if bank.co_banking and not asked.view["co_banking"]:
            return PlayerChoice("request-co-bank", {"position": bank.position})
        directed = self.stage.run.table.round.bank.directed_stake
        if bank.house_stake is not None and directed is None:
            return PlayerChoice("direct-house-stake", {"amount": bank.house_stake})
        return None

    def _next_bet(self, asked: PlayerQuestion) -> PlayerChoice | None:
        """Return the next wager of the file that is not placed yet."""
        for seat in self.seats:
            for bet in self._bets_of(seat):
                if bet.wager not in asked.stakes.get(seat.position, {}):
                    return PlayerChoice("wager", _wager_choice(seat.position, bet))
        return None

    def _bets_of(self, seat: Seat) -> tuple[Bet, ...]:
        """In an earlier round, return a base wager: the same as in the file, unless the earlier round says otherwise."""
        earlier, table = self.stage.earlier, self.stage.run.table
        if earlier is None:
            return seat.bets
        if seat.position == table.game.bank.position(table.round) or seat.position in earlier.sit_out:
            return ()
        base = base_wager(table.rules.game)
        least = table.rules.offers[base].minimum
        own = next((bet.amount for bet in seat.bets if bet.wager == base), least)
        return (Bet(base, earlier.wagers.get(seat.position, max(own, least))),)

    def _answer_surrender(self, asked: PlayerQuestion) -> Iterator[PlayerChoice]:
        for option in asked.options_for("surrender"):
            if self._seat_of(option).surrender and self.stage.earlier is None:
                yield PlayerChoice("surrender", option.facts)

    def _set_hand(self, asked: PlayerQuestion) -> PlayerChoice | None:
        for option in asked.options_for("set-hand"):
            seat, golden = self._seat_of(option), self.stage.earlier is None
            if (
                seat.asks_house_way
                and golden
                and any(each.facts == option.facts for each in asked.options_for("ask-house-way"))
            ):
                answers = [event for event in self.stage.run.events if event.kind == "house-way-told"]
                if not any(event["position"] == seat.position for event in answers):
                    return PlayerChoice("ask-house-way", option.facts)
            return PlayerChoice("set-hand", {**option.facts, **self._low_hand(option, seat if golden else None)})
        return None

    def _low_hand(self, option: LegalOption, seat: Seat | None) -> dict[str, object]:
        cards, table = option.bounds["low"]["from"], self.stage.run.table
        if not cards:
            return {}
        assert table.house_way is not None
        low = seat.low if seat is not None and seat.low is not None else None
        return {"low": low if low is not None else tuple(table.house_way.set(cards, table.rules.high_order).low)}

    def _decide(self, asked: PlayerQuestion) -> PlayerChoice:
        """Return the file's answer to this question. Without one, check, or at the last question make the smallest Play wager."""
        seat = self._seat_of(asked.options[0])
        facts = {"position": seat.position}
        number = len(asked.view["decided"].get(seat.position, ()))
        if self.stage.trial or self.stage.earlier or number >= len(seat.plays):
            return _wait(asked)
        answer = seat.plays[number]
        return PlayerChoice(answer.act, {**facts, **answer.facts})


def _wait(asked: PlayerQuestion) -> PlayerChoice:
    option = next(option for act in ("check", "play", "fold") for option in asked.options_for(act))
    if option.act != "play":
        return PlayerChoice(option.act, option.facts)
    return PlayerChoice("play", {**option.facts, "amount": min(option.bounds["amount"]["choices"])})


def _wager_choice(position: int, bet: Bet) -> dict[str, object]:
    wager, _, number = bet.wager.partition(":")
    facts: dict[str, object] = {"position": position, "wager": wager, "amount": bet.amount}
    if bet.coupon:
        facts["coupon"] = bet.coupon
    if number:
        facts["number"] = parse_numeral(number)
    if not bet.lit:
        facts["lit"] = False
    return facts
