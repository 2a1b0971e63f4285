/** Requests advice, and follows the computation that it may need. */
import { Refusal, get } from "../../lib/api.js";

/** @typedef {import("../../lib/job.js").Job} Job */

/** Seconds for which the service holds an answer about a computation's progress. */
const WAIT_SECONDS = 2;

/**
 * Request advice on the player's own decision. If it has to be counted first, report how far that is, and request it again once it is counted.
 * @param {import("../../lib/live-table.js").LiveTable} live @param {"house-way" | "expectation"} about @param {number} position @param {(job: Job) => void} progress
 * @returns {Promise<import("../station/advice-box.js").Advice>}
 */
export const requestAdvice = (live, about, position, progress) => whenCounted(() => live.advise(about, position), progress);

/** Ask, and ask again once what the answer needs is counted. @template T @param {() => Promise<T>} ask @param {(job: Job) => void} progress @returns {Promise<T>} */
export async function whenCounted(ask, progress) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "advice.counting") throw error;
      await follow(error.given, progress);
    }
  }
}

/** Wait for the end of a computation. If another server of the house counts, nothing is known here: wait a while. @param {string} id @param {(job: Job) => void} progress */
async function follow(id, progress) {
  for (let seconds = 0; ; seconds = WAIT_SECONDS) {
    const job = await find(id, seconds);
    if (!job) return pause();
    if (job.state !== "waiting" && job.state !== "running") return;
    progress(job);
  }
}

/** @param {string} id @param {number} seconds @returns {Promise<Job | null>} */
async function find(id, seconds) {
  try {
    return await get(`/api/jobs/${id}?wait=${seconds}`);
  } catch (error) {
    if (error instanceof Refusal && error.code === "jobs.unknown") return null;
    throw error;
  }
}

/** @returns {Promise<void>} */
const pause = () => new Promise((resolve) => setTimeout(resolve, WAIT_SECONDS * 1000));
