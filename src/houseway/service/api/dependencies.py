"""What routes ask for: the service, and who is asking."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from houseway.service.service import Service


def service_of(connection: HTTPConnection) -> Service:
    """Return the service of a request or a socket."""
    service: Service = connection.app.state.service
    return service


ServiceHere = Annotated[Service, Depends(service_of)]
