/** What needs a floorperson now, at all tables: the first of it on felt with the way there, the others below it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { countThings, dollars } from "../lib/format.js";
import { clauseLinks, sentence } from "../parts/clauses.js";
import { callWords } from "./floor-calls.js";

/**
 * @typedef {import("../lobby/lobby.js").Table} Table
 * @typedef {{table: string, kind: string, words: string, more?: string, clauses?: string[], amount?: number | null, since: number | null}} Need
 *   kind: what it is in a word or two, as in "Fault"
 */

/** Return what needs a floorperson: faults, then players who call, then what waits for the floor, then tables that nobody deals, then players without a clock. @param {import("./waiting.js").WaitingList} list @param {Table[]} tables @param {Record<string, string>} unreadable tables whose record cannot be read, and why @returns {Need[]} */
export function needsOf(list, tables, unreadable) {
  const lost = Object.entries(unreadable).map(([table, why]) => ({ table, kind: "Its record cannot be read", words: `Have the record of ${table} restored`, more: why.replace(`table:${table}: `, ""), since: null }));
  const faults = tables.filter(({ open, frozen }) => open && frozen).map(({ id, frozen }) => ({ table: id, kind: "A fault has stopped it", words: `Examine ${id}, and let it go on`, more: frozen ?? "", since: null }));
  const calls = list.calls.map((call) => ({ ...call, kind: "A player calls", words: `Go to ${list.callerOf(call)}`, more: callWords(call) }));
  const steps = list.for("floor").map((step) => ({ ...step, kind: "Waits for the floor", words: capital(step.words) }));
  const dealt = list.for("dealer").filter(({ table }) => !list.dealerAt(table)).map((step) => ({ ...step, kind: "Nobody deals", words: `Send a dealer to ${step.table}`, more: `due there: ${step.words}` }));
  const players = list.awaited.map(({ table, position, player, since }) => ({ table, kind: "Waiting for a player", words: `Look after ${list.names[player] ?? `seat ${position}`} at seat ${position}`, more: "no clock runs there, so the table waits until this player acts", since }));
  return [...lost, ...faults, ...calls, ...steps, ...dealt, ...players];
}

/** @param {import("./waiting.js").WaitingList} list @param {Need[]} needs */
export function attention(list, needs) {
  if (!list.steps) return nothing;
  const [first, ...others] = needs;
  if (!first) return html`<p class="panel clear-desk"><b class="tag ok done">Nothing waits</b> <span class="soft">Calls of players, validations, rulings, faults, and tables without a dealer appear here.</span></p>`;
  return html`<section class="due on-felt" aria-label="What waits longest">
      <div class="d1"><p class="k">${first.table} · ${first.kind}${list.age(first) ? html` · waits for <b>${list.age(first)}</b>` : nothing}</p><p class="what">${first.words}</p>
        ${first.amount ? html`<p class="sum"><b>${dollars(first.amount)}</b></p>` : nothing}
        <p class="law">${clauseLinks(first.clauses ?? [], 3)} ${sentence(first.more ?? "")}</p></div>
      <div class="d2"><a class="btn take" href="/floor/${first.table}">Go to ${first.table}</a></div>
    </section>
    ${others.length ? html`<section class="panel queue more-waits"><header><h2>${countThings(others.length, "more is waiting", "more are waiting")}</h2></header>
      <ul>${others.map((need) => row(list, need))}</ul></section>` : nothing}`;
}

/** @param {import("./waiting.js").WaitingList} list @param {Need} need */
const row = (list, need) => html`<li><div><b>${need.words}</b><span>${need.table} · ${need.kind}${need.amount ? html` · <b class="sum">${dollars(need.amount)}</b>` : nothing}</span>
    <span class="soft small">${clauseLinks(need.clauses ?? [], 3)} ${sentence(need.more ?? "")}</span></div>
  <div class="qb"><span class="age">${list.age(need) ? html`<span class="vh">waits for </span>${list.age(need)}` : nothing}</span><a class="btn" href="/floor/${need.table}">Go to ${need.table}</a></div></li>`;
