"""A store against a model of it: lists in memory. Hypothesis looks for a sequence of requests after which they differ."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from houseway.errors import HousewayError
from tests.support.stored import part, request, words_of

STREAMS = ("table:1", "table:2", "meter:1")
parts = st.lists(
    st.tuples(st.sampled_from(STREAMS), st.integers(-1, 1), st.lists(st.sampled_from("abc"), max_size=3), st.integers(0, 2)),
    max_size=3,
)
requests = st.tuples(parts, st.sampled_from(("", "", "", "x", "y", "z")))


class StoreMachine(RuleBasedStateMachine):
    new_store = None

    def __init__(self):
        super().__init__()
        self.store = type(self).new_store()
        self.words = {name: [] for name in STREAMS}
        self.times = dict.fromkeys(STREAMS, 0)
        self.answers = {}
        self.number = 0

    @rule(batch=st.lists(requests, min_size=1, max_size=4))
    def append(self, batch):
        made = [self.make_request(*each) for each in batch]
        results = self.store.append([each for each, _ in made])
        for (sent, wanted), result in zip(made, results, strict=True):
            self.check_result(sent, wanted, result)

    def make_request(self, parts, command):
        """A request that expects each stream near the version that it will have if the whole batch succeeds, or beside it."""
        self.number += 1
        made = tuple(
            part(stream, len(self.words[stream]) + aside, *words, at=max(0, self.times[stream] + later - 1))
            for stream, aside, words, later in parts
        )
        return request(*made, command=command, answer=f"answer {self.number}"), made

    def check_result(self, sent, wanted, result):
        if sent.command_id in self.answers:
            assert (result.repeated, result.answer) == (True, self.answers[sent.command_id])
            return
        if not self.fits(wanted):
            assert isinstance(result, HousewayError)
            return
        assert not isinstance(result, HousewayError), result
        for each in wanted:
            self.words[each.stream] += [event.text("what") for event in each.commands[0].events]
            self.times[each.stream] = each.commands[0].at
        if sent.command_id:
            self.answers[sent.command_id] = sent.answer

    def fits(self, wanted):
        names = [each.stream for each in wanted]
        return (
            bool(wanted)
            and len(set(names)) == len(names)
            and all(each.commands[0].events for each in wanted)
            and all(each.expected_version == len(self.words[each.stream]) for each in wanted)
            and all(each.commands[0].at >= self.times[each.stream] for each in wanted)
        )

    @invariant()
    def the_store_has_what_the_model_has(self):
        assert {name: words_of(self.store.read(name)) for name in STREAMS} == self.words
        assert {head.stream: head.version for head in self.store.stream_heads()} == {
            name: len(words) for name, words in self.words.items() if words
        }


@pytest.mark.hypothesis
def test_a_store_does_what_its_model_does(new_store):
    machine = type("Machine", (StoreMachine,), {"new_store": staticmethod(new_store)})
    limits = settings(max_examples=10, stateful_step_count=12, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(machine, settings=limits)
