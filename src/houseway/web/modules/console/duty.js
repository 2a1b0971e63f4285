/** Who deals at a table: a dealer signs on and off, or relieves another; a floorperson signs off whoever forgot to. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { post, send } from "../lib/api.js";
import { clockTime } from "../lib/format.js";
import { printedKey } from "../parts/printed-key.js";

/** @typedef {import("./staff-element.js").StaffElement & {waiting: import("./waiting.js").WaitingList}} Desk */

/** Draw who deals, with the button that this person may press. A table that the program deals has nobody to sign on. @param {Desk} desk */
export function dealerOnDuty(desk) {
  const { steps } = desk.waiting;
  if (!steps || !desk.state.table.open || desk.state.settings.croupier) return nothing;
  const there = desk.waiting.dealerAt(desk.table);
  const isSelf = there !== null && there.id === desk.person?.id;
  const since = there ? html` since <span class="nw">${clockTime(there.since).slice(0, 5)}</span>` : nothing;
  return html`<div class="duty" role="group" aria-label="Who deals here">
    <span class="tag ${there ? "ok" : "wait"}"><span>${isSelf ? "You deal" : there ? `${there.name} deals` : "No dealer is signed on"}${since}</span></span>
    ${buttons(desk, there, isSelf)}</div>`;
}

/** @param {Desk} desk @param {import("./waiting.js").SignedOnDealer | null} there @param {boolean} isSelf */
function buttons(desk, there, isSelf) {
  const may = (/** @type {string} */ permission) => desk.person?.permissions.includes(permission) ?? false;
  const button = (/** @type {string} */ words, /** @type {() => void} */ press, /** @type {unknown} */ key = nothing) => html`<button class="btn" ?disabled=${desk.busy} @click=${press}>${words} ${key}</button>`;
  const key = printedKey("O"); // it leads to the first button
  if (isSelf) return button("Sign off", () => sign(desk, "DELETE", "You are signed off"), key);
  return [
    may("table.deal") ? button(there ? `Relieve ${there.name}` : "Sign on", () => sign(desk, "POST", `You are signed on to ${desk.table}`), key) : nothing,
    there && may("table.rule") ? button(`Sign ${there.name} off`, () => sign(desk, "DELETE", `${there.name} is signed off`), may("table.deal") ? nothing : key) : nothing,
  ];
}

/** @param {Desk} desk @param {"POST" | "DELETE"} method @param {string} done */
async function sign(desk, method, done) {
  const path = `/api/tables/${encodeURIComponent(desk.table)}/dealer`;
  desk.busy = true;
  try {
    await (method === "POST" ? post(path) : send(method, path));
    desk.refusal = null;
    announce(done);
  } catch (error) {
    desk.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
  }
  await desk.waiting.refresh();
  desk.busy = false;
}
