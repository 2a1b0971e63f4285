"""The log of the house for strangers: its signed checkpoint, and proofs. Nothing but hashes leaves the house here."""

import asyncio
from typing import Annotated

from fastapi import Depends, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from houseway.errors import Unavailable
from houseway.service.api.requests.dependencies import PermittedVisitor, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.evidence.checkpoints import house_origin
from houseway.service.evidence.proofs import prove_consistency, prove_inclusion
from houseway.service.people.person import Person
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/log", tags=["log"], responses=REFUSALS)
LogReader = Annotated[Person | None, Depends(PermittedVisitor("log.read"))]
TreeSize = Annotated[int, Query(ge=0, le=10**15)]
Hashes = Annotated[list[str], Field(description="In hexadecimal, the lowest first")]


class LogStatus(BaseModel):
    """How the log stands."""

    origin: str
    size: Annotated[int, Field(description="Leaves in the last checkpoint")]
    waiting: Annotated[int, Field(description="Appends that will be in the next one")]
    lost: Annotated[
        int, Field(description="Appends that somebody has removed before they were in one; an audit looks for them")
    ]
    contradiction: Annotated[str, Field(description="Why nothing is signed any more; empty if all is well")]


@router.get("")
async def show_log(service: ServiceHere, person: LogReader) -> LogStatus:
    """Say how the log stands."""
    return await asyncio.to_thread(_read_status, service)


def _read_status(service: Service) -> LogStatus:
    tree, latest = service.store.tree, service.store.tree.latest_signed_head()
    lost = tree.count_lost()
    return LogStatus(
        origin=house_origin(service.keys.public_keys),
        size=latest.size if latest else 0,
        waiting=max(0, tree.count_waiting() - lost),
        lost=lost,
        contradiction=service.log_keeper.contradiction,
    )


@router.get("/checkpoint", response_class=PlainTextResponse)
async def show_checkpoint(service: ServiceHere, person: LogReader) -> str:
    """Return the last checkpoint: a signed note with origin, size, root and time."""
    latest = await asyncio.to_thread(service.store.tree.latest_signed_head)
    if latest is None:
        said = "no checkpoint is signed yet; ask again in a second"
        raise Unavailable(said, code="log.waiting", given="a new log", allowed="in a second")
    return latest.note


class InclusionModel(BaseModel):
    """Leads from a leaf to the root of a tree."""

    index: Annotated[int, Field(description="The place of the leaf, from 0")]
    size: int
    hashes: Hashes


@router.get("/proof/inclusion")
async def show_inclusion(
    service: ServiceHere,
    person: LogReader,
    stream: Annotated[str, Query(max_length=200)],
    version: Annotated[int, Query(ge=1, le=10**15)],
    hash: Annotated[str, Query(pattern="^[0-9a-fA-F]{64}$", description="The link that the receipt says")],  # noqa: A002
    size: TreeSize | None = None,
) -> InclusionModel:
    """Prove that the append of a receipt is in the log, at a given size or at that of the last checkpoint."""
    proof = await asyncio.to_thread(prove_inclusion, service.store, stream, version, hash, size)
    return InclusionModel(index=proof.index, size=proof.size, hashes=[each.hex() for each in proof.hashes])


class ConsistencyModel(BaseModel):
    """Shows that a tree begins with all of a smaller one."""

    first: int
    second: int
    hashes: Hashes


@router.get("/proof/consistency")
async def show_consistency(
    service: ServiceHere, person: LogReader, first: TreeSize, second: TreeSize | None = None
) -> ConsistencyModel:
    """Prove that the log at the second size, or at that of the last checkpoint, extends the log at the first size."""
    whole, hashes = await asyncio.to_thread(prove_consistency, service.store, first, second)
    return ConsistencyModel(first=first, second=whole, hashes=[each.hex() for each in hashes])
