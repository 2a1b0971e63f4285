/** Explains each step as it comes, to somebody who has asked for it: what to do now, and what each answer means. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { get } from "../../lib/api.js";
import { decisionsAt, spotsAt } from "../player/own-place.js";
import { mayDeal } from "./decisions.js";

/** @typedef {import("./station.js").Station} Station */

const COACH = "houseway.explain-steps";

export class Coach {
  /** @param {Station} station */
  constructor(station) {
    this.station = station;
    this.isOn = localStorage.getItem(COACH) === "on";
    /** What each act is, in the book's own lesson. @type {Record<string, string> | null} */
    this.steps = null;
  }

  /** @param {boolean} wanted */
  choose(wanted) {
    this.isOn = wanted;
    localStorage.setItem(COACH, wanted ? "on" : "off");
    this.station.requestUpdate();
  }

  async load() {
    const book = this.station.state.table?.book;
    if (!book || this.steps) return;
    this.steps = {}; // asked for once
    this.steps = await get(`/api/how-to-play/${encodeURIComponent(book)}/steps`).catch(() => ({}));
    this.station.requestUpdate();
  }

  /** Return what is said now. @returns {string[]} */
  get words() {
    const { station, steps } = this;
    const { state, position, result, ending } = station;
    if (!steps || !position) return [];
    const decisions = decisionsAt(state, position);
    if (decisions.length) return [...new Set(decisions.map(({ act }) => steps[act]).filter(Boolean))];
    if (ending) return ["The hands are compared, and each wager is settled in turn. Watch where the chips go."];
    const spots = spotsAt(state, position);
    const said = result && !state.view.closed ? ["The round is over. Why says how each wager ended, card by card."] : [];
    if (!spots.some(({ add }) => add)) return said.length ? said : ["Now it is somebody else's turn. You will be asked when it is yours."];
    if (mayDeal(station)) return ["Deal now has the cards dealt; until then you may add chips, or take them back with Undo."];
    return [...said, steps.wager].filter(Boolean);
  }

  /** Draw it: nothing before it was asked for. */
  render() {
    if (!this.isOn) return nothing;
    this.load();
    const { words } = this;
    if (!words.length) return nothing;
    return html`<aside class="coach" aria-label="This step" role="note"><div>${words.map((each) => html`<p>${each}</p>`)}</div>
      <button class="as-link" @click=${() => this.choose(false)}>Stop explaining</button></aside>`;
  }
}
