/** The events of a round as a list with number, time, words, person and clauses; one of them is selected. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clockTime } from "../lib/format.js";
import { clauseLinks, sentence } from "../parts/clauses.js";

/** @param {import("./replay.js").Replay} page */
export const eventList = (page) => html`<section class="panel events"><header><h2>Events</h2>
    <label class="money-switch"><input type="checkbox" class="sw" .checked=${page.withMoney} @change=${(/** @type {Event} */ event) => (page.withMoney = /** @type {HTMLInputElement} */ (event.target).checked)}>Money</label></header>
  <ol tabindex="-1">${page.recording?.moments.map((moment, place) => (page.isListed(place) ? eventItem(page, moment, place) : nothing))}</ol></section>`;

/** @param {import("./replay.js").Replay} page @param {import("./recording.js").Moment} moment @param {number} place */
const eventItem = (page, moment, place) => html`<li class="${place > page.place ? "later" : ""} ${moment.kind === "money-moved" ? "money" : ""}" aria-current=${place === page.place ? "true" : nothing}>
  <button @click=${() => page.goTo(place)}><span class="number">${moment.number}</span><time>${clockTime(moment.at)}</time><span class="words">${sentence(moment.words)}</span></button>
  <p class="meta"><span>${who(moment)}</span>${clauseLinks(moment.clauses, 2)}</p>
</li>`;

/** @param {import("./recording.js").Moment} moment */
const who = ({ by, role, standIn }) => (standIn ? `${standIn}, for ${by || role}` : by || role);
