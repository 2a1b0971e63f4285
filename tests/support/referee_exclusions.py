"""Situations in which the two programs differ, and nobody has decided yet which of them is right: why rounds are left out.

Each names a round by what happened in it. A round is left out only if it differs; it is counted, with the reason. Whoever decides
one of them deletes it here.
"""


def has(ended, kind, **facts):
    """Whether an event of a kind with some facts is among those of the round."""
    return any(event.kind == kind and facts.items() <= dict(event.facts).items() for event in ended.events)


def acts_of(ended, *names):
    """The facts of some acts, in this round and in one before it about which something was found."""
    before = acts_of(ended.before, *names) if ended.before is not None else []
    return [*before, *(act["facts"] for act in ended.acts if act["act"] in names and "refused" not in act)]


def takes(ended, *choices):
    """Whether the filing takes one of these choices of readings."""
    filed = ended.filing["readings"]
    return any(filed.get(reading) == choice for reading, _, choice in (each.partition("=") for each in choices))


def only(differences, what, *keys):
    return all(each.what == what and (not keys or each.key in keys) for each in differences)


def unopposed_bank(ended, differences):
    return has(ended, "bank-refused")


def coupon_as_last_wager(ended, differences):
    coupons = any(facts.get("coupon") for facts in acts_of(ended, "wager"))
    return coupons and {each.what for each in differences} <= {"left", "bank"} and not only(differences, "left", "first-offer")


def house_stake_by_coupon(ended, differences):
    """The house stakes what the bank last wagered, with its coupon or without."""
    return any(each.what == "bank" and each.key == "house-stake" for each in differences)


def several_findings(ended, differences):
    return sum(event.kind == "finding-reported" for event in ended.events) > 1


def annulled_round(ended, differences):
    return has(ended, "round-annulled") and only(differences, "left")


def leaves_after_offer(ended, differences):
    return only(differences, "left") and has(ended, "player-got-up") and has(ended, "bank-offered")


def passes_without_wagers(ended, differences):
    return all(each.what == "act" and "wagers are down" in str(each.referee) for each in differences)


def failed_shuffler(ended, differences):
    return takes(ended, "UTH-26=always", "FC-107=always") and bool(acts_of(ended, "report-device"))


def failed_after_the_deal(ended, differences):
    devices = [facts["device"] for facts in acts_of(ended, "report-device")]
    return not ended.is_against_dealer and "reshuffling-device" in devices


def burned_card(ended, differences):
    return any(facts.get("place") == "burned" for facts in acts_of(ended, "report-exposed"))


def button_stood_in_for(ended, differences):
    return only(differences, "left", "button")


def number_in_void_round(ended, differences):
    return has(ended, "round-voided") and any(facts["wager"].startswith("number:") for facts in acts_of(ended, "wager"))


def covers_number(ended, differences):
    return any(each.what == "act" and "cover needs these chips" in str(each.referee) for each in differences)


def folded_and_void(ended, differences):
    return ended.is_against_dealer and bool(acts_of(ended, "fold")) and bool(acts_of(ended, "report-exposed", "rule-exposed"))


def shared_meter(ended, differences):
    shared = takes(ended, "PG-19=shared") and takes(ended, "PG-51=at-settlement")
    return shared or takes(ended, "DIV-40=shared")


def lammers(ended, differences):
    return takes(ended, "PG-11=every-lammer") and any(each.what == "envy" for each in differences)


def no_longer_has_it(ended, differences):
    return any(event.facts.get("owed") for event in ended.events)


EXCLUDED = {
    "what a player no longer has, when a void round is undone (PG-90, DIV-90, UTH-90, FC-90)": no_longer_has_it,
    "a bank that is refused: nothing is wagered against it, or its optional wagers go back (md 12.D, PG-59; div (m)(4), DIV-58)": (
        unopposed_bank
    ),
    "whether a coupon is part of a player's last wager (div (m)(7), (g)(1))": coupon_as_last_wager,
    "what the house stakes against a bank that last wagered a coupon (div (m)(7), (g)(1))": house_stake_by_coupon,
    "several findings about one round before a ruling": several_findings,
    "where the offers of the bank begin after a round was annulled (PG-28, PG-99)": annulled_round,
    "where the offers begin after a player was asked and got up (md 12.C(2), div (m)(3)#4)": leaves_after_offer,
    "an offer of the bank among wagers that are taken back meanwhile (div (m)(4)(ii), DIV-54)": passes_without_wagers,
    "a shuffler that fails while no cards are out, or is reported late (uth 13.H, UTH-26, FC-107)": failed_shuffler,
    "a reshuffling device that fails after the deal (md 14.L, PG-43)": failed_after_the_deal,
    "a burned card that was exposed (uth 13.F)": burned_card,
    "the button while something stands in for it, and after an idle table (md 5.K(3), PG-80; div (k)(4))": button_stood_in_for,
    "a wager on a number in a void round (div DIV-30)": number_in_void_round,
    "a wager on a number by a bank whose chips cover others (div (m)(4)(ii), DIV-24)": covers_number,
    "what a fold has lost, when the base wagers are void (uth 13.F, UTH-25)": folded_and_void,
    "winners who share a meter that moves between them (PG-19 with PG-51; DIV-40)": shared_meter,
    "envy where every lammer is paid (PG-11, PG-93)": lammers,
}
"""By reason: what must have happened in the round."""


def excluded(ended, differences):
    """Why a round that differs is left out; empty if it is not."""
    return next((reason for reason, happened in EXCLUDED.items() if happened(ended, differences)), "")


STUCK = {
    "a progressive chip that is collected before it is counted (md 8.C(3), PG-48)": ("count-chips", "wager-collected"),
    "a shared award that is cut to nothing (md 13.F, PG-19)": ("settle-shared", "more than $0"),
}
"""By reason: words of what a table says that cannot go on."""


def why_stuck(words):
    """Why a table that cannot go on is left out; empty if it is not."""
    return next((reason for reason, parts in STUCK.items() if all(part in words for part in parts)), "")
