"""Computations without worker processes, which take seconds to start."""

from houseway.errors import HousewayError
from houseway.service.jobs.tasks import TASKS


class JobsInThisProcess:
    """Answers at once what a worker would be asked, or once it is released."""

    def __init__(self, queue, is_held=False):
        self.board, self.now_ms, self.is_held = queue.board, queue.now_ms, is_held
        self.running = []

    def ask(self, question, owner, guest_at=None):
        job = self.board.ask(question, owner, self.now_ms(), guest_at)
        computation = self.board.take_next(question.lane)
        if computation is not None:
            self.board.report_progress(computation, 0.4, "solving")
            self.running.append(computation)
        if not self.is_held:
            self.release()
        return job

    def release(self):
        """Finish what is running, and answer at once from now on."""
        self.is_held = False
        while self.running:
            computation = self.running.pop()
            try:
                answer = TASKS[computation.question.kind](computation.question.arguments, lambda *_: None)
            except HousewayError as error:
                self.board.fail(computation, error, self.now_ms())
            else:
                self.board.finish(computation, answer, self.now_ms())
