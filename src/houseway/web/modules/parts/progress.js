/** A progress bar for work of more than two seconds, with words and a button to stop it. */
import { html } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";

/** @param {import("../lib/job.js").Job} job @param {() => void} stop */
export const progressBar = (job, stop) => html`<div class="progress" role="status">
  <label>${capital(job.words)}<progress max="1" .value=${job.fraction}></progress></label>
  <button class="btn quiet" @click=${stop}>Stop</button>
</div>`;
