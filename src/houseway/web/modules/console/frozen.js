/** A table that a fault has stopped: what it was, and a form to let the table go on once it was examined. */
import { html, nothing } from "../../vendor/lit/index.js";
import { send } from "../lib/api.js";
import { sentence } from "../parts/clauses.js";
import "../parts/request-form.js";

/** @param {import("./staff-element.js").StaffElement} desk */
export function frozenTable(desk) {
  const frozen = desk.state.frozen ?? desk.live?.fault.replace(`${desk.table} is stopped: `, "").replace(`table:${desk.table}: `, "");
  if (!frozen || !desk.person?.permissions.includes("table.stop")) return nothing;
  const fields = html`<label>What you found, for the record<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`;
  return html`<section class="panel frozen"><header><h2>Let ${desk.table} go on</h2><span class="tag bad">stopped by a fault</span></header>
    <div class="body">${desk.state.frozen ? nothing : html`<p>${sentence(frozen)}</p><p class="soft">The server reads the record again, and the table stays stopped if it still cannot.</p>`}
      <hw-request-form primary action="Let ${desk.table} go on" .fields=${fields} .send=${(/** @type {Record<string, string>} */ { why }) => thaw(desk.table, why)}></hw-request-form></div></section>`;
}

/** @param {string} table @param {string} why */
async function thaw(table, why) {
  await send("POST", `/api/tables/${encodeURIComponent(table)}/thaw`, { why });
  return "The table goes on";
}
