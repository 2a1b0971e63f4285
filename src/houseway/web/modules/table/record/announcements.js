/** Announcements and events of the table, in words and in three weights: what concerns the reader himself, what concerns the table, and
 * the procedure of the house, which is folded away from players. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { asMap } from "../../lib/facts.js";
import { clockTime, countThings } from "../../lib/format.js";
import { clauseLinks, sentence } from "../../parts/clauses.js";

/**
 * @typedef {import("../../lib/live-table.js").TableEvent} TableEvent
 * @typedef {{positions: number[], ids: Set<string>}} Reader a player who reads: his positions, and his id
 */

/** Kinds of events that only the round's own page shows, unless they are called out: bookkeeping. */
const QUIET = new Set(["money-moved", "cards-racked", "light-switched", "chips-counted", "shoe-loaded", "wager-placed", "wager-settled", "deal-begun", "start-marked", "round-completed", "meter-fed"]);
const MOST = 60;

/** Return the last announcement. @param {TableEvent[]} events */
const lastCalled = (events) => events.findLast((event) => event.announced);

/** @param {TableEvent} event */
const words = (event) => (event.facts?.said ? html`<q>${sentence(event.facts.said)}</q>` : sentence(event.words.replaceAll(" (program)", "")));

/** Return who reads, if he plays here; null for those who deal, rule and check, who see every step and its clauses. @param {import("../../lib/live-table.js").LiveTable | null} live @param {Record<string, any>} state @returns {Reader | null} */
export function readerOf(live, state) {
  if (live && live.capacity !== "player") return null;
  const positions = state.own?.positions ?? [];
  const seats = asMap(state.view?.seats);
  return { positions, ids: new Set(positions.map((/** @type {number} */ position) => seats.get(position))) };
}

/** @param {TableEvent} event @param {Reader} reader */
const isYours = ({ facts }, { positions, ids }) => positions.includes(facts?.position) || ids.has(facts?.player);

/** Draw the clauses of an event: at once for the staff, on demand for a player. @param {TableEvent} event @param {Reader | null} reader */
function law({ clauses }, reader) {
  if (!reader || !clauses?.length) return clauseLinks(clauses ?? [], 2);
  return html`<details class="law"><summary aria-label="The rule">§</summary>${clauseLinks(clauses, 4)}</details>`;
}

/** Draw the last announcement in large type. @param {TableEvent[]} events @param {Reader | null} reader */
function said(events, reader) {
  const event = lastCalled(events);
  if (!event) return nothing;
  return html`<div class="said"><p class="words">${words(event)}</p><div class="when">${event.at ? clockTime(event.at) : nothing} ${law(event, reader)}</div></div>`;
}

/** Draw the last announcement in large type, and below it the events before it. @param {TableEvent[]} events @param {Reader | null} reader */
export const saidAndLog = (events, reader) => html`${said(events, reader)}${log(events, lastCalled(events), reader)}`;

/** Draw the log of events, the latest first. @param {TableEvent[]} events @param {TableEvent} [above] the announcement that stands above it @param {Reader | null} [reader] */
export function log(events, above, reader = null) {
  const shown = events.filter((event) => event !== above && (event.announced || !QUIET.has(event.kind))).slice(-MOST).reverse();
  if (!shown.length) return above ? nothing : html`<p class="empty"><b>No announcements</b>What is called out at the table appears here.</p>`;
  return html`<ol class="log" tabindex="0" aria-label="Announcements, the latest first">
    ${repeat(inWeights(shown, reader), ([first]) => first.number, (group) => (isFolded(group, reader) ? folded(group, reader) : row(group[0], reader)))}
  </ol>`;
}

/** Put neighbouring steps of the house's procedure together; every other event stays by itself. @param {TableEvent[]} events @param {Reader | null} reader @returns {TableEvent[][]} */
function inWeights(events, reader) {
  /** @type {TableEvent[][]} */
  const groups = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && isFolded([event], reader) && isFolded(last, reader)) last.unshift(event);
    else groups.push([event]);
  }
  return groups;
}

/** Whether events are the house's procedure, to a player. @param {TableEvent[]} group @param {Reader | null} reader */
const isFolded = ([event], reader) => reader !== null && !event.announced && !isYours(event, reader);

/** Draw steps of the house's procedure, the earliest first, behind one line. Its key is the earliest, so that it stays open while more follow. @param {TableEvent[]} group @param {Reader | null} reader */
const folded = (group, reader) => html`<li class="steps"><details><summary>${countThings(group.length, "step")} of the dealer</summary>
    <ol>${group.map((event) => row(event, reader))}</ol></details></li>`;

/** @param {TableEvent} event @param {Reader | null} reader */
const row = (event, reader) => html`<li class=${reader && isYours(event, reader) ? "yours" : ""}>
      <time>${event.at ? clockTime(event.at) : ""}</time><span class=${event.announced ? "called" : ""}>${words(event)}</span>${law(event, reader)}
    </li>`;

/** The last announcement as one line, for narrow screens; it opens the record. @param {any} page */
export function ticker(page) {
  const event = lastCalled(page.events);
  return html`<button class="ticker" aria-expanded=${page.sheet} @click=${() => (page.sheet = !page.sheet)}>
    <span class="words">${event ? words(event) : "Announcements, sign and rounds"}</span><span class="when">${event?.at ? clockTime(event.at) : nothing}</span>
  </button>`;
}
