"""People who play, deal and rule over sockets, from nothing but what they are sent."""

import asyncio
import re

from tests.support.sockets import entries

BASE = ("ante", "pai-gow")


def _least(option):
    """The smallest amount or the first choice that is offered."""
    bound = option["bounds"]["amount"]
    return {"cents": bound["least"]} if bound["kind"] == "amount" else bound["choices"][0]


async def act_when(client, choose, done):
    """Do what `choose` returns, whenever the state changes, until `done` holds. Refused as stale, he looks again."""
    while not done():
        chosen = choose()
        if chosen is None:
            await client.until(lambda: done() or choose() is not None)
            continue
        option, facts = chosen
        seen = client.reader.number
        answer = await client.choose(option, **facts)
        assert answer["ok"] or "snapshot" in answer, (option, answer)
        if answer["ok"]:
            await client.until(lambda seen=seen, answer=answer: client.reader.number >= max(answer["version"], seen))


def is_round_over(client, number):
    return lambda: client.state["view"]["round"] > number


class Player:
    """Passes the bank, makes the base wager, checks while that is possible, and sets a legal hand."""

    def __init__(self, client):
        self.client = client

    @property
    def position(self):
        return self.client.state["own"]["positions"][0]

    @property
    def has_wager(self):
        return self.position in entries(self.client.state["view"]["stakes"])

    def choose(self):
        view = self.client.state["view"]
        assert all(option["words"] for option in self.client.state["options"]), "every option of a player has words"
        for act in ("pass-bank", "refuse-cut", "check", "play-exposed"):
            for option in self.client.options(act):
                return option, {}
        for option in self.client.options("set-hand"):
            return option, self._legal_low(option)
        for option in self.client.options("play"):
            assert len(option["bounds"]["amount"]["words"]) == len(option["bounds"]["amount"]["choices"])
            return option, {"amount": _least(option)}
        if not view["closed"] and not self.has_wager:
            for option in self.client.options("wager"):
                if option["facts"]["wager"] in BASE:
                    return option, {"amount": _least(option)}
        return None

    def _legal_low(self, option):
        """A legal low hand. Physical cards are laid down without a word."""
        hands = [hand for hand in self.client.state["own"]["hands"] if hand["position"] == option["facts"]["position"]]
        if not hands:
            assert option["bounds"] == {}, "there is nothing to choose from among cards that only the player sees"
            return {}
        return {"low": next(each["low"] for each in hands[0]["settings"] if each["legal"])}


class Staff:
    """Takes the steps that are due for a role. Bets are closed when everybody has one."""

    def __init__(self, client, role, players=0):
        self.client, self.role, self.players = client, role, players

    def choose(self):
        due, view = self.client.state["due"], self.client.state["view"]
        if due is None or due["role"] != self.role:
            return None
        if due["act"] in ("close-betting", "confirm-bank") and len(entries(view["stakes"])) < self.players:
            return None
        for option in self.client.options(due["act"]):
            if due["facts"].items() <= option["facts"].items():
                return option, _rule(option)
        return None


class PhysicalDealer(Staff):
    """A dealer with a deck of his own, who enters the cards as he turns them over, and what the dice show."""

    def __init__(self, client, players, deck):
        super().__init__(client, "dealer", players)
        self.deck = deck

    def choose(self):
        chosen = super().choose()
        if chosen is None:
            return None
        option, facts = chosen
        needed = {name: bound for name, bound in option["bounds"].items() if not bound.get("optional") and name not in facts}
        on_table = {card for text in self.client.raw for card in re.findall(r'"card":"(..)"', text)}
        deck = (card for card in self.deck if card not in on_table)
        return option, facts | {name: self._see(bound, deck) for name, bound in needed.items()}

    @staticmethod
    def _see(bound, deck):
        match bound["kind"]:
            case "entered-cards":
                return [{"card": next(deck)} for _ in range(bound["count"])]
            case "dice":
                return [3] * bound["count"]
            case "number":
                return bound["least"]
        raise AssertionError(bound)


def _rule(option):
    """Facts that a floorperson decides: a wager stands, and the round goes on."""
    ruled = {"stands": True, "choice": "play-on"}
    return {name: ruled[name] for name in option["bounds"] if name in ruled}


async def play_round(players, staff):
    """Play one round to its end; everybody acts for himself, at the same time."""
    clients = [each.client for each in (*players, *staff)]
    number = clients[0].state["view"]["round"]
    await asyncio.gather(
        *(act_when(each.client, each.choose, is_round_over(each.client, number)) for each in (*players, *staff))
    )
    return number
