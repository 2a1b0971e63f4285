"""The log of a table up to the end of a round, for those who check the house: `houseway replay` and `houseway verify` read it."""

import asyncio
from tempfile import SpooledTemporaryFile
from typing import IO, Annotated

from fastapi import Depends
from fastapi.responses import StreamingResponse

from houseway.errors import NotAllowed
from houseway.service.api.requests.dependencies import Permitted, ServiceHere
from houseway.service.api.requests.errors import REFUSALS
from houseway.service.api.requests.models import TableId
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.api.rounds.rounds import RoundNumber
from houseway.service.archive.exporting import log_lines_until
from houseway.service.live.turns.turn import table_stream
from houseway.service.people.person import Person
from houseway.service.records.round_chain import is_public_after
from houseway.service.records.rounds import check_round_is_over, read_round
from houseway.service.reporting.reading import send_file
from houseway.service.service import Service
from houseway.table import Table

router = SubjectRouter(prefix="/api/tables/{table}/rounds", tags=["rounds"], responses=REFUSALS)
Checker = Annotated[Person, Depends(Permitted("round.read-sealed"))]
JSON_LINES = "application/jsonl"
_IN_MEMORY = 4_000_000
"""Bytes of a log that are kept in memory; a longer one goes to a temporary file."""


@router.get("/{number}/log", responses={200: {"content": {JSON_LINES: {}}}})
async def download_log(table: TableId, number: RoundNumber, service: ServiceHere, _person: Checker) -> StreamingResponse:
    """Download the log of a table up to the end of a round. Facts of a round under way are in it as they are stored: sealed."""
    state = service.house.latest_state(table)
    check_round_is_over(state, number)
    file = await asyncio.to_thread(_write_log, service, state, number)
    headers = {"Content-Disposition": f'attachment; filename="{table}-round-{number}.jsonl"'}
    return StreamingResponse(send_file(file), media_type=JSON_LINES, headers=headers)


def _write_log(service: Service, table: Table, number: int) -> IO[bytes]:
    """Write the log to a file, and return it at its beginning."""
    last = read_round(service.store, table.id, number, service.keys.vault).last_version
    append = next(iter(service.store.read(table_stream(table.id), last - 1)))
    if number + 1 == table.number and not is_public_after(table.rules.game, append, number):
        raise NotAllowed(
            f"round {number} was stored together with the beginning of the round under way, which is sealed until it is over",
            code="service.log-sealed",
            given=number,
            allowed=f"the log once round {table.number} is over",
        )
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - whoever sends it closes it
    for line in log_lines_until(service.store, table.id, append.head):
        file.write(f"{line}\n".encode("utf-8", "surrogatepass"))
    file.seek(0)
    return file
