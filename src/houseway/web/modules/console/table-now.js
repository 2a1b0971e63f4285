/** What happens at a table now, in a list of tables. */
import { html } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";

/** @param {import("../lobby/lobby.js").Table} table @param {boolean} waits */
export function tableNow(table, waits) {
  if (!table.open) return html`<span class="tag off">Closed</span>`;
  if (table.frozen) return html`<span class="tag bad">A fault has stopped it</span>`;
  if (table.stopped) return html`<span class="tag bad">Stopped</span>`;
  if (waits) return html`<span class="tag wait">Waits for the floor</span>`;
  return html`<span class="soft">${table.now ? capital(table.now) : "Waits for players"}</span>`;
}
