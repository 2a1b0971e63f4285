/** Opens a table from a submission that passes. */
import { html, nothing } from "../../vendor/lit/index.js";
import { refusalBox } from "../parts/clauses.js";
import { dealtByField, metersField, waitsNote } from "../parts/table-opening.js";

/**
 * @typedef {{table: string, inventory: string, dealt: string, meters: string}} Opening inventory: as it was typed; meters: whose, empty if none is filed
 * @typedef {{content: Record<string, any> | null, meters: import("../parts/table-opening.js").Meter[], refused: import("../lib/api.js").Refusal | null, waits: string, busy: boolean}} Desk
 */

/** @param {Desk} desk @param {(opening: Opening) => void} open */
export function openingPanel({ content, meters, refused, waits, busy }, open) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const answer = (/** @type {string} */ name) => String(form.get(name) ?? "");
    open({ table: answer("table"), inventory: answer("inventory"), dealt: answer("dealt"), meters: answer("meters") });
  };
  return html`<section class="panel opening"><header><h2>Open a table from it</h2></header>
    <form class="body fields" @submit=${submit}><label><span class="label">Table</span><input class="in" name="table" required maxlength="40" placeholder="PG-9"></label>
      <label><span class="label">Table inventory</span><input class="in" name="inventory" required value="$100,000"></label>${dealtByField()}${metersField(content, meters)}<button class="btn primary" ?disabled=${busy}>Open the table</button></form>
    ${waitsNote(waits)}
    ${refused ? html`<div class="body refused">${refusalBox(refused)}</div>` : nothing}</section>`;
}
