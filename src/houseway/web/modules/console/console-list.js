/** Choose a table to deal: which tables need a dealer, and what waits there. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { clauseLinks, sentence } from "../parts/clauses.js";
import { permissionMissing } from "../parts/permission.js";
import { HouseDesk } from "./house-desk.js";
import { tableNow } from "./table-now.js";
import { floorQueue } from "./waiting.js";

class ConsoleList extends HouseDesk {
  static permission = "table.attend";

  render() {
    if (this.allowed === false) return permissionMissing(this.person, "The dealer’s console", "dealers and floorpersons");
    if (!this.list.tables) return nothing;
    const dealt = this.list.tables.filter((table) => table.open && !table.settings.croupier);
    const program = this.list.tables.filter((table) => table.open && table.settings.croupier);
    const may = (/** @type {string} */ permission) => this.person?.permissions.includes(permission);
    return html`<div class="page desk">
      <div class="head"><div><h1>Dealer’s console</h1><p>Choose the table that you deal.</p></div>
        <div class="modes">${may("table.rule") ? html`<a class="btn" href="/floor">Floor’s desk</a>` : nothing}</div></div>
      <div class="desk-grid"><div class="col-a">
        <section class="panel"><header><h2>Tables that a person deals</h2><span class="soft small">${dealt.length} open</span></header>
          ${dealt.length ? html`<table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th>Dealer</th><th>Players</th><th>Due now</th><th class="n">Waits</th><th><span class="vh">Open</span></th></tr></thead>
            <tbody>${dealt.map((table) => this.row(table))}</tbody></table>`
            : html`<p class="empty"><b>No table needs a dealer</b>A floorperson opens tables that people deal at the <a href="/floor">floor’s desk</a>.</p>`}
        </section>
        ${program.length ? html`<section class="panel"><header><h2>Tables that the program deals</h2><span class="soft small">${program.length} open</span></header>
          <table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th>Players</th><th>Now</th><th class="n">Round</th><th><span class="vh">Open</span></th></tr></thead>
            <tbody>${program.map(programRow)}</tbody></table></section>` : nothing}
      </div><div class="col-b">${floorQueue(this.waiting)}</div></div>
    </div>`;
  }

  /** @param {import("../lobby/lobby.js").Table} table */
  row(table) {
    const step = this.waiting.for("dealer").find((each) => each.table === table.id);
    return html`<tr>
      <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td>
      <td data-l="Dealer">${this.waiting.dealerAt(table.id)?.name ?? html`<span class="soft">nobody</span>`}</td><td data-l="Players">${playersAt(table)}</td>
      <td data-l="Due now"><span>${table.frozen ? html`<span class="tag bad">${sentence(table.frozen)}</span>` : step ? html`${capital(step.words)} ${clauseLinks(step.clauses, 1)}` : html`<span class="soft">${table.now ? capital(table.now) : "Waits for players"}</span>`}</span></td>
      <td class="n" data-l="Waits"><span class="age">${step ? this.waiting.age(step) : ""}</span></td>
      <td class="go"><a class="btn ${step ? "primary" : ""}" href="/console/${table.id}">Deal ${table.id}</a></td>
    </tr>`;
  }
}
customElements.define("hw-console-list", ConsoleList);

/** @param {import("../lobby/lobby.js").Table} table */
const playersAt = (table) => `${table.seats.filter((seat) => seat.player).length} of ${table.seats.length}`;

/** @param {import("../lobby/lobby.js").Table} table */
const programRow = (table) => html`<tr>
  <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td><td data-l="Players">${playersAt(table)}</td>
  <td data-l="Now">${tableNow(table, false)}</td><td class="n" data-l="Round">${table.round}</td>
  <td class="go"><a class="btn quiet" href="/console/${table.id}">Watch ${table.id}</a></td>
</tr>`;
