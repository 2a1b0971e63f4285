/** The players for whom a table waits without a clock. A floorperson may say that one is absent; then the system acts for him. */
import { html, nothing } from "../../vendor/lit/index.js";
import { send } from "../lib/api.js";
import { sentence } from "../parts/clauses.js";
import "../parts/request-form.js";

/** @typedef {import("./staff-element.js").StaffElement & {waiting: import("./waiting.js").WaitingList}} Desk */

/** @param {Desk} desk */
export function awaitedPlayers(desk) {
  const awaited = desk.waiting.awaited.filter(({ table }) => table === desk.table);
  if (!awaited.length || desk.state.due) return nothing;
  return html`<section class="panel awaited"><header><h2>Waiting for a player</h2><span class="soft small">no clock runs at this table</span></header>
    <div class="body">${awaited.map((player) => onePlayer(desk, player))}</div></section>`;
}

/** @param {Desk} desk @param {import("./waiting.js").AwaitedPlayer} player */
function onePlayer(desk, player) {
  const name = desk.waiting.names[player.player] ?? `seat ${player.position}`;
  const age = desk.waiting.age(player);
  const mayRule = desk.person?.permissions.includes("table.rule");
  return html`<p>The table waits for <b>${name}</b> at seat ${player.position}${age ? html`, so far <b>${age}</b>` : nothing}.
      ${mayRule ? nothing : "If the player is gone, ask a floorperson, who can have the system act instead."}</p>
    ${mayRule ? html`<details><summary>${name} is absent</summary>
      <p class="soft">${sentence(player.otherwise)} It is marked as the system’s act, and your reason goes on record.</p>
      <hw-request-form .fields=${html`<label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`} action="Act for ${name}" .send=${(/** @type {Record<string, string>} */ { why }, /** @type {any} */ _, /** @type {string} */ id) => actFor(desk, player, why, id)}></hw-request-form></details>` : nothing}`;
}

/** @param {Desk} desk @param {import("./waiting.js").AwaitedPlayer} player @param {string} why @param {string} id */
async function actFor(desk, { position }, why, id) {
  await send("POST", `/api/tables/${encodeURIComponent(desk.table)}/absent`, { id, position, why });
  await desk.waiting.refresh();
  return "The system has acted";
}
