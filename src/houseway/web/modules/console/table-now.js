/** What happens at a table now, in a list of tables. */
import { html } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { sentence } from "../parts/clauses.js";

/** @param {import("../lobby/lobby.js").Table} table @param {boolean} waits */
export function tableNow(table, waits) {
  if (!table.open) return html`<span class="tag off">Closed</span>`;
  if (table.frozen) return html`<span class="tag bad">A fault has stopped it</span>`;
  if (table.stopped) return html`<span class="tag bad">Stopped</span>`;
  if (waits) return html`<span class="tag wait">Waits for the floor</span>`;
  return html`<span class="soft">${table.now ? capital(table.now) : "Waits for players"}</span>`;
}

/** What is said of a table that a fault has stopped, to those who would deal there. @param {import("../lobby/lobby.js").Table} table */
export const stoppedWords = ({ frozen }) => html`<span class="tag bad">A fault has stopped it</span> <span class="soft">${sentence(frozen ?? "")} A floorperson can let it go on.</span>`;

/** The page on which somebody runs a table: a floorperson does not deal. @param {string} table @param {import("../lib/api.js").Person | null} person */
export const wayToRun = (table, person) => `${person?.permissions.includes("table.deal") ? "/console" : "/floor"}/${table}`;

/** The way to a table that a person deals; to one that a fault has stopped, the way to let it go on for whoever may. @param {import("../lobby/lobby.js").Table} table @param {import("../lib/api.js").Person | null} person @param {string} [look] of the link to a table that can be dealt */
export function wayToDeal({ id, frozen }, person, look = "") {
  const deals = person?.permissions.includes("table.deal");
  if (!frozen) return html`<a class="btn ${look}" href=${wayToRun(id, person)}>${deals ? "Deal" : "Open"} ${id}</a>`;
  if (person?.permissions.includes("table.stop")) return html`<a class="btn" href="/floor/${id}">Examine ${id}</a>`;
  return html`<a class="btn quiet" href="/console/${id}">Look at ${id}</a>`;
}
