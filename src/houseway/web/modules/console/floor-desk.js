/** The floor's desk: what waits now, all tables, meters, and what is seldom done. */
import { html, nothing } from "../../vendor/lit/index.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { countThings } from "../lib/format.js";
import { attention, needsOf } from "./attention.js";
import { HouseDesk } from "./house-desk.js";
import { tableNow } from "./table-now.js";
import { staleNotice } from "./waiting.js";
import "./cage.js";
import "./meters.js";
import "./opening.js";
import "./stops.js";

class FloorDesk extends HouseDesk {
  render() {
    if (!this.list.tables) return nothing;
    const { tables } = this.list;
    const needs = needsOf(this.waiting, tables, this.list.unreadable);
    return html`<div class="page desk floor">
      <div class="head"><div><h1>Floor’s desk</h1><p>${house(tables)}</p></div>
        <div class="modes">${this.person?.permissions.includes("report.read") ? html`<a class="btn" href="/disputes">Look into a dispute</a>` : nothing}<a class="btn" href="/console">Dealer’s console</a></div></div>
      ${staleNotice(this.waiting)}
      <div class="now-waits">${attention(this.waiting, needs)}</div>
      <div class="desk-grid"><div class="col-a">
        ${this.tables(tables, needs)}
        <hw-meters></hw-meters>
      </div><div class="col-b">
        <hw-cage></hw-cage>
        <hw-opening @table-opened=${() => this.list.refresh()}></hw-opening>
        <hw-stops rarely .tables=${tables}></hw-stops>
      </div></div>
    </div>`;
  }

  /** The tables, first those that need somebody. @param {import("../lobby/lobby.js").Table[]} tables @param {import("./attention.js").Need[]} needs */
  tables(tables, needs) {
    const places = new Map([...needs.entries()].reverse().map(([place, { table }]) => [table, place]));
    const placeOf = (/** @type {import("../lobby/lobby.js").Table} */ { id }) => places.get(id) ?? needs.length;
    const sorted = [...tables].sort((one, other) => placeOf(one) - placeOf(other));
    return html`<section class="panel"><header><h2>Tables</h2><span class="soft small">${tables.filter((table) => table.open).length} open</span></header>
      <table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th>Dealt by</th><th class="n">Round</th><th>Players</th><th>Now</th><th><span class="vh">Open</span></th></tr></thead>
      <tbody>${repeat(sorted, ({ id }) => id, (table) => this.row(table, places.has(table.id)))}</tbody></table></section>`;
  }

  /** @param {import("../lobby/lobby.js").Table} table @param {boolean} isNeeded */
  row(table, isNeeded) {
    const waits = this.waiting.for("floor").some((step) => step.table === table.id);
    return html`<tr class=${isNeeded ? "needed" : ""}>
      <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td>
      <td class=${table.settings.croupier ? "usual" : ""} data-l="Dealt by">${table.settings.croupier ? "the program" : this.waiting.dealerAt(table.id)?.name ?? html`<span class="soft">nobody</span>`}</td>
      <td class="n" data-l="Round">${table.round}</td>
      <td data-l="Players">${table.seats.filter((seat) => seat.player).length} of ${table.seats.length}</td>
      <td data-l="Now">${tableNow(table, waits)}</td>
      <td class="go"><a class="btn ${isNeeded ? "" : "quiet"}" href="/floor/${table.id}">Open<span class="vh"> ${table.id}</span></a></td>
    </tr>`;
  }
}
customElements.define("hw-floor-desk", FloorDesk);

/** The house in a line. @param {import("../lobby/lobby.js").Table[]} tables */
function house(tables) {
  const open = tables.filter((table) => table.open);
  const players = open.reduce((sum, table) => sum + table.seats.filter((seat) => seat.player).length, 0);
  return `${countThings(players, "player")} at ${countThings(open.length, "open table")}. What needs you comes first.`;
}
