"""Somebody who reads the messages of a table, as a page would."""

import json


class Reader:
    """Applies a snapshot and the updates after it."""

    def __init__(self, text):
        self.state, self.events, self.messages = {}, {}, []
        self.read(text)
        self.first = self.state.pop("first")

    @property
    def numbers(self):
        return list(self.events)

    def read(self, text):
        if not text:
            return
        message = json.loads(text)
        self.messages.append(message)
        match message["type"]:
            case "snapshot":
                self.state = {**_content(message), "first": message["number"]}
                self.number = message["number"]
            case "update":
                if self.state:
                    assert message["from"] == self.number + 1, "a gap"
                self.number = message["to"]
                self._apply(message)
            case "meters":
                self.state["meters"] = message["meters"]

    def _apply(self, message):
        content = _content(message)
        self.state.setdefault("first", message["from"] - 1) if not self.state else None
        self.state |= {**content, "view": {**self.state.get("view", {}), **content.get("view", {})}}
        self.events |= {event["number"]: event for event in message["events"]}
        assert [event["number"] for event in message["events"]] == list(range(message["from"], message["to"] + 1))


def _content(message):
    leave_out = ("type", "number", "from", "to", "events", "announcements")
    return {name: part for name, part in message.items() if name not in leave_out}
