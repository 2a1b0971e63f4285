"""The house's wager against a bank, the centre and the surplus: (m)(11) to (m)(14)."""

from houseway_referee.errors import NotDecided
from houseway_referee.money import vigorish
from houseway_referee.pai_gow_div import banks, hands
from houseway_referee.pai_gow_div.state import Play, player_account, seven_cards
from houseway_referee.ranking import Card, Score


def opponent(play: Play) -> tuple[Score, Score]:
    """Score the hands that players are compared with: the bank's, (m)(12)#2, (m)(13)#2, or the dealer's, (l)(5)#2."""
    if play.banker is not None:
        area = play.areas[play.banker]
        return hands.scores(play, seven_cards(area), area.low or [])
    return hands.scores(play, dealer_seven(play), play.dealer_low or [])


def dealer_seven(play: Play) -> list[Card]:
    """Give the dealer's cards."""
    if play.dealer_cards is None or len(play.dealer_cards) != 7:
        raise NotDecided("the dealer's seven cards are not in the record", "(l)(3)#1")
    return play.dealer_cards


def takes_quarter(play: Play) -> bool:
    """Say whether vigorish is rounded up to 25 cents, (l)(9)#3 and DIV-68."""
    return bool(play.option("vigorish.rounding", "") == "up-to-next-quarter")


def compare_house(play: Play) -> None:
    """Decide the house's wager against the bank, (m)(11); what it loses goes to the centre."""
    bank = play.bank
    assert bank is not None
    if not bank.house_stake:
        return
    own = hands.scores(play, dealer_seven(play), play.dealer_low or [])
    bank.house, _ = hands.compare(own, opponent(play))
    if bank.house == "lose":
        bank.collected += bank.house_stake
        play.pay("inventory", "centre", bank.house_stake)


def pay_house(play: Play) -> None:
    """Pay the house last, without vigorish (DIV-60, DIV-41, (m)(14))."""
    assert play.bank is not None
    if play.bank.house == "win":
        play.bank.paid += play.bank.house_stake
        play.pay("centre", "inventory", play.bank.house_stake)


def settle_bank(play: Play) -> None:
    """Call what the centre lacks, or give the bank its surplus less 5 percent, (m)(12)#5 to #8; for a co-bank (m)(13)#5 to #10."""
    bank = play.bank
    assert bank is not None
    account, short, surplus = (
        player_account(bank.player),
        max(0, bank.paid - bank.collected),
        max(0, bank.collected - bank.paid),
    )
    called, part = banks.bank_part(play, short), banks.bank_part(play, surplus)
    charge = vigorish(part, takes_quarter(play))
    play.pay(account, "centre", called)
    play.pay("inventory", "centre", short - called)
    play.pay("centre", "inventory", surplus - part)
    play.pay("centre", "vigorish", charge)
    play.pay("centre", account, part - charge)
    bank.settled = True
    bank.amounts = {
        "called": called,
        "house-called": short - called,
        "surplus": surplus,
        "house-half": surplus - part,
        "vigorish": charge,
        "given": part - charge,
    }
