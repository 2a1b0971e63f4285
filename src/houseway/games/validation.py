"""Who is responsible for a payment: a named floorperson who is not the dealer who pays."""

from houseway.citation import Citation
from houseway.events import Command, Event
from houseway.games.round import Effects, round_refusal
from houseway.games.round_context import RoundContext
from houseway.procedure import PROGRESSIVE

Clauses = tuple[Citation, ...]


def name_of_floorperson(command: Command, clauses: Clauses) -> str:
    """Return the name under which a floorperson decides. A decision needs a name."""
    name = command.by.name
    if not name.strip():
        raise round_refusal(
            "nameless",
            f"{command.act} needs the name of the floorperson, for the record",
            clauses,
            given=name,
            allowed="the floorperson's name",
        )
    return name


def validation_effects(context: RoundContext, command: Command, clauses: Clauses) -> Effects:
    """A floorperson validates what the dealer has verified and will pay, so it must be another person."""
    position, name = command.position, name_of_floorperson(command, clauses)
    if name == context.round.checked_by.get((position, PROGRESSIVE)):
        raise _same_person_refusal(
            name, "a win must be validated by someone other than the dealer who checked it", clauses, "another floorperson"
        )
    return (Event("payout-validated", clauses, {"position": position, "wager": PROGRESSIVE, "by": name}),)


def check_payer(context: RoundContext, command: Command, position: int, clauses: Clauses) -> None:
    """Whoever validated a win may not pay it."""
    name = context.round.validated_by.get((position, PROGRESSIVE))
    if name is not None and name == command.by.name:
        raise _same_person_refusal(
            name, "a win must be paid by someone other than the person who validated it", clauses, "another dealer"
        )


def _same_person_refusal(name: str, message: str, clauses: Clauses, allowed: str) -> Exception:
    return round_refusal("same-person", message, clauses, given=name, allowed=allowed)
