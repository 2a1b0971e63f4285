/** The lobby: every table by rule book, with limits, meters and seats, and one click to sit. */
import { html, nothing } from "../../vendor/lit/index.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { ensureSession, get, newCommandId, post, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { unchanged } from "../lib/unchanged.js";
import { capital } from "../lib/act-words.js";
import { countThings, dollars, dollarsAndCents, numberOf, percent } from "../lib/format.js";
import { playersRefusal, sentence } from "../parts/clauses.js";
import { miniTable } from "./mini-table.js";
import "../parts/help-words.js";

/**
 * @typedef {{wager: string, title: string, least: number, most: number, stakes: number[], side: boolean}} Wager
 * @typedef {{position: number, player: string | null}} Seat
 * @typedef {{id: string, name: string, shown: number}} Meter
 * @typedef {{id: string, game: string, game_title: string, book: string, book_title: string, jurisdiction: string, clauses: number, open: boolean,
 *   frozen: string | null, stopped: string | null, round: number, now: string, betting: boolean, dealing: string, shuffling: string, decks: number,
 *   wagers: Wager[], seats: Seat[], meters: Meter[], house_edge: string[], edge_assumes: string, settings: Record<string, any>}} Table
 */

const EVERY = 1000;
const DESKS = [
  ["/console", "Dealer’s console", "The step that is due, with its clause and one key to take it."],
  ["/rounds", "Surveillance", "Replay any round event by event, as the house or one seat saw it."],
  ["/reports", "Reports", "What each table took in today, against what theory expects."],
  ["/rules", "Rules", "Every clause of four books, with code, tests and readings."],
  ["/odds", "Odds laboratory", "Exact edges of any paytable, and the 169 starting hands."],
  ["/submissions", "Submissions", "File what a book leaves open; findings come as you type."],
];
/** @type {Record<string, (table: Table) => boolean>} */
const FILTERS = {
  "All tables": () => true,
  "With a free seat": (table) => seatToTake(table) !== undefined,
  "With a meter": (table) => table.meters.length > 0,
};

class Lobby extends PageElement {
  static properties = { tables: { state: true }, unreadable: { state: true }, filter: { state: true }, refusal: { state: true }, age: { state: true } };

