"""Rounds that the audited table deals to program players with fixed stakes: their cards, and what every wager won."""

from dataclasses import dataclass

from houseway.chance import seeded_chance
from houseway.explanation.report import report_round
from houseway.play import strategies
from houseway.play.driver import DecisionPoint, PlayerChoice
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.play.session import TableSession
from houseway.procedure import DEALER, NUMBER

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


@dataclass(frozen=True)
class PlayedRound:
    """A round at the table."""

    hands: dict
    """By position, the dealer's included: the numbers of the cards as they were dealt."""
    board: list
    box: list
    nets: dict
    """By position and wager: what the player won, in cents."""
    number: int | None = None
    """The starting number that was drawn, if one was."""
    bank: int | None = None
    """The position that banked."""


class FixedStakes:
    """Places the same wagers in every round (`stakes`, by wager), and banks at some positions (`banking`) whenever it may."""

    def place_bets(self, asked):
        """A wager on a number is on that of the position."""
        wanted = [
            option
            for option in self._open_wagers(asked)
            if option.facts["wager"] in self.stakes and self._is_own_number(option, asked.stakes.get(option.position, {}))
        ]
        return [self._wager_choice(option) for option in wanted[:1]] or None  # one opens others

    @staticmethod
    def _is_own_number(option, placed):
        number = option.facts.get("number")
        return number is None or (number == option.position and not any(name.startswith(NUMBER) for name in placed))

    def _choose_amount(self, option):
        return self.stakes[option.facts["wager"]]

    def answer_bank_offer(self, asked):
        passing, accepting = asked.options_for("pass-bank")[0], asked.options_for("accept-bank")
        option = accepting[0] if accepting and passing.facts["position"] in self.banking else passing
        return PlayerChoice(option.act, option.facts)


def played_rounds(submission, players, stakes, seed, rounds, banking=()):
    """Deal rounds at a table, and yield each."""
    session = None

    class Dealt(FixedStakes, StrategyPlayer):
        pass

    class Setting(FixedStakes, HouseWayPlayer):
        def __call__(self, asked):
            own = {DecisionPoint.BETS: self.place_bets, DecisionPoint.OFFER: self.answer_bank_offer}
            if asked.moment in self.never_asked_at:
                return None
            return own[asked.moment](asked) if asked.moment in own else super().__call__(asked)

    made = []

    def player(asked):
        if not made:
            table, chance = session.run.table, session.chance
            if table.rules.against_dealer:
                made.append(Dealt(strategies.BY_GAME[table.rules.game].choose, chance))
            else:
                made.append(Setting(table.house_way, table.rules.high_order, chance))
            made[0].stakes, made[0].banking = stakes, banking
        return made[0](asked)

    seats = {place: (NAMES[place - 1], player) for place in range(1, players + 1)}
    session = TableSession(submission, seeded_chance(seed), seats, keep_events=False)
    for _ in range(rounds):
        yield read_round(session, session.deal_round())


def read_round(session, dealt):
    deal = next(event for event in dealt.events if event.kind == "cards-dealt")
    report = report_round(dealt.events, session.run.table.rules, dealt.seats, dealt.meters, meter_events=dealt.meter_events)
    nets = {place: {} for place in dealt.seats}
    for each in report.explanation.wagers:
        own, name = nets.setdefault(each.position, {}), each.wager.partition(":")[0]
        own[name] = own.get(name, 0) + each.net
    hands = {int(place): [int(card) for card in cards] for place, cards in deal["hands"].items()}
    assert DEALER in hands
    board = [card for event in dealt.events if event.kind in ("flop-dealt", "final-dealt") for card in event["cards"]]
    number = next((event["number"] for event in dealt.events if event.kind == "number-drawn"), None)
    return PlayedRound(hands, [*map(int, board)], [*map(int, deal.facts.get("box", ()))], nets, number, report.bank)
