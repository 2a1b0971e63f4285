/** Draws the explanation of each step at the player's place, for somebody who has it explained. */
import { html, nothing } from "../../../vendor/lit/index.js";

/** @typedef {import("./station.js").Station} Station */

/** @param {Station} station */
export function explainedStep({ coaching, state, position, result, ending }) {
  const words = coaching.wordsAt({ state, position, hasResult: Boolean(result), isEnding: Boolean(ending), deal: "Deal now", undo: "Undo" });
  if (!words.length) return nothing;
  return html`<aside class="coach" aria-label="This step" role="note"><div>${words.map((each) => html`<p>${each}</p>`)}</div>
    <button class="as-link" @click=${() => coaching.choose(false)}>Stop explaining</button></aside>`;
}
