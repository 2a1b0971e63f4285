/** A page that waits for one computation at a time: its progress, its refusal, and a way to stop it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ensureSession } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { jobAnswer, runJob } from "../lib/job.js";
import { LastQuestion } from "../lib/late-answers.js";
import { refusalBox } from "../parts/clauses.js";
import { progressBar } from "../parts/progress.js";

/** A job that the server has not confirmed yet. @type {import("../lib/job.js").Job} */
const UNCONFIRMED = { id: "", state: "waiting", fraction: 0, words: "asking the server", forms: {}, error: null };

export class PageWithJob extends PageElement {
  /** @type {import("../../vendor/lit/index.js").PropertyDeclarations} */
  static properties = { job: { state: true }, answer: { state: true }, refusal: { state: true }, ended: { state: true } };

  constructor() {
    super();
    /** The job that is followed; null while there is none. @type {import("../lib/job.js").Job | null} */
    this.job = null;
    /** The last answer. @type {any} */
    this.answer = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.questions = new LastQuestion();
    /** What was requested last. @type {[string, unknown] | null} */
    this.requested = null;
    /** Whether it was stopped or refused, and can be requested again. */
    this.ended = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.questions.drop();
  }

  /** Cancel what was requested before. Return the signal of what is requested now. */
  cancel() {
    this.job = null;
    this.refusal = null;
    this.ended = false;
    return this.questions.ask();
  }

  /** Request a computation, follow it and store the answer. A newer request replaces it. @param {string} path @param {unknown} body */
  async compute(path, body) {
    const signal = this.cancel();
    this.requested = [path, body];
    this.job = UNCONFIRMED;
    try {
      await ensureSession();
      const done = await runJob(path, body, (job) => (this.job = job), signal);
      this.answer = await jobAnswer(done, signal);
      this.done = done;
    } catch (error) {
      if (!signal.aborted) [this.refusal, this.ended] = [/** @type {any} */ (error), true];
    }
    if (!signal.aborted) this.job = null;
  }

  stop() {
    this.questions.drop();
    this.job = null;
    this.ended = true;
  }

  /** How far the computation is; a way to begin again once it was stopped or refused. */
  progress() {
    if (this.job) return progressBar(this.job, () => this.stop());
    const { refusal, requested } = this;
    if (!refusal && !this.ended) return nothing;
    return html`${refusal ? refusalBox(refusal) : html`<p class="soft" role="status">You have stopped the computation.</p>`}
      ${this.ended && requested ? html`<p><button class="btn" @click=${() => this.compute(...requested)}>Compute it again</button></p>` : nothing}`;
  }

  /** The heading of a section of the laboratory. @param {string} title @param {unknown} words */
  heading(title, words) {
    return html`<div class="head"><div><p class="crumb">Odds laboratory</p><h1>${title}</h1><p>${words}</p></div></div>`;
  }
}
