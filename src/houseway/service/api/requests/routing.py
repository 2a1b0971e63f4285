"""The routes of one subject."""

from typing import Any

from fastapi import APIRouter, Depends

from houseway.service.api.requests.dependencies import follow_named_table


class SubjectRouter(APIRouter):
    """Routes of one subject, each of which first follows the table that it names.

    FastAPI could add that to all routers when it includes them in another, but would then work out the parameters of all routes a
    second time, which takes as long as the rest of the preparation of a server."""

    def __init__(self, **options: Any) -> None:
        super().__init__(dependencies=[Depends(follow_named_table)], **options)
