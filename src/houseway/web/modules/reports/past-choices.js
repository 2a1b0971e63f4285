/** What a player's choices cost against the best ones: summed up by game, and as a line beside what he won or lost. */
import { html, nothing, svg } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dollars, percent, signedDollars, typedTime } from "../lib/format.js";
import { refusalBox } from "../parts/clauses.js";

/**
 * @typedef {{exact: string, decimal: string}} Exact
 * @typedef {{game: string, rounds: number, decisions: number, best: number, cost_cents: Exact}} GameChoices
 * @typedef {{table: string, round: number, at: number, net: number, decisions: number | null, best: number | null, cost_cents: Exact | null}} PastRound
 * @typedef {{counted: number, is_cut: boolean, games: GameChoices[], together: GameChoices, rounds: PastRound[]}} OwnHindsight
 */

/** Counting that goes on for so long shows how far it is. */
const PATIENCE_MS = 2000;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 220, 84, 8, 12, 28];

class PastChoices extends PageElement {
  static properties = { found: { state: true }, refusal: { state: true }, isSlow: { state: true } };

  constructor() {
    super();
    /** @type {OwnHindsight | null} */
    this.found = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.isSlow = false;
    this.leaving = new AbortController();
  }

  async connectedCallback() {
    super.connectedCallback();
    const slow = setTimeout(() => (this.isSlow = true), PATIENCE_MS);
    try {
      do this.found = await get("/api/hindsight", this.leaving.signal);
      while (!this.isDone && this.isConnected);
    } catch (error) {
      if (!this.leaving.signal.aborted) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    clearTimeout(slow);
    this.isSlow = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  get isDone() {
    return this.found !== null && this.found.counted === this.found.rounds.length;
  }

  render() {
    const { found, refusal } = this;
    if (refusal) return refusalBox(refusal);
    return html`<section class="panel past-choices" aria-labelledby="past-choices"><h2 id="past-choices">What your choices cost</h2>
      ${this.isDone ? nothing : counting(found, this.isSlow)}
      ${found && this.isDone ? html`${found.together.decisions ? sums(found) : NONE}${found.rounds.length > 1 ? chart(found) : nothing}` : nothing}
    </section>`;
  }
}
customElements.define("hw-past-choices", PastChoices);

const NONE = html`<p class="soft">None of your choices in these rounds is counted: exact values are for decisions that you made yourself, with more than one choice open, in games that are solved.</p>`;

/** @param {OwnHindsight | null} found @param {boolean} isSlow */
const counting = (found, isSlow) => {
  const [done, all] = [found?.counted ?? 0, found?.rounds.length ?? 0];
  return html`<div class="progress" role="status">${isSlow ? html`<label>${all ? `Counting your choices: ${done} of ${countThings(all, "round")}` : "Counting your choices"}<progress max="1" .value=${all ? done / all : 0}></progress></label>` : html`<p class="soft">Counting what your choices were worth…</p>`}</div>`;
};

/** @param {OwnHindsight} found */
function sums({ games, together, rounds, is_cut: isCut }) {
  const rows = games.length > 1 ? [...games, { ...together, game: "Together" }] : games;
  return html`<p class="soft">${isCut ? `Your latest ${rounds.length} rounds` : `All your ${countThings(rounds.length, "round")}`}, against the best choice of each decision in the solved game. Optional wagers are left out.</p>
    <table class="rec choices-by-game"><thead><tr><th scope="col">Game</th><th scope="col" class="n">Decisions</th><th scope="col" class="n">Best choice</th><th scope="col" class="n">Cost</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr><td class="t"><b>${row.game}</b></td><td class="n" data-l="Decisions">${row.decisions}</td><td class="n" data-l="Best choice">${row.decisions ? percent(row.best / row.decisions) : "–"}</td><td class="n" data-l="Cost">${costWords(row.cost_cents)}</td></tr>`)}</tbody></table>`;
}

/** @param {Exact} exact */
const costWords = ({ decimal }) => (Number(decimal) && !Math.round(Number(decimal)) ? "less than a cent" : dollars(Math.round(Number(decimal))));

/** Draw what was won or lost, and what the choices cost on average, both summed from the first round on. @param {OwnHindsight} found */
function chart({ rounds }) {
  const inOrder = rounds.toReversed();
  const [won, cost] = [runningSum(inOrder.map(({ net }) => net)), runningSum(inOrder.map(({ cost_cents: cents }) => -Number(cents?.decimal ?? 0)))];
  const [low, high] = [Math.min(...won, ...cost), Math.max(...won, ...cost)];
  const across = (/** @type {number} */ index) => LEFT + (index / (won.length - 1)) * (WIDTH - LEFT - RIGHT);
  const down = (/** @type {number} */ cents) => TOP + ((high - cents) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const points = (/** @type {number[]} */ values) => values.map((cents, index) => `${across(index).toFixed(1)},${down(cents).toFixed(1)}`).join(" ");
  const [first, last] = [inOrder[0], inOrder[inOrder.length - 1]];
  return html`<figure class="over-time"><figcaption>Over ${countThings(inOrder.length, "round")}: <span class="won-line">won or lost</span> <b>${signedDollars(won[won.length - 1])}</b>, <span class="cost-line">the cost of your choices</span> <b>${signedDollars(Math.round(cost[cost.length - 1]))}</b></figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${chartWords(won, cost)}>
      ${[...new Set([high, 0, low])].map((cents) => svg`<line class=${cents ? "grid" : "zero"} x1=${LEFT} x2=${WIDTH - RIGHT} y1=${down(cents)} y2=${down(cents)}></line><text x=${LEFT - 8} y=${down(cents) + 4} text-anchor="end">${signedDollars(Math.round(cents / 100) * 100)}</text>`)}
      <text x=${LEFT} y=${HEIGHT - 6}>${typedTime(first.at)}</text><text x=${WIDTH - RIGHT} y=${HEIGHT - 6} text-anchor="end">${typedTime(last.at)}</text>
      <polyline class="cost-line" points=${points(cost)}></polyline><polyline class="won-line" points=${points(won)}></polyline>
    </svg></figure>`;
}

/** @param {number[]} values */
function runningSum(values) {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** The chart in words. @param {number[]} won @param {number[]} cost */
const chartWords = (won, cost) =>
  `A chart over ${won.length} rounds. Won or lost: at most ${signedDollars(Math.max(...won))}, at least ${signedDollars(Math.min(...won))}, in the end ${signedDollars(won[won.length - 1])}. The cost of your choices on average: in the end ${signedDollars(Math.round(cost[cost.length - 1]))}.`;
