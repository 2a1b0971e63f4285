"""A table that is driven by chance: what somebody may do, what may be wrong, and the way from there to the end of the round.

A `Machine` runs one table. Its chooser is anything with `pick`, `below` and `happens`: hypothesis, so that a failure shrinks, or
a seeded generator, for the long runs of `make prove`. What must hold whatever it asks for is in `table_invariants`.
"""

import itertools

from houseway.events import Actor, Command, Role
from houseway.games.pai_gow.setting import high_hand_order
from houseway.money import Cents
from houseway.procedure import LegalOption
from houseway.table.context import round_context
from tests.support.table_chance import Chance
from tests.support.table_facts import IRREGULAR, JUNK, NAMES, acts_of, ends_at, facts_of, plausible
from tests.support.table_invariants import DEALER, FLOOR, WatchedTable
from tests.support.table_submissions import examples, room

STRANGER = "Zoe"
LIVELY = 300
"""Commands within which the croupier and house-way players finish a round."""
RARE = (
    "close-table",
    "leave",
    "amend",
    "idle-table",
    "remove-deck",
    "report-device",
    "report-misdeal",
    "report-exposed",
    "report-face-up",
    "report-start",
    "report-stacks",
    "rule-finding",
    "remove-device",
    "rule",
    "correct",
    "read-meter",
    "record-conduct",
)
"""What would keep a table from ever playing, if it were done as often as the rest."""


