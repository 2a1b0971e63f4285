/** What a dealer reads at a table that the program deals: what it has just done, and where a dealer is needed. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { log } from "../table/record/announcements.js";
import { stoppedWords, wayToDeal } from "./table-now.js";

/** @typedef {import("./staff-element.js").StaffElement & {waiting: import("./waiting.js").WaitingList}} Desk */

/** The last steps of the program, as they were announced, with their clauses, and the way to the last round. @param {Desk} desk */
export function programsSteps(desk) {
  const last = desk.state.view.round - 1;
  return html`<section class="panel lately"><header><h2>What the program has done</h2>${last ? html`<a href="/rounds/${desk.table}/${last}">Round ${last}, event by event</a>` : nothing}</header>${log(desk.events)}</section>`;
}

/** Say that there is nothing to do here, and lead to tables that a person deals. @param {Desk} desk */
export function whereToDeal(desk) {
  const tables = desk.tables.filter((table) => table.open && !table.settings.croupier);
  return html`<section class="panel elsewhere"><header><h2>Nothing for you to do here</h2></header>
    <div class="body"><p>The program deals this table, by the same clauses as a person would.</p>
      ${desk.person?.permissions.includes("table.rule") ? html`<p class="rowb"><a class="btn" href="/floor/${desk.table}">Rulings and corrections at ${desk.table}</a></p>` : nothing}</div>
    ${tables.length ? html`<ul class="plain">${tables.map((table) => otherTable(desk, table))}</ul>` : html`<p class="body led">No table is dealt by a person now. A floorperson can open one at the floor’s desk; <a href="/console">all tables</a> are at the console.</p>`}
  </section>`;
}

/** @param {Desk} desk @param {import("../lobby/lobby.js").Table} table */
function otherTable(desk, table) {
  const step = desk.waiting.for("dealer").find((each) => each.table === table.id);
  return html`<li><div><b>${table.id}</b> <span class="soft">${table.game_title}</span><span class="due-there">${table.frozen ? stoppedWords(table) : step ? capital(step.words) : table.now ? capital(table.now) : "Waits for players"}</span></div>
    ${wayToDeal(table, desk.person, step ? "primary" : "")}</li>`;
}
