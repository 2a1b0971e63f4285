/** Announcements and events of the table, in words. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { clockTime } from "../../lib/format.js";
import { clauseLinks, sentence } from "../../parts/clauses.js";

/** @typedef {import("../../lib/live-table.js").TableEvent} TableEvent */

/** Kinds of events that only the round's own page shows, unless they are called out: bookkeeping. */
const QUIET = new Set(["money-moved", "cards-racked", "light-switched", "chips-counted", "shoe-loaded", "wager-placed", "wager-settled", "deal-begun", "start-marked", "round-completed", "meter-fed"]);
const MOST = 60;

/** Return the last announcement. @param {TableEvent[]} events */
const lastCalled = (events) => events.findLast((event) => event.announced);

/** @param {TableEvent} event */
const words = (event) => (event.facts?.said ? html`<q>${sentence(event.facts.said)}</q>` : sentence(event.words.replaceAll(" (program)", "")));

/** Draw the last announcement in large type. @param {TableEvent[]} events */
function said(events) {
  const event = lastCalled(events);
  if (!event) return nothing;
  return html`<div class="said"><p class="words">${words(event)}</p><p class="when">${event.at ? clockTime(event.at) : nothing} ${clauseLinks(event.clauses, 2)}</p></div>`;
}

/** Draw the last announcement in large type, and below it the events before it. @param {TableEvent[]} events */
export const saidAndLog = (events) => html`${said(events)}${log(events, lastCalled(events))}`;

/** Draw the log of events, the latest first. @param {TableEvent[]} events @param {TableEvent} [above] the announcement that stands above it */
export function log(events, above) {
  const shown = events.filter((event) => event.announced || !QUIET.has(event.kind)).slice(-MOST).reverse();
  if (above && shown[0] === above) shown.shift();
  if (!shown.length) return above ? nothing : html`<p class="empty"><b>No announcements</b>What is called out at the table appears here.</p>`;
  return html`<ol class="log" tabindex="0" aria-label="Announcements, the latest first">
    ${repeat(shown, (event) => event.number, (event) => html`<li>
      <time>${event.at ? clockTime(event.at) : ""}</time><span class=${event.announced ? "called" : ""}>${words(event)}</span>${clauseLinks(event.clauses, 2)}
    </li>`)}
  </ol>`;
}

/** The last announcement as one line, for narrow screens; it opens the record. @param {any} page */
export function ticker(page) {
  const event = lastCalled(page.events);
  return html`<button class="ticker" aria-expanded=${page.sheet} @click=${() => (page.sheet = !page.sheet)}>
    <span class="words">${event ? words(event) : "Announcements, sign and rounds"}</span><span class="when">${event?.at ? clockTime(event.at) : nothing}</span>
  </button>`;
}
