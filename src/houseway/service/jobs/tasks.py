"""What a worker computes."""

from collections.abc import Mapping

from houseway.service.jobs.worker import Task

TASKS: Mapping[str, Task] = {}
