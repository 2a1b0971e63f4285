/** Requests long computations, follows them until they are done, and cancels them when nobody waits any more. */
import { Refusal, get, post, send } from "./api.js";

/** @typedef {{id: string, state: string, fraction: number, words: string, forms: Record<string, string>, error: import("./api.js").ErrorShape | null}} Job */

const WAIT_SECONDS = 2;

/**
 * Ask for a computation and wait for it. Aborting the signal cancels it.
 * @param {string} path @param {unknown} body @param {(job: Job) => void} progress @param {AbortSignal} signal @returns {Promise<Job>}
 */
export async function runJob(path, body, progress, signal) {
  let job = /** @type {Job} */ (await post(path, body, signal));
  signal.addEventListener("abort", () => send("DELETE", `/api/jobs/${job.id}`).catch(() => {}), { once: true });
  while (job.state === "waiting" || job.state === "running") {
    progress(job);
    job = await get(`/api/jobs/${job.id}?wait=${WAIT_SECONDS}`, signal);
  }
  if (job.state !== "done") throw new Refusal(job.error ?? { message: `The computation was ${job.state}.` });
  progress(job);
  return job;
}

/** Return where an answer can be fetched. @param {Job} job @param {string} form */
export const answerAddress = (job, form) => `/api/jobs/${job.id}/answer?form=${form}`;

/** Return the answer as JSON. @param {Job} job @param {AbortSignal} signal */
export const jobAnswer = (job, signal) => get(answerAddress(job, "json"), signal);