  constructor() {
    super();
    /** @type {Table[] | null} */
    this.tables = null;
    /** Tables whose record cannot be read, and why. @type {Record<string, string>} */
    this.unreadable = {};
    this.filter = "All tables";
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    /** Seconds since the figures last arrived; 0 while they are fresh. */
    this.age = 0;
    this.heard = Date.now();
    /** Whether an answer about the tables is on its way. */
    this.isAsking = false;
    /** Whether somebody is about to sit down: a second click would take a second seat. */
    this.isSitting = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.refresh();
    this.timer = setInterval(() => document.hidden || this.isAsking || this.refresh(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async refresh() {
    this.isAsking = true;
    try {
      ({ tables: this.tables, unreadable: this.unreadable } = await get("/api/tables"));
      this.heard = Date.now();
      this.age = 0;
    } catch {
      this.age = Math.max(1, Math.round((Date.now() - this.heard) / 1000));
    } finally {
      this.isAsking = false;
    }
  }

  /** Take a seat with the present session or as a new guest, and go to the table. @param {Table} table @param {number} position */
  async sit(table, position) {
    if (this.isSitting) return;
    this.isSitting = true;
    try {
      const isKnown = Boolean(await whoAmI());
      await ensureSession();
      if (!isKnown || !(await hasSeat(table))) await post(`/api/tables/${table.id}/commands`, { id: newCommandId(), act: "sit", facts: { position } });
      addEventListener("pageshow", () => (this.isSitting = false), { once: true }); // the browser may keep this page, and come back to it
      location.assign(`/tables/${table.id}`);
    } catch (error) {
      this.isSitting = false;
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  render() {
    const shown = this.tables?.filter(FILTERS[this.filter]) ?? [];
    return html`<div class="page">
      <header class="welcome">
        <div>
          <h1>Casino poker, dealt by the book</h1>
          <p>Live tables in your browser. Each step, payout and ruling follows the regulation to the letter, and each will show you its clause.</p>
        </div>
        ${this.jackpots()}
      </header>
      ${this.refusal ? playersRefusal(this.refusal) : nothing}
      ${this.age ? html`<p class="tag wait" role="status">The server does not answer. These figures are ${countThings(this.age, "second")} old.</p>` : nothing}
      <div class="choose">
        <fieldset class="seg"><legend class="vh">Which tables</legend>
          ${Object.keys(FILTERS).map((name) => html`<label><input type="radio" name="filter" .checked=${this.filter === name} @change=${() => (this.filter = name)}><span>${name}</span></label>`)}
        </fieldset>
        ${this.summary()}
      </div>
      ${repeat(byBook(shown), ([book]) => book, ([, tables]) => this.book(tables))}
      ${this.stoppedTables()}
      ${this.tables && !shown.length ? html`<p class="panel empty">${this.tables.length ? html`<b>No such table</b>Choose all tables to see the others.` : html`<b>No table is open yet</b>A floorperson opens the first one.`}</p>` : nothing}
      <hw-help-words></hw-help-words>
      ${this.desks()}
    </div>`;
  }

  jackpots() {
    const largest = new Map((this.tables ?? []).flatMap((table) => table.meters.map((meter) => [meter.id, { ...meter, table }])));
    const shown = [...largest.values()].sort((one, other) => other.shown - one.shown).slice(0, 4);
    if (!shown.length) return nothing;
    return html`<dl class="jackpots" aria-label="Progressive meters">
      ${shown.map((meter) => html`<div><dt>${meterTitle(meter)}</dt><dd>${dollarsAndCents(meter.shown)}</dd></div>`)}
    </dl>`;
  }

  summary() {
    if (!this.tables) return nothing;
    const players = this.tables.reduce((sum, table) => sum + table.seats.filter((seat) => seat.player).length, 0);
    const open = this.tables.filter((table) => table.open).length;
    return html`<p class="soft small">${countThings(players, "player")} at ${countThings(open, "open table")} · play chips only</p>`;
  }

  /** @param {Table[]} tables */
  book(tables) {
    const [{ book, book_title, game_title, jurisdiction, clauses }] = tables;
    return html`<section class="book" aria-labelledby="book-${book} place-${book}">
      <header>
        <div><h2 id="book-${book}">${game_title}</h2><p id="place-${book}">${capital(jurisdiction)}${book_title === game_title ? nothing : `: ${book_title}`}</p></div>
        <dl class="book-facts">${edgeOf(tables)}<div><dt>New to it?</dt><dd><a href="/how-to-play/${book}">How to play<span class="vh"> ${game_title}, ${jurisdiction}</span></a>${practiceAt(tables)}</dd></div><div><dt>Clauses</dt><dd><a href="/rules/${book}">${clauses}<span class="vh"> clauses of the rule book</span></a></dd></div></dl>
      </header>
      <div class="panel">
        <table class="rec tables">
          <thead><tr><th>Table</th><th>Limits</th><th class="side">Side wagers</th><th>Meters</th><th>Now</th><th>Seats</th><th><span class="vh">Sit</span></th></tr></thead>
          <tbody>${repeat(tables, (table) => table.id, (table) => unchanged(table, () => this.row(table)))}</tbody>
        </table>
      </div>
    </section>`;
  }

  /** @param {Table} table */
  row(table) {
    const [base] = table.wagers;
    const others = table.wagers.filter((wager) => wager.side);
    const free = seatToTake(table);
    const taken = table.seats.filter((seat) => seat.player).length;
    return html`<tr>
      <td class="id t"><b><a href="/tables/${table.id}">${table.id}</a></b><span class="small soft">${table.settings.newcomers ? "for newcomers: it waits" : dealtFrom(table)}</span></td>
      <td class="limits" data-l="Limits">${dollars(base.least)} to ${dollars(base.most)}</td>
      <td class="side ${others.length ? "" : "none"}" data-l="Side wagers"><span>${others.map((wager) => wager.title).join(", ") || "none"}</span></td>
      <td class="meters ${table.meters.length ? "" : "none"}" data-l="Meters"><span>${table.meters.length ? table.meters.map((meter) => html`<span class="meter"><i>${capital(meter.name)}</i><b>${dollarsAndCents(meter.shown)}</b></span>`) : html`<span class="soft">none</span>`}</span></td>
      <td class="now" data-l="Now">${state(table)}</td>
      <td class="seats" data-l="Seats"><span>${miniTable(table.seats)}<span class="small soft">${taken} of ${table.seats.length}</span></span></td>
      <td class="go">${free
        ? html`<button class="btn primary" @click=${() => this.sit(table, free.position)}>Sit at ${free.position}</button>`
        : html`<a class="btn" href="/tables/${table.id}">Watch</a>`}</td>
    </tr>`;
  }

  /** The tables of which nothing can be shown: their record cannot be read. */
  stoppedTables() {
    const tables = Object.keys(this.unreadable);
    if (!tables.length) return nothing;
    return html`<section class="book" aria-labelledby="stopped"><header><div><h2 id="stopped">Stopped</h2><p>until a floorperson has had the record restored</p></div></header>
      <ul class="panel stopped">${tables.map((table) => html`<li><b>${table}</b><span class="tag bad">Its record cannot be read</span><span class="soft small">Nothing is done with it, and the other tables are not touched.</span></li>`)}</ul></section>`;
  }

  desks() {
    return html`<nav class="desks" aria-label="Other desks"><h2>Behind the tables</h2><ul>
      ${DESKS.map(([path, title, words]) => html`<li><a href=${path}><b>${title}</b><span>${words}</span></a></li>`)}
    </ul></nav>`;
  }
}
customElements.define("hw-lobby", Lobby);

/** Return a meter with its game, and with the book's place if the book has only one. @param {Meter & {table: Table}} meter */
const meterTitle = ({ name, table }) => `${table.game_title}, ${table.meters.length > 1 ? capital(name) : table.jurisdiction}`;

/** Draw the way to a table that waits and explains each step, if one has a free seat. @param {Table[]} tables */
function practiceAt(tables) {
  const table = tables.find((each) => each.settings.newcomers && seatToTake(each));
  return table ? html` · <a href="/tables/${table.id}">Practise<span class="vh"> at ${table.id}, which waits for you and explains each step</span></a>` : nothing;
}

/** The exact house edge of the tables of a book, where it is known: one figure, or the lowest and the highest. @param {Table[]} tables */
function edgeOf(tables) {
  const shares = tables.flatMap(({ house_edge }) => house_edge).sort((one, other) => numberOf(one) - numberOf(other)).map(percent);
  const [lowest, highest] = [shares[0], shares.at(-1)];
  if (!lowest) return nothing;
  return html`<div><dt>House edge as filed, ${tables[0].edge_assumes}</dt><dd>${lowest === highest ? lowest : `${lowest} to ${highest}`} <span>of the ${tables[0].wagers[0].title === tables[0].game_title ? "wager" : tables[0].wagers[0].title}</span></dd></div>`;
}

/** @param {Table} table */
const seatToTake = ({ open, frozen, stopped, seats }) => (open && !frozen && !stopped ? seats.find((seat) => !seat.player) : undefined);

/** @param {Table} table */
const dealtFrom = ({ dealing, decks }) => `${dealing.replaceAll("-", " ")}${decks ? `, ${countThings(decks, "deck")}` : ""}`;

/** Say what goes on at a table: a word, a shape and a colour. @param {Table} table */
function state(table) {
  if (!table.open) return html`<span class="tag off">Closed</span>`;
  if (table.frozen) return html`<span class="tag bad">Stopped: ${table.frozen}</span><span class="small soft">until a floorperson lets it go on</span>`;
  if (table.stopped) return html`<span class="tag wait">${sentence(table.stopped)}</span>`;
  return html`<span class="tag ok">${table.betting ? "Wagers open" : capital(table.now || "players decide")}</span><span class="small soft">round ${table.round}</span>`;
}

/** Whether this person sits at a table already, and wants to go back there. @param {Table} table */
const hasSeat = async ({ id }) => Boolean((await get(`/api/tables/${id}?as=player`)).own?.positions.length);

/** Group tables by their rule book, in their order. @param {Table[]} tables @returns {[string, Table[]][]} */
function byBook(tables) {
  /** @type {Map<string, Table[]>} */
  const books = new Map();
  for (const table of tables) books.set(table.book, [...(books.get(table.book) ?? []), table]);
  return [...books];
}
