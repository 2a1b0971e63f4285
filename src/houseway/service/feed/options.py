"""What somebody may do now, as it is sent to him."""

from collections.abc import Collection

from houseway.errors import Malformed
from houseway.events import Actor, Role
from houseway.procedure import LegalOption
from houseway.service.bounds import encode_option
from houseway.service.feed.encoding import ReplaceIds, Text, to_text
from houseway.service.feed.meaning import Meanings
from houseway.service.feed.moment import Moment
from houseway.table import legal
from houseway.table.rulings import ruling_options

PARTS = {"rulings": "rule", "corrections": "correct"}
"""Of rulings and corrections there may be hundreds, so they are sent on request: each part with its act."""


def current_options(moment: Moment, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what somebody may do now, without what is sent on request."""
    if actor.role is Role.PLAYER and not actor.name:
        return ()  # a watcher
    return legal(moment.table, actor, moment.seconds, moment.meters, False)


def requested_options(moment: Moment, actor: Actor, part: str) -> tuple[LegalOption, ...]:
    """Return the options of a part that is sent on request."""
    if part not in PARTS:
        raise Malformed(f"{part!r} is no part of the options", code="feed.part", given=part, allowed=tuple(PARTS))
    if actor.role is not Role.FLOOR or not moment.table.open:
        return ()
    return tuple(option for option in ruling_options(moment.table) if option.act == PARTS[part])


def options_text(options: Collection[LegalOption], meanings: Meanings, with_names: ReplaceIds) -> Text:
    """Encode options, each with its meaning."""
    digests = {act: meanings.digest(act) for act in {option.act for option in options}}
    return to_text([_option_content(option, digests[option.act], with_names) for option in options])


def _option_content(option: LegalOption, meaning: str, with_names: ReplaceIds) -> dict[str, object]:
    return {**encode_option(option), "words": with_names(option.words), "meaning": meaning}
