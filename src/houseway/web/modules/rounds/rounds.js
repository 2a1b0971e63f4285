/** Surveillance: search over the completed rounds of all tables. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime, dollars, signedDollars } from "../lib/format.js";
import { refusalBox, sentence } from "../parts/clauses.js";

/**
 * @typedef {{table: string, number: number, book: string, began_at: number, ended_at: number, staked: number,
 *   results: {player: string, net: number}[], from_meters: number, void: boolean, irregularities: string[]}} Round
 */

const RESULTS = [["", "Any result"], ["won", "A player won"], ["lost", "A player lost"], ["void", "The round was void"], ["meter", "A meter paid"]];
const CENTS = 100;

class Rounds extends PageElement {
  static properties = { tables: { state: true }, rounds: { state: true }, names: { state: true }, next: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {string[]} */
    this.tables = [];
    /** @type {Round[] | null} */
    this.rounds = null;
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {string | null} */
    this.next = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** The search, as the address states it. */
    this.sought = new URLSearchParams(location.search);
  }

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  async begin() {
    try {
      await ensureSession();
      this.tables = (await get("/api/tables")).tables.map((/** @type {{id: string}} */ table) => table.id);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    await this.search();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.sought = new URLSearchParams([...given].filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
    history.replaceState(null, "", this.sought.size ? `?${this.sought}` : "/rounds");
    this.search();
  }

  /** Search from the latest round on, or further back. @param {string} [after] */
  async search(after = "") {
    this.busy = true;
    this.refusal = null;
    try {
      const found = await get(`/api/rounds?${questionOf(this.sought, after)}`);
      this.rounds = [...(after ? this.rounds ?? [] : []), ...found.rounds];
      this.names = { ...this.names, ...found.names };
      this.next = found.next;
      announce(`${countThings(this.rounds.length, "round")} found`);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    this.busy = false;
  }

  render() {
    return html`<div class="page rounds">
      <div class="head"><div><h1>Surveillance</h1><p>Replay any completed round event by event, as the house or a seat saw it, with its ledger and its proofs. A round that is not over stays sealed.</p></div>
        <a class="btn" href="/audit">Audit of the house</a></div>
      ${this.form()}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.rounds ? this.results(this.rounds) : this.refusal ? nothing : html`<p class="loading">Loading…</p>`}
    </div>`;
  }

  form() {
    const sought = (/** @type {string} */ name) => this.sought.get(name) ?? "";
    return html`<form class="panel search" role="search" @submit=${this.submit}>
      <label><span class="label">Table</span><select class="in" name="table"><option value="">All tables</option>${this.tables.map((table) => html`<option ?selected=${table === sought("table")}>${table}</option>`)}</select></label>
      <label><span class="label">Player</span><input class="in" name="player" maxlength="60" placeholder="a name or an id" .value=${sought("player")}></label>
      <label><span class="label">From</span><input class="in" name="since" type="datetime-local" .value=${sought("since")}></label>
      <label><span class="label">Until</span><input class="in" name="until" type="datetime-local" .value=${sought("until")}></label>
      <label><span class="label">Result</span><select class="in" name="result">${RESULTS.map(([value, words]) => html`<option value=${value} ?selected=${value === sought("result")}>${words}</option>`)}</select></label>
      <label><span class="label">Won or lost, at least ($)</span><input class="in" name="least" type="number" min="0" step="0.01" .value=${sought("least")}></label>
      <label><span class="label">Words of an irregularity</span><input class="in" name="words" maxlength="60" placeholder="exposed, void" .value=${sought("words")}></label>
      <div class="ends"><label class="tick"><input type="checkbox" class="sw" name="irregular" value="true" .checked=${Boolean(sought("irregular"))}>Only irregular</label>
        <button class="btn primary" ?disabled=${this.busy}>Search</button></div>
    </form>`;
  }

  /** @param {Round[]} rounds */
  results(rounds) {
    return html`<p class="small soft found" role="status">${countThings(rounds.length, "round")}${this.next ? ", and there are earlier ones" : ""}.${rounds.length > 1 ? " The latest is first." : ""}</p>
      ${rounds.length ? html`<div class="panel"><table class="rec round-list"><thead><tr><th>Round</th><th>Began</th><th class="n">Wagered</th><th>Players</th><th>Noted</th></tr></thead><tbody>${rounds.map((round) => this.row(round))}</tbody></table></div>` : html`<p class="panel empty"><b>No such round</b>${this.next ? "Earlier rounds have not been searched yet." : "Use fewer search terms to find more."}</p>`}
      ${this.next ? html`<button class="btn more" ?disabled=${this.busy} @click=${() => this.search(this.next ?? "")}>Earlier rounds</button>` : nothing}`;
  }

  /** @param {Round} round */
  row(round) {
    return html`<tr>
      <td class="t nw"><a href="/rounds/${encodeURIComponent(round.table)}/${round.number}">${round.table}, round ${round.number}</a></td>
      <td data-l="Began" class="nw">${dateTime(round.began_at)}</td><td class="n" data-l="Wagered">${dollars(round.staked)}</td>
      <td data-l="Players"><ul class="nets">${round.results.map(({ player, net }) => html`<li>${this.names[player] ?? player} <b class=${net > 0 ? "win" : net < 0 ? "lose" : "soft"}>${signedDollars(net)}</b></li>`)}</ul>${round.results.length ? nothing : html`<span class="soft">nobody wagered</span>`}</td>
      <td class="noted">${round.void ? html`<span class="tag bad">Void</span>` : nothing}${round.from_meters ? html`<span class="tag ok">Meters paid ${dollars(round.from_meters)}</span>` : nothing}
        ${round.irregularities.map((said) => html`<p class="small">${sentence(said)}</p>`)}</td>
    </tr>`;
  }
}
customElements.define("hw-rounds", Rounds);

/** Return the search as parameters of the request. @param {URLSearchParams} sought @param {string} after */
function questionOf(sought, after) {
  const question = new URLSearchParams(sought);
  for (const name of ["since", "until"]) {
    const time = Date.parse(sought.get(name) ?? "");
    if (Number.isNaN(time)) question.delete(name);
    else question.set(name, String(time));
  }
  if (sought.get("least")) question.set("least", String(Math.round(Number(sought.get("least")) * CENTS)));
  if (after) question.set("after", after);
  return question;
}
