"""The program of a worker process."""

from houseway.service.jobs.tasks import TASKS
from houseway.service.jobs.worker import main

if __name__ == "__main__":
    main(TASKS)
