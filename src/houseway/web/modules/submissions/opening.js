/** Opens a table from a submission that passes. */
import { html, nothing } from "../../vendor/lit/index.js";
import { refusalBox } from "../parts/clauses.js";

/** @typedef {{table: string, inventory_cents: number, refusal: import("../lib/api.js").Refusal}} RefusedOpening */

/** The codes of refusals: the meters are not filed for the table; other tables share them under other terms. */
const [NOT_ITS_METERS, SHARED] = ["progressive.table", "progressive.shared"];

/** @param {RefusedOpening | null} refused @param {(table: string, inventory_cents: number) => void} open @param {(refused: RefusedOpening) => void} openWithMeters */
export function openingPanel(refused, open, openWithMeters) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    open(String(form.get("table")), Math.round(Number(String(form.get("inventory")).replace(/[$,]/g, "")) * 100));
  };
  return html`<section class="panel opening"><header><h2>Open a table from it</h2></header>
    <form class="body fields" @submit=${submit}><label><span class="label">Table</span><input class="in" name="table" required maxlength="40" placeholder="PG-9"></label>
      <label><span class="label">Table inventory</span><input class="in" name="inventory" required value="$100,000"></label><button class="btn primary">Open the table</button></form>
    ${refused ? html`<div class="body refused">${refusalBox(refused.refusal)}${remedy(refused, openWithMeters)}</div>` : nothing}</section>`;
}

/** Say what can be done, and do it if that is one step. @param {RefusedOpening} refused @param {(refused: RefusedOpening) => void} openWithMeters */
function remedy(refused, openWithMeters) {
  const { table, refusal } = refused;
  if (refusal.code === SHARED) return html`<p>These meters run already, for the tables for which they were filed. Take the wager out under Wagers, and ${table} opens without it.</p>`;
  if (refusal.code !== NOT_ITS_METERS) return nothing;
  return html`<p>Open one of the tables for which they are filed, or file them for this table alone.</p>
    <p><button class="btn" @click=${() => openWithMeters(refused)}>File the meters for ${table} alone, and open it</button></p>`;
}
