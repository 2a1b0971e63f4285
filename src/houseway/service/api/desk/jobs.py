"""Routes of jobs: a long computation is asked for, followed, fetched and cancelled by whoever asked."""

from typing import Annotated

from fastapi import Query, Response
from pydantic import BaseModel, Field

from houseway.errors import Malformed, NotAllowed
from houseway.service.api.desk.asking import ADMINISTER, Administrator, Analyst, JobId
from houseway.service.api.requests.compression import CompressedRoute
from houseway.service.api.requests.dependencies import ServiceHere
from houseway.service.api.requests.errors import REFUSALS, Refusal
from houseway.service.api.requests.routing import SubjectRouter
from houseway.service.jobs.board import Job, JobState
from houseway.service.jobs.question import Answer, Form, JobQuestion
from houseway.service.messages.refusals import refusal_from
from houseway.service.people.authority import is_allowed
from houseway.service.people.person import Person
from houseway.service.request_address import request_address
from houseway.service.service import Service

router = SubjectRouter(prefix="/api/jobs", tags=["jobs"], responses=REFUSALS, route_class=CompressedRoute)

LONGEST_WAIT = 20.0


class JobOut(BaseModel):
    """A long computation: how far it is, and in which forms its answer can be fetched."""

    id: str = Field(examples=["j-4f1c22d09ab87e63"])
    kind: str = Field(examples=["solve"])
    state: JobState
    fraction: float = Field(ge=0, le=1, description="How much of the work is done")
    words: str = Field(description="What is being done now", examples=["solving md.ultimate-texas-holdem"])
    forms: dict[str, str] = Field(description="By form of the answer: its media type", examples=[{"json": "application/json"}])
    error: Refusal | None = Field(None, description="Why it failed")

    @classmethod
    def of(cls, job: Job) -> "JobOut":
        computation, is_done = job.computation, job.state is JobState.DONE
        error = computation.error if job.state is JobState.FAILED else None
        return cls(
            id=job.id,
            kind=computation.question.kind,
            state=job.state,
            fraction=computation.fraction,
            words="cancelled" if job.is_cancelled else computation.words,
            forms={name: form.media_type for name, form in (computation.answer or {}).items()} if is_done else {},
            error=None if error is None else Refusal(**refusal_from(error)),
        )


def submit_question(service: Service, question: JobQuestion, person: Person) -> JobOut:
    """Put a question into the queue, or find the job that answers it already."""
    return JobOut.of(service.desk.jobs.ask(question, person.id, request_address.get() if person.guest else None))


@router.get("", summary="List your computations, the latest first")
async def list_jobs(service: ServiceHere, person: Analyst) -> list[JobOut]:
    return [JobOut.of(job) for job in service.desk.jobs.jobs_of(person.id)]


@router.get("/everybody", summary="List everybody's computations, the latest first")
async def list_all_jobs(service: ServiceHere, _person: Administrator) -> list[JobOut]:
    return [JobOut.of(job) for job in service.desk.jobs.jobs_of(None)]


@router.get("/{job}", summary="Show the progress of a computation; with `wait`, answer as soon as it has ended")
async def follow_job(
    service: ServiceHere,
    person: Analyst,
    job: JobId,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for the end, at most")] = 0.0,
) -> JobOut:
    found = service.desk.jobs.find(job, person.id)
    await service.desk.wait(found, wait)
    return JobOut.of(found)


@router.get(
    "/{job}/answer",
    summary="Return the answer of a computation in one of its forms",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "application/pdf": {}, "text/csv": {}}}},
)
async def fetch_answer(
    service: ServiceHere,
    person: Analyst,
    job: JobId,
    form: Annotated[str, Query(max_length=40, description="json, and for some csv, pdf, chart or chart-narrow")] = "json",
) -> Response:
    found = _find_form(finished_answer(service.desk.jobs.find(job, person.id)), form)
    return Response(found.content, media_type=found.media_type)


def finished_answer(job: Job) -> Answer:
    """Return the answer of a job that has ended well, or its refusal."""
    if job.state is JobState.FAILED and job.computation.error is not None:
        raise job.computation.error
    if job.state is not JobState.DONE or job.computation.answer is None:
        raise NotAllowed(
            f"the computation is {job.state.value}, so there is no answer",
            code="jobs.no-answer",
            given=job.state.value,
            allowed="done",
        )
    return job.computation.answer


def _find_form(answer: Answer, form: str) -> Form:
    if form not in answer:
        known = ", ".join(answer)
        raise Malformed(
            f"this answer has no form {form!r}; it has {known}", code="jobs.form", given=form, allowed=tuple(answer)
        )
    return answer[form]


@router.delete("/{job}", summary="Cancel a computation")
async def cancel_job(service: ServiceHere, person: Analyst, job: JobId) -> JobOut:
    """Cancel a computation. Its process stops unless somebody else waits for the same answer. An administrator may cancel
    anybody's."""
    owner = None if is_allowed(person, ADMINISTER) else person.id
    return JobOut.of(service.desk.jobs.cancel(job, owner))
