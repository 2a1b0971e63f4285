/** Tells answers that come too late from those to be shown. */

/** Questions of which each replaces the one before, as when somebody chooses something else: only the last one is to be answered. */
export class LastQuestion {
  constructor() {
    this.controller = new AbortController();
  }

  /** Abort the question before. Return the signal of the new one, which is aborted when another is asked. */
  ask() {
    this.controller.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  /** Abort the last question: nobody waits for it. */
  drop() {
    this.controller.abort();
  }
}

/** One question that is asked again and again. However slow the answers are, each is shown unless the answer to a later question came first. */
export class LastAnswer {
  constructor() {
    this.asked = 0;
    this.answered = 0;
  }

  /** Return what is called when the answer to a new question has come, and says whether it comes too late. */
  ask() {
    const number = ++this.asked;
    return () => {
      const isLate = number < this.answered;
      this.answered = Math.max(number, this.answered);
      return isLate;
    };
  }
}
