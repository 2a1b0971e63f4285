/** The slider through the events of a round, with its parts under it, and the event that is shown in words. */
import { html } from "../../vendor/lit/index.js";
import { styled } from "../lib/styled.js";
import { sentence } from "../parts/clauses.js";

/** @param {import("./replay.js").Replay} page @param {import("./recording.js").Recording} recording */
export function scrubber(page, recording) {
  const { place } = page;
  const moment = recording.moments[place];
  return html`<div class="scrubber panel">
    <div class="now"><div><span class="label">Event <b>${moment.number}</b>, ${place + 1} of ${recording.moments.length}</span><p class="serif words">${sentence(moment.words)}</p></div>${controls(page, recording)}</div>
    <input type="range" min="0" max=${recording.last} .value=${String(place)} aria-label="Event" aria-valuetext="${place + 1} of ${recording.moments.length}: ${moment.words}"
      ${styled({ "--at": `${(100 * place) / Math.max(1, recording.last)}%` })} @input=${(/** @type {Event} */ event) => page.goTo(Number(/** @type {HTMLInputElement} */ (event.target).value))}>
    <div class="phases">${recording.phases.map((phase) => html`<button aria-label=${phase.name} ${styled({ "flex-grow": phase.count })} aria-pressed=${moment.phase === phase.name} @click=${() => page.goTo(phase.first)}><span>${phase.name}</span></button>`)}</div>
  </div>`;
}

/** @param {import("./replay.js").Replay} page @param {import("./recording.js").Recording} recording */
const controls = (page, recording) => html`<div class="controls" role="group" aria-label="Move through the round">
  <button class="btn" aria-label="First event" @click=${() => page.goTo(0)}><kbd>Home</kbd></button>
  <button class="btn" aria-label="Act before" @click=${() => page.goTo(recording.neighbouringAct(page.place, -1))}><kbd>[</kbd></button>
  <button class="btn" aria-label="Event before" @click=${() => page.step(-1)}>‹</button>
  <button class="btn play" @click=${() => page.togglePlaying()}>${page.playing ? "Pause" : "Play"}</button>
  <button class="btn" aria-label="Next event" @click=${() => page.step(1)}>›</button>
  <button class="btn" aria-label="Next act" @click=${() => page.goTo(recording.neighbouringAct(page.place, 1))}><kbd>]</kbd></button>
  <button class="btn" aria-label="Last event" @click=${() => page.goTo(recording.last)}><kbd>End</kbd></button>
</div>`;
