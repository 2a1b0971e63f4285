/** The floor's desk: all tables, what waits, meters, and stop switches. */
import { html, nothing } from "../../vendor/lit/index.js";
import { permissionMissing } from "../parts/permission.js";
import { HouseDesk } from "./house-desk.js";
import { tableNow } from "./table-now.js";
import { floorQueue } from "./waiting.js";
import "./cage.js";
import "./meters.js";
import "./opening.js";
import "./stops.js";

class FloorDesk extends HouseDesk {
  static permission = "table.rule";

  render() {
    if (this.allowed === false) return permissionMissing(this.person, "The floor’s desk", "floorpersons");
    if (!this.list.tables) return nothing;
    return html`<div class="page desk">
      <div class="head"><div><h1>Floor’s desk</h1><p>What waits for a floorperson, at every table of the house.</p></div>
        <div class="modes"><a class="btn" href="/console">Dealer’s console</a></div></div>
      <div class="desk-grid"><div class="col-a">
        ${floorQueue(this.waiting)}
        ${this.tables(this.list.tables)}
        <hw-meters></hw-meters>
        <hw-opening @table-opened=${() => this.list.refresh()}></hw-opening>
      </div><div class="col-b">
        <hw-stops .tables=${this.list.tables}></hw-stops>
        <hw-cage></hw-cage>
      </div></div>
    </div>`;
  }

  /** @param {import("../lobby/lobby.js").Table[]} tables */
  tables(tables) {
    return html`<section class="panel"><header><h2>Tables</h2><span class="soft small">${tables.filter((table) => table.open).length} open</span></header>
      <table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th>Dealt by</th><th class="n">Round</th><th>Players</th><th>Now</th><th><span class="vh">Open</span></th></tr></thead>
      <tbody>${tables.map((table) => this.row(table))}</tbody></table></section>`;
  }

  /** @param {import("../lobby/lobby.js").Table} table */
  row(table) {
    const waits = this.waiting.for("floor").some((step) => step.table === table.id);
    return html`<tr>
      <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td>
      <td data-l="Dealt by">${table.settings.croupier ? "the program" : this.waiting.dealerAt(table.id)?.name ?? html`<span class="soft">nobody</span>`}</td>
      <td class="n" data-l="Round">${table.round}</td>
      <td data-l="Players">${table.seats.filter((seat) => seat.player).length} of ${table.seats.length}</td>
      <td data-l="Now">${tableNow(table, waits)}</td>
      <td class="go"><a class="btn ${waits ? "primary" : ""}" href="/floor/${table.id}">Open ${table.id}</a></td>
    </tr>`;
  }
}
customElements.define("hw-floor-desk", FloorDesk);
