/** Choose a table to deal: which tables need a dealer, and what waits there. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { countThings, dollars } from "../lib/format.js";
import { clauseLinks } from "../parts/clauses.js";
import { HouseDesk } from "./house-desk.js";
import { stoppedWords, tableNow, wayToDeal, wayToRun } from "./table-now.js";
import { floorQueue, staleNotice } from "./waiting.js";

class ConsoleList extends HouseDesk {
  render() {
    if (!this.list.tables) return nothing;
    const dealt = this.list.tables.filter((table) => table.open && !table.settings.croupier);
    const program = this.list.tables.filter((table) => table.open && table.settings.croupier);
    return html`<div class="page desk dealers">
      <div class="head"><div><h1>Dealer’s console</h1><p>${countThings(dealt.length, "table is", "tables are")} dealt by a person, ${program.length} by the program.</p></div>
        <div class="modes">${this.may("table.rule") ? html`<a class="btn" href="/floor">Floor’s desk</a>` : nothing}</div></div>
      ${staleNotice(this.waiting)}
      <div class="now-waits">${this.nextTable(dealt)}${this.waiting.for("floor").length ? floorQueue(this.waiting) : nothing}</div>
      <div class="col-a">
        ${dealt.length ? html`<section class="panel"><header><h2>Tables that a person deals</h2><span class="soft small">${dealt.length} open</span></header>
          <table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th>Dealer</th><th>Players</th><th>Due now</th><th class="n">Waits</th><th><span class="vh">Open</span></th></tr></thead>
            <tbody>${dealt.map((table) => this.row(table))}</tbody></table></section>` : nothing}
        ${program.length ? html`<section class="panel"><header><h2>Tables that the program deals</h2><span class="soft small">${program.length} open</span></header>
          <table class="rec table-list"><thead><tr><th>Table</th><th>Game</th><th class="n limits">Limits</th><th class="n">Round</th><th>Players</th><th>Now</th><th><span class="vh">Open</span></th></tr></thead>
            <tbody>${program.map((table) => programRow(table, this.person))}</tbody></table></section>` : nothing}
      </div>
    </div>`;
  }

  /** @param {string} permission */
  may(permission) {
    return this.person?.permissions.includes(permission) ?? false;
  }

  /** Where this dealer goes now: to the table that he deals, or to the one that has waited longest for a dealer. @param {import("../lobby/lobby.js").Table[]} dealt */
  nextTable(dealt) {
    if (!this.waiting.steps) return nothing;
    const own = dealt.find(({ id }) => this.waiting.dealerAt(id)?.id === this.person?.id)?.id;
    const steps = this.waiting.for("dealer");
    const step = steps.find(({ table }) => (own ? table === own : !this.waiting.dealerAt(table)));
    const table = own ?? step?.table, isStopped = Boolean(dealt.find(({ id }) => id === table)?.frozen);
    if (!table) return html`<p class="panel clear-desk"><b class="tag ok done">No table waits for a dealer</b> <span class="soft">${dealt.length ? "A table that nobody deals appears here as soon as a step is due." : this.may("table.open") ? html`You open tables that people deal at the <a href="/floor">floor’s desk</a>.` : "A floorperson opens tables that people deal at the floor’s desk."}</span></p>`;
    return html`<section class="due on-felt" aria-label="Where you are needed">
      <div class="d1"><p class="k">${table} · ${own ? "You deal here" : "Nobody deals"}${step && this.waiting.age(step) ? html` · waits for <b>${this.waiting.age(step)}</b>` : nothing}</p>
        <p class="what">${step ? capital(step.words) : isStopped ? "A fault has stopped it" : "Nothing is due from you"}</p><p class="law">${step ? clauseLinks(step.clauses, 3) : isStopped ? "A floorperson can let it go on." : "The table waits for its players."}</p></div>
      <div class="d2"><a class="btn take" href=${wayToRun(table, this.person)}>${own ? "Back" : "Go"} to ${table}</a></div>
    </section>`;
  }

  /** @param {import("../lobby/lobby.js").Table} table */
  row(table) {
    const step = this.waiting.for("dealer").find((each) => each.table === table.id);
    return html`<tr>
      <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td>
      <td data-l="Dealer">${this.waiting.dealerAt(table.id)?.name ?? html`<span class="soft">nobody</span>`}</td><td data-l="Players">${playersAt(table)}</td>
      <td data-l="Due now"><span>${table.frozen ? stoppedWords(table) : step ? html`${capital(step.words)} ${clauseLinks(step.clauses, 1)}` : html`<span class="soft">${table.now ? capital(table.now) : "Waits for players"}</span>`}</span></td>
      <td class="n ${step ? "" : "usual"}" data-l="Waits"><span class="age">${step ? this.waiting.age(step) : ""}</span></td>
      <td class="go">${wayToDeal(table, this.person)}</td>
    </tr>`;
  }
}
customElements.define("hw-console-list", ConsoleList);

/** @param {import("../lobby/lobby.js").Table} table */
const playersAt = (table) => `${table.seats.filter((seat) => seat.player).length} of ${table.seats.length}`;

/** @param {import("../lobby/lobby.js").Table} table @param {import("../lib/api.js").Person | null} person */
const programRow = (table, person) => html`<tr>
  <td class="t">${table.id}</td><td data-l="Game">${table.game_title}</td><td class="n usual limits" data-l="Limits">${dollars(table.wagers[0].least)} to ${dollars(table.wagers[0].most)}</td><td class="n" data-l="Round">${table.round}</td>
  <td data-l="Players">${playersAt(table)}</td><td data-l="Now">${tableNow(table, false)}</td>
  <td class="go"><a class="btn quiet" href=${wayToRun(table.id, person)}>Watch ${table.id}</a></td>
</tr>`;
