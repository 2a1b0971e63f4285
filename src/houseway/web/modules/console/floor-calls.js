/** The players who have called a floorperson to a table, and the answer that ends a call. */
import { html, nothing } from "../../vendor/lit/index.js";
import { send } from "../lib/api.js";
import { sentence } from "../parts/clauses.js";
import "../parts/request-form.js";

/** @typedef {import("./staff-element.js").StaffElement & {waiting: import("./waiting.js").WaitingList}} Desk @typedef {import("./waiting.js").FloorCall} FloorCall */

/** What a call is about, in the staff's words, by the name that the service gives it. */
const ABOUT = new Map([["payment", "about a payment"], ["dealer", "about the dealing"], ["chips", "about chips"], ["player", "about another player"], ["rules", "a question about the rules"], ["other", "about something else"]]);

/** Say what a player's call is about. @param {FloorCall} call */
export const callWords = ({ about, note, round }) => `${ABOUT.get(about) ?? about}${note ? `: “${note}”` : ""}, in round ${round}`;

/** Draw the open calls at the desk's table. Whoever may not rule sees them, and leaves them to a floorperson. @param {Desk} desk */
export function floorCalls(desk) {
  const calls = desk.waiting.calls.filter(({ table }) => table === desk.table);
  if (!calls.length) return nothing;
  return html`<section class="panel awaited"><header><h2>Called to this table</h2><span class="tag wait">${calls.length}</span></header>
    <div class="body">${calls.map((call) => oneCall(desk, call))}</div></section>`;
}

/** @param {Desk} desk @param {FloorCall} call */
function oneCall(desk, call) {
  const mayRule = desk.person?.permissions.includes("table.rule");
  return html`<p><b>${desk.waiting.callerOf(call)}</b> has waited <b>${desk.waiting.age(call)}</b>. ${sentence(callWords(call))} <a href="/rounds/${desk.table}/${call.round}">Round ${call.round}</a>${desk.person?.permissions.includes("report.read") ? html` · <a href="/disputes?${new URLSearchParams({ player: call.player, q: "last hour" })}">This player’s last hour, decided again</a>` : nothing}</p>
    ${mayRule ? html`<hw-request-form .fields=${html`<label>What you did about it<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`} action="Mark as answered" .send=${(/** @type {Record<string, string>} */ { why }) => answer(desk, call, why)}></hw-request-form>` : html`<p class="soft">A floorperson answers it.</p>`}`;
}

/** @param {Desk} desk @param {FloorCall} call @param {string} why */
async function answer(desk, { table, player }, why) {
  await send("POST", `/api/tables/${encodeURIComponent(table)}/floor-call/answer`, { player, why });
  await desk.waiting.refresh();
  return "Recorded";
}
