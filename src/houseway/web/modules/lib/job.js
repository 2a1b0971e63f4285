/** Requests long computations, follows them until they are done, and cancels them when nobody waits any more. */
import { Refusal, get, post, send } from "./api.js";

/** @typedef {{id: string, state: string, fraction: number, words: string, forms: Record<string, string>, error: import("./api.js").ErrorShape | null}} Job */

const WAIT_SECONDS = 2;

/** The cancellations that are under way. Somebody who asks the same question again gets his job of before, so it must be gone first. */
let cancelling = Promise.resolve();

/** Cancel a job, also one that the server has not confirmed yet. @param {Promise<Job>} requested */
function cancel(requested) {
  const cancelled = requested.then(({ id }) => send("DELETE", `/api/jobs/${id}`));
  cancelling = Promise.allSettled([cancelling, cancelled]).then(() => {});
}

/**
 * Ask for a computation and wait for it. Aborting the signal cancels it.
 * @param {string} path @param {unknown} body @param {(job: Job) => void} progress @param {AbortSignal} signal @returns {Promise<Job>}
 */
export async function runJob(path, body, progress, signal) {
  await cancelling;
  signal.throwIfAborted();
  const requested = /** @type {Promise<Job>} */ (post(path, body));
  signal.addEventListener("abort", () => cancel(requested), { once: true });
  let job = await requested;
  while (job.state === "waiting" || job.state === "running") {
    signal.throwIfAborted();
    progress(job);
    job = await get(`/api/jobs/${job.id}?wait=${WAIT_SECONDS}`, signal);
  }
  if (job.state !== "done") throw new Refusal(job.error ?? { message: `The computation was ${job.state}, perhaps in another window.` });
  progress(job);
  return job;
}

/** Return where an answer can be fetched. @param {Job} job @param {string} form */
export const answerAddress = (job, form) => `/api/jobs/${job.id}/answer?form=${form}`;

/** Return the answer as JSON. @param {Job} job @param {AbortSignal} signal */
export const jobAnswer = (job, signal) => get(answerAddress(job, "json"), signal);