class Machine(WatchedTable):
    """What everybody at the table does, as a chooser has it."""

    def actors(self):
        """Everybody at the table in every capacity, and somebody who is not there."""
        players = [Actor(role, name) for name in (*NAMES, STRANGER) for role in (Role.PLAYER, Role.BANK)]
        return (*players, DEALER, FLOOR, Actor(Role.PLAYER, ""), Actor(Role.DEALER, "Ann"))

    # What somebody may do

    def fill(self, option, besides=True):
        """The facts of an option, with something within its bounds for each that is open; now and then one that may be left out."""
        entered = {name: bounds["enter"] for name, bounds in option.bounds.items() if "enter" in bounds}
        unseen = iter(self.unseen())
        cards = {name: tuple(itertools.islice(unseen, number)) for name, number in entered.items()}
        optional = {name: bounds for name, bounds in option.bounds.items() if "optional" in bounds and "text" not in bounds}
        wanted = {name: bounds for name, bounds in option.bounds.items() if name not in {*entered, *optional}}
        facts = {**option.facts, **{name: self.within(name, bounds) for name, bounds in wanted.items()}, **cards}
        return self.besides(facts, optional) if besides and optional and self.choose.happens(4) else facts

    def besides(self, facts, optional):
        """One of the facts that may be left out, too: beside another, within the limits with it, or in its place."""
        name = self.choose.pick(sorted(optional))
        match optional[name]:
            case {"parts": parts, "beside": other, "together": most}:
                return {**facts, name: self.some(parts, most - facts[other])}
            case {"beside": other, "together": most}:
                room = min(most - facts[other], facts[other]) if "matched" in optional[name] else most - facts[other]
                return {**facts, name: room} if room >= optional[name]["least"] else facts
            case {"of": other}:
                return {**facts, name: facts[other][:2]}
            case {"instead": other} as bounds:
                return {**{fact: value for fact, value in facts.items() if fact != other}, name: self.within(name, bounds)}
            case bounds:
                return {**facts, name: self.within(name, bounds)}

    def some(self, parts, room):
        """Some of the parts of a table, with no more than there is for all of them."""
        filled = {}
        for name, bounds in parts.items():
            amount = self.within(name, bounds)
            if amount <= room and self.choose.happens(2):
                filled[name], room = amount, room - amount
        return filled

    def unseen(self):
        """Physical cards that nobody has entered yet."""
        seen = {card for laid in self.table.round.placed_hands.values() for card in (*laid.high, *laid.low)}
        return [card for card in self.shuffled() if card not in seen]

    def within(self, name, bounds):  # noqa: C901 - one line a kind of bound
        choose = self.choose
        match bounds:
            case {"choices": choices}:
                return choose.pick(tuple(choices))
            case {"least": Cents(), "most": Cents()}:
                between = Cents((bounds["least"].amount + bounds["most"].amount) // 2)
                return choose.pick((bounds["least"], between, bounds["most"]))
            case {"least": Cents()}:
                return bounds["least"] + Cents(choose.pick((0, 100_000)))
            case {"least": int(), "most": int()} if "each" not in bounds:
                return choose.pick((bounds["least"], bounds["most"]))
            case {"from": hand}:
                return tuple(hand[:2]) if choose.happens(2) else tuple(hand[choose.below(7) :])
            case {"permutation": _}:
                return self.shuffled()
            case {"count": number}:
                return tuple(1 + choose.below(6) for _ in range(number))
            case {"text": words}:
                return words
            case {"each": places}:
                place = choose.pick(places)
                return {place: choose.pick(ends_at(bounds, place))}
            case {"some": places} if "optional" in bounds or "fewest" in bounds:
                return (choose.pick(places),)
            case {"some": places}:
                return tuple(place for place in places if choose.happens(2))
            case {"document": book, "positions": seats, "areas": areas}:
                texts = [text for name, text in examples().items() if name.startswith(book)]
                return choose.pick([text for text in texts if room(text)[0] >= seats and room(text)[1] >= areas])
            case _:
                raise AssertionError(f"nobody can fill {name} within {bounds}")

    def shuffled(self):
        pack = list(self.table.equipment.settings.deck.cards)
        Chance(self.choose).shuffle(pack)
        return tuple(pack)

    def by_option(self, actor=None):
        """Somebody does what `legal` says he may: it must be taken."""
        actor = actor or self.choose.pick(self.actors())
        options = self.run.legal(actor, self.at)
        if not options:
            return None
        option = self.choose.pick(options)
        if option.act in RARE and not self.choose.happens(6):
            return None
        asked = self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))
        assert asked.refusal is None, f"{actor} may {option}, and {asked.command.facts} is refused: {asked.refusal}"
        return asked

    def by_due(self):
        """The croupier takes the step that is due: it must be taken."""
        step = self.run.due(self.at)
        if step is None:
            return None
        asked = self.ask_with_fill(self.dealt(step))
        assert asked.refusal is None, f"{step} is due, and {asked.command.facts} is refused: {asked.refusal!r}"
        return asked

    def dealt(self, step):
        """The croupier's command; with physical cards he enters those that he turns over."""
        command = self.croupier.command_for(step, self.at)
        options = self.table.game.legal_options(round_context(self.table, self.at, self.run.meters), command.by)
        bounds = next((option.bounds for option in options if option.act == step.act and option.facts == step.facts), {})
        if not any("enter" in each for each in bounds.values()):
            return command
        return command._replace(facts=self.fill(LegalOption(step.act, (), command.facts, bounds)))

    def by_play(self):
        """What would come next at a table that nobody disturbs: the step that is due, or what a player may do in the game."""
        step, choose = self.run.due(self.at), self.choose
        early = step is not None and step.act in ("close-betting", "confirm-bank", "set-dealer", "expose") and choose.happens(2)
        if step is not None and not early and not choose.happens(6):
            return self.by_due()
        name = choose.pick(tuple(self.table.seats.values()) or NAMES)
        bank, acts = self.table.game.bank.position(self.table.round), self.table.game.acts
        actor = Actor(Role.BANK if bank in self.table.positions_of(name) else Role.PLAYER, name)
        options = [option for option in self.run.legal(actor, self.at) if option.act in acts and option.act != "take-back"]
        if not options:
            return None if step is None else self.by_due()
        option = choose.pick(options)
        asked = self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))
        assert asked.refusal is None, f"{actor} may {option}, and {asked.command.facts} is refused: {asked.refusal}"
        return asked

    def move(self):
        """One move: mostly play, sometimes something else, sometimes something wrong."""
        match self.choose.below(24):
            case 0 | 1 | 2 | 10:
                self.by_option()
            case 3 | 4 | 12:
                self.by_irregular_step()
            case 5 | 6:
                self.by_anything()
            case 7 | 8:
                self.by_wrong_hand()
            case 9:
                self.check_unlisted(self.choose.pick(self.actors()))
            case 11 if self.choose.happens(4):
                self.wait()
            case _:
                self.by_play()

    # What may be wrong

    def by_irregular_step(self):
        """The step that is due, with something that went wrong or is written wrong."""
        step = self.run.due(self.at)
        if step is None:
            return None
        command = self.dealt(step)
        values = plausible(self.choose, self)
        names = IRREGULAR.get(step.act, facts_of(step.act))
        if not names:
            return None
        name = self.choose.pick(names)
        value = values[name]() if not self.choose.happens(4) else self.choose.pick(JUNK)
        return self.ask(command._replace(facts={**command.facts, name: value}))

    def by_anything(self):
        """Any act, by anybody, with facts that mostly have the right kinds."""
        choose = self.choose
        act = choose.pick(acts_of(self.table)) if not choose.happens(30) else "sing"
        values = plausible(choose, self)
        names = [name for name in facts_of(act) if not choose.happens(4)]
        facts = {name: choose.pick(JUNK) if choose.happens(6) else values[name]() for name in names}
        return self.ask(Command(act, choose.pick(self.actors()), facts, self.at))

    def by_wrong_hand(self):
        """What one may do, done by another, or with one fact changed."""
        choose = self.choose
        actor = choose.pick(self.actors())
        options = self.run.legal(actor, self.at)
        if not options:
            return None
        option = choose.pick(options)
        facts = self.fill(option)
        if facts and choose.happens(2):
            name = choose.pick(tuple(facts))
            values = plausible(choose, self)
            facts[name] = choose.pick(JUNK) if choose.happens(2) or name not in values else values[name]()
        else:
            actor = choose.pick(self.actors())
        return self.ask(Command(option.act, actor, facts, self.at))

    def wait(self):
        self.at += self.choose.pick((1, 60, 3600, 4 * 3600, 25 * 3600))

    def check_unlisted(self, actor):
        """What is not listed for somebody is refused, in whatever words."""
        listed = {option.act for option in self.run.legal(actor, self.at)}
        choose = self.choose
        values = plausible(choose, self)
        act = choose.pick(tuple(act for act in acts_of(self.table) if act not in listed))
        facts = {name: values[name]() for name in facts_of(act) if not choose.happens(4)}
        asked = self.ask(Command(act, actor, facts, self.at))
        assert asked.refusal is not None, f"{actor} may not {act} by `legal`, and {asked.command.facts} is taken"

    # From here to the end of the round

    def seat(self, players=3):
        """Some players with chips."""
        free = [place for place in round_context(self.table, self.at).positions if place not in self.table.seats]
        for name in NAMES[:players]:
            if name in self.table.seats.values():
                continue
            if not free:
                return
            self.must("sit", Actor(Role.PLAYER, name), position=free.pop(0))
            self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.from_dollars(5000))

    def must(self, act, actor, **facts):
        asked = self.ask_with_fill(Command(act, actor, facts, self.at))
        assert asked.refusal is None, f"{act} {facts} of {actor}: {asked.refusal!r}"
        return asked

    def finish(self):
        """The croupier and house-way players bring the round to its end."""
        number, start = self.table.number, len(self.log)
        while self.table.open and self.table.number == number:
            assert len(self.log) - start < LIVELY, f"still not over: {self.run.due(self.at)}"
            step = self.run.due(self.at)
            if step is None:
                assert self.player_acts(), f"nobody can do anything: {self.table.round}"
            else:
                self.by_due()

    def player_acts(self):
        """A player does what the table waits for: answers, chooses, sets the house way, or bets."""
        state, seats = self.table.round, self.table.seats
        for position, name in sorted(seats.items()):
            actor = Actor(Role.BANK if position == state.bank.position else Role.PLAYER, name)
            options = {
                option.act: option for option in self.run.legal(actor, self.at) if option.facts.get("position") == position
            }
            for act in ("pass-bank", "play-exposed"):
                if act in options:
                    return self.must(act, actor, **options[act].facts)
            if "set-hand" in options:
                hand = state.hands[position]
                low = (
                    tuple(self.table.house_way.set(hand, high_hand_order(round_context(self.table, self.at))).low)
                    if hand
                    else ()
                )
                return self.must("set-hand", actor, position=position, low=low)
        return None if state.closed else self.somebody_bets()

    def somebody_bets(self):
        for position, name in sorted(self.table.seats.items()):
            if position == self.table.round.bank.position:
                continue
            actor = Actor(Role.PLAYER, name)
            for option in self.run.legal(actor, self.at):
                if option.act == "wager" and option.facts["wager"] == "pai-gow":
                    return self.must("wager", actor, **option.facts, amount=option.bounds["amount"]["least"])
        for name in sorted({*self.table.seats.values()}):
            if self.table.chips(name) < Cents.from_dollars(1000):
                return self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.from_dollars(5000))
        before = len(self.log)
        self.seat(1 + len(set(self.table.seats.values())))
        return len(self.log) > before
