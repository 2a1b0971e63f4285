"""Who may ask at the desks, and the parts of their paths."""

from typing import Annotated

from fastapi import Depends, Path

from houseway.service.api.requests.dependencies import Permitted, PermittedVisitor
from houseway.service.people.person import Person

RulesReader = Annotated[Person | None, Depends(PermittedVisitor("rules.read"))]
Filer = Annotated[Person, Depends(Permitted("submission.check"))]
ADMINISTER = "house.administer"
Administrator = Annotated[Person, Depends(Permitted(ADMINISTER))]
Analyst = Annotated[Person, Depends(Permitted("analysis.run"))]

BookId = Annotated[str, Path(max_length=80, description="A rule book, by its id or short name", examples=["md.pai-gow-poker"])]
JobId = Annotated[str, Path(max_length=40, examples=["j-4f1c22d09ab87e63"])]
