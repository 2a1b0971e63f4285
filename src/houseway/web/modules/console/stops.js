/** Stop switches of the house: what is stopped, with the reasons, and a switch for a table, a game, a wager, a player or everything. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { capital } from "../lib/act-words.js";
import { get, post, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { sentence } from "../parts/clauses.js";
import { rarePanel } from "../parts/folding.js";
import "../parts/request-form.js";

/** @type {Record<string, string>} */
const SCOPES = { table: "Table", game: "Game", wager: "Wager", player: "Player", house: "Everything" };

class Stops extends PageElement {
  static properties = { tables: { attribute: false }, rarely: { type: Boolean }, stops: { state: true }, scope: { state: true }, target: { state: true }, names: { state: true }, wide: { state: true } };

  constructor() {
    super();
    /** @type {import("../lobby/lobby.js").Table[]} */
    this.tables = [];
    /** @type {{scope: string, target: string, why: string}[]} */
    this.stops = [];
    this.scope = "table";
    /** What was chosen in the list; empty for its first entry. */
    this.target = "";
    /** Whether it is one line until it is opened. */
    this.rarely = false;
    /** @type {Record<string, string>} */
    this.names = {};
    /** Whether this person may stop more than a table. */
    this.wide = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.refresh();
    this.findNames();
  }

  /** Learn who may be stopped: whoever sits at a table and, for an administrator, whoever is registered. */
  async findNames() {
    const person = await whoAmI();
    this.wide = person?.permissions.includes("house.administer") ?? false;
    const [{ names }, { people }] = await Promise.all([get("/api/tables"), this.wide ? get("/api/people") : { people: [] }]);
    const players = people.filter((/** @type {{roles: string[]}} */ { roles }) => roles.includes("player"));
    this.names = { ...this.names, ...Object.fromEntries(players.map((/** @type {{id: string, name: string}} */ { id, name }) => [id, name])), ...names };
  }

  async refresh() {
    const answer = await get("/api/house/stops").catch(() => null);
    if (answer) this.show(answer);
  }

  /** @param {{stops: {scope: string, target: string, why: string}[], names: Record<string, string>}} answer */
  show({ stops, names }) {
    this.stops = stops;
    this.names = { ...this.names, ...names };
  }

  /** @param {string} scope @param {string} target @param {boolean} stopped @param {string} why */
  async switch(scope, target, stopped, why) {
    this.show(await post("/api/house/stops", { scope, target, stopped, why }));
    return stopped ? "It is stopped" : "It goes on";
  }

  /** What can be stopped in a scope, by its id. @param {string} scope @returns {[string, string][]} */
  targets(scope) {
    if (scope === "table") return this.tables.filter((table) => table.open).map((table) => [table.id, table.id]);
    if (scope === "game") return [...new Map(this.tables.map((table) => [table.game, table.game_title]))];
    if (scope === "wager") return [...new Map(this.tables.flatMap((table) => table.wagers.map((/** @type {any} */ offer) => [`${table.game}:${offer.wager}`, `${table.game_title}: ${offer.title}`])))];
    if (scope === "player") return Object.keys(this.names).map((id) => /** @type {[string, string]} */ ([id, this.playerName(id)])).sort(([, one], [, other]) => one.localeCompare(other));
    return [];
  }

  /** The name of a player, and where he sits: two may have the same name. @param {string} id */
  playerName(id) {
    const seats = this.tables.flatMap((table) => table.seats.filter(({ player }) => player === id).map(({ position }) => `${table.id}, seat ${position}`));
    return [this.names[id], ...seats].join(", ");
  }

  render() {
    const targets = this.targets(this.scope);
    const chosen = this.scope === "house" ? "everything" : (targets.find(([id]) => id === this.target) ?? targets[0])?.[1] ?? "it";
    const scopes = Object.entries(SCOPES).filter(([scope]) => this.wide || scope === "table");
    const which = scopes.length < 2 ? nothing : html`<fieldset class="field"><legend>Stop</legend><span class="seg">${scopes.map(([scope, words]) => html`<label><input type="radio" name="scope" value=${scope} .checked=${live(this.scope === scope)} @change=${() => ([this.scope, this.target] = [scope, ""])}><span>${words}</span></label>`)}</span></fieldset>`;
    const fields = html`${which}
      ${this.scope === "house" ? nothing : html`<label>${scopes.length < 2 ? "Table" : "Which"}<select class="in" name="target" @change=${(/** @type {any} */ event) => (this.target = event.target.value)}>${targets.map(([id, name]) => html`<option value=${id} ?selected=${id === this.target}>${name}</option>`)}</select></label>`}
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`;
    const note = html`<span class="tag ${this.stops.length ? "bad" : "ok"}">${this.stops.length ? `${this.stops.length} stopped` : "all running"}</span>`;
    const content = html`${this.stops.length ? html`<ul class="plain">${this.stops.map((stop) => this.row(stop))}</ul>` : nothing}
      <div class="body"><hw-request-form danger action="Stop ${chosen}" .fields=${fields} .send=${(/** @type {any} */ { target = "", why }) => this.switch(this.scope, target, true, why)}></hw-request-form></div>`;
    return this.rarely ? rarePanel("stops", "Stop switches", note, content) : html`<section class="panel stops"><header><h2>Stop switches</h2>${note}</header>${content}</section>`;
  }

  /** @param {{scope: string, target: string, why: string}} stop */
  row(stop) {
    const name = stop.scope === "house" ? "everything" : new Map(this.targets(stop.scope)).get(stop.target) ?? this.names[stop.target] ?? stop.target;
    const fields = html`<label>Why play may go on<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`;
    return html`<li class="stopped"><div><p><b>${capital(name)}</b> <span class="tag bad">stopped</span></p><p class="soft">${sentence(stop.why)}</p>
      <hw-request-form action="Let ${name} go on" .fields=${fields} .send=${(/** @type {any} */ { why }) => this.switch(stop.scope, stop.target, false, why)}></hw-request-form></div></li>`;
  }
}
customElements.define("hw-stops", Stops);
