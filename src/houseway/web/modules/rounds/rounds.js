/** Surveillance: search over the completed rounds of all tables. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, typedTime } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { refusalBox } from "../parts/clauses.js";
import { WidthListener } from "../parts/folding.js";
import { roundList, sums } from "./found-rounds.js";
import { PERIODS, RESULTS, questionOf, searchForm } from "./search-form.js";

class Rounds extends PageElement {
  static properties = { mayAudit: { state: true }, mayCompare: { state: true }, tables: { state: true }, found: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** Titles of games by table. @type {Record<string, string>} */
    this.tables = {};
    /** @type {{rounds: import("./found-rounds.js").Round[], names: Record<string, string>, next: string | null, since: number} | null} */
    this.found = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    this.mayAudit = false;
    /** Whether somebody may look at the rounds of one player. */
    this.mayCompare = false;
    /** The search, as the address states it. */
    this.sought = new URLSearchParams(location.search);
    for (const [name, choices] of /** @type {[string, [string, string][]][]} */ ([["when", PERIODS], ["result", RESULTS]])) {
      if (!choices.some(([value]) => value === this.sought.get(name))) this.sought.delete(name); // nobody can have chosen it
    }
    this.width = new WidthListener(this);
    this.searches = new LastQuestion();
  }

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  async begin() {
    try {
      const { permissions } = await ensureSession();
      this.mayAudit = permissions.includes("audit.read");
      this.mayCompare = permissions.includes("report.read");
      const { tables } = await get("/api/tables");
      this.tables = Object.fromEntries(tables.map((/** @type {{id: string, game_title: string}} */ table) => [table.id, table.game_title]));
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    await this.search();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const wasBetween = this.term("when") === "between";
    if (given.get("when") !== "between") for (const name of ["since", "until"]) given.delete(name);
    else if (!wasBetween && this.found?.since) given.set("since", typedTime(this.found.since));
    this.seek(new URLSearchParams([...given].filter(([, value]) => value).map(([name, value]) => [name, String(value)])));
    if (given.get("when") === "between" && !wasBetween) this.updateComplete.then(() => /** @type {HTMLElement | null} */ (this.querySelector("[name=since]"))?.focus());
  }

  /** @param {URLSearchParams} sought */
  seek(sought) {
    this.sought = sought;
    history.replaceState(null, "", sought.size ? `?${sought}` : "/rounds");
    this.search();
  }

  /** What is sought under a name. @param {string} name @returns {string} */
  term(name) {
    const given = this.sought.get(name) ?? "";
    return name === "when" && !given && (this.sought.get("since") || this.sought.get("until")) ? "between" : given;
  }

  /** Search from the latest round on, or further back. @param {string} [after] */
  async search(after = "") {
    const question = questionOf(this.sought, after);
    this.requestUpdate();
    if (!question) return;
    const signal = this.searches.ask();
    this.busy = true;
    this.refusal = null;
    try {
      const found = await get(`/api/rounds?${question}`, signal);
      const before = after && this.found ? this.found : { rounds: [], names: {} };
      this.found = { ...found, rounds: [...before.rounds, ...found.rounds], names: { ...before.names, ...found.names } };
      announce(`${countThings(this.found?.rounds.length ?? 0, "round")} found`);
    } catch (error) {
      if (signal.aborted) return;
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      this.found = after ? this.found : null;
    }
    this.busy = false;
  }

  render() {
    return html`<div class="page rounds">
      <div class="head"><div><h1>Surveillance</h1><p>Replay any completed round event by event, as the house or a seat saw it, with its ledger and its proofs. A round that is not over stays sealed.</p></div>
        <p class="files">${this.mayCompare ? html`<a class="btn" href="/disputes">Look into a dispute</a>` : nothing}
          ${this.mayAudit ? html`<a class="btn" href="/audit">Audit of the house</a>` : html`<a class="btn" href="/log">Check the house</a>`}</p></div>
      ${searchForm((name) => this.term(name), Object.keys(this.tables), this.busy, (event) => this.submit(event))}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.found ? this.results(this.found) : this.refusal || !questionOf(this.sought, "") ? nothing : html`<p class="loading">Loading…</p>`}
    </div>`;
  }

  /** @param {NonNullable<Rounds["found"]>} found */
  results({ rounds, names, next }) {
    return html`<div class="found"><h2 role="status">${next ? `The latest ${countThings(rounds.length, "round")}` : countThings(rounds.length, "round")}</h2>${rounds.length ? sums(rounds) : nothing}
        ${this.sought.size ? html`<button class="btn quiet" @click=${() => this.seek(new URLSearchParams())}>Clear the search</button>` : nothing}</div>
      ${rounds.length ? html`<div class="panel" aria-busy=${this.busy}>${roundList(rounds, names, this.tables)}</div>` : this.nothingFound(next)}
      ${next ? html`<button class="btn more" ?disabled=${this.busy} @click=${() => this.search(next)}>Earlier rounds</button>` : nothing}`;
  }

  /** Say what was sought in vain, and offer to seek less. @param {string | null} next */
  nothingFound(next) {
    if (!this.sought.size) return html`<p class="panel empty"><b>No round is complete yet</b>Rounds appear here as soon as they are over.</p>`;
    const without = new URLSearchParams(this.sought);
    for (const name of ["when", "since", "until"]) without.delete(name);
    return html`<div class="panel empty"><b>No round fits</b><p>Sought: ${this.inWords().join(", ")}.${next ? " Earlier rounds have not been searched yet." : ""}</p>
      ${this.term("when") && without.size ? html`<p class="send"><button class="btn" @click=${() => this.seek(without)}>Search all times</button></p>` : nothing}</div>`;
  }

  /** The search in words. @returns {string[]} */
  inWords() {
    const [since, until] = [this.term("since"), this.term("until")];
    /** @type {Record<string, (given: string) => string>} */
    const words = {
      when: (given) => (given === "between" ? [since && `from ${since} on`, until && `until ${until}`].filter(Boolean).join(" ") : named(PERIODS, given)),
      result: (given) => named(RESULTS, given),
      irregular: () => "irregular",
      table: (given) => given,
      player: (given) => `player “${given}”`,
      least: (given) => `$${given} or more`,
      words: (given) => `“${given}”`,
    };
    return Object.keys(words).map((name) => this.term(name) && words[name](this.term(name))).filter(Boolean);
  }
}
customElements.define("hw-rounds", Rounds);

/** @param {[string, string][]} choices @param {string} given */
const named = (choices, given) => (choices.find(([value]) => value === given)?.[1] ?? given).toLowerCase();
