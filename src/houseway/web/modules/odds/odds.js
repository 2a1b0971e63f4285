/** The odds laboratory: choose a wager and one of its paytables, or draft your own, and see the odds. The server computes everything. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { ensureSession, get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dollars } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { styled } from "../lib/styled.js";
import { readDollars } from "../parts/bounds.js";
import { clauseLink, refusalBox, sentence } from "../parts/clauses.js";
import { edgeScale } from "./edge-scale.js";
import { exactPercent, handWords, oneIn, percent, whole } from "./exact.js";
import { sectionLinks } from "./sections.js";

/**
 * @typedef {import("./exact.js").Exact} Exact
 * @typedef {{hand: string, words: string, pays: string, clause: string}} BookRow
 * @typedef {{letter: string, clause: string, rows: BookRow[], meters: string[]}} BookTable
 * @typedef {{wager: string, title: string, clause: string, choice_clause: string | null, envy: boolean, counted: boolean, hands: string[], paytables: BookTable[]}} Wager
 * @typedef {{hand: string, combinations: number, probability: Exact, pays: string, clause: string | null, contribution: Exact}} OddsRow
 * @typedef {{title: string, paytable: string, total: number, rows: OddsRow[], expected_value: Exact, house_edge: Exact, hit_frequency: Exact, standard_deviation: string,
 *   meters_cents: Record<string, Exact>, break_even_cents: Record<string, Exact | null>, method: string, assumptions: string[], readings: Record<string, string>, stake_cents: number}} Odds
 */

const TYPING_PAUSE = 150;
/** A payout whose number was cleared: only what it counts is left, and the row pays nothing. */
const FIRST_BOOK = "md.ultimate-texas-holdem";
const HAS_NO_NUMBER = /^[\s%]/;
const IS_NUMBER = /^[\d.,]*$/;

class OddsLaboratory extends PageElement {
  static properties = {
    books: { state: true }, book: { state: true }, wagers: { state: true }, wager: { state: true }, letter: { state: true },
    rows: { state: true }, meters: { state: true }, typed: { state: true }, odds: { state: true }, edges: { state: true }, refusal: { state: true },
  };

  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    /** @type {{book: string, short: string, title: string, jurisdiction: string}[]} */
    this.books = [];
    this.book = asked.get("book") ?? FIRST_BOOK;
    /** @type {Wager[]} */
    this.wagers = [];
    /** @type {Wager | null} */
    this.wager = null;
    this.askedWager = asked.get("wager") ?? "";
    this.letter = asked.get("paytable") ?? "";
    /** What each hand of the draft pays. @type {Map<string, string>} */
    this.rows = new Map();
    /** What the number of a hand counts: " to 1". A hand whose payout begins with no number has none. @type {Map<string, string>} */
    this.units = new Map();
    /** What the meters show, in cents. @type {Record<string, number>} */
    this.meters = {};
    /** What is being typed for a meter, or was typed and is no amount. @type {{name: string, text: string, isWrong: boolean} | null} */
    this.typed = null;
    /** @type {Odds | null} */
    this.odds = null;
    /** @type {{letter: string, edge: number}[]} */
    this.edges = [];
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.pause = 0;
    this.counts = new LastQuestion();
    this.choices = new LastQuestion();
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      this.books = await get("/api/rules/books");
      const asked = this.books.find(({ book, short }) => [book, short].includes(this.book));
      await this.chooseBook(asked?.book ?? FIRST_BOOK, this.askedWager);
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} book @param {string} [wager] */
  async chooseBook(book, wager = "") {
    this.book = book;
    const signal = this.choices.ask();
    try {
      /** @type {Wager[]} */
      const wagers = await get(`/api/odds/books/${book}/wagers`, signal);
      this.wagers = wagers.filter((each) => each.counted && each.paytables.length);
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {any} */ (error);
      return;
    }
    await this.chooseWager(this.wagers.find((each) => each.wager === wager) ?? this.wagers[0], this.letter);
  }

  /** @param {Wager} wager @param {string} [letter] */
  async chooseWager(wager, letter = "") {
    this.wager = wager;
    this.meters = {};
    this.typed = null;
    this.edges = [];
    this.odds = null;
    this.choosePaytable(wager.paytables.find((table) => table.letter === letter) ?? wager.paytables[0]);
    const edges = [];
    for (const table of wager.paytables) {
      const odds = await this.count(table.letter).catch(() => null);
      if (odds) edges.push({ letter: table.letter, edge: Number(odds.house_edge.decimal) });
    }
    if (this.wager === wager) this.edges = edges;
  }

  /** @param {BookTable} table */
  choosePaytable(table) {
    this.letter = table.letter;
    this.rows = new Map(table.rows.map((row) => [row.hand, row.pays]));
    this.units = new Map(table.rows.map((row) => [row.hand, /^[\d.,]+(.*)$/.exec(row.pays)?.[1] ?? ""]));
    this.rememberInAddress();
    this.recount();
  }

  rememberInAddress() {
    const address = new URLSearchParams({ book: this.book, wager: this.wager?.wager ?? "", ...(this.letter ? { paytable: this.letter } : {}) });
    history.replaceState(null, "", `/odds?${address}`);
  }

  /** @param {string} hand @param {string} pays */
  edit(hand, pays) {
    this.letter = "";
    this.rows = new Map(this.rows).set(hand, pays);
    this.recountSoon();
  }

  /** Take what a meter shows; without an amount, what it begins with. @param {string} name @param {string} text */
  editMeter(name, text) {
    const { [name]: _, ...others } = this.meters;
    const cents = readDollars(text);
    this.typed = text.trim() && Number.isNaN(cents) ? { name, text, isWrong: true } : null;
    if (this.typed) return;
    this.meters = text.trim() ? { ...others, [name]: cents } : others;
    this.recountSoon();
  }

  recountSoon() {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.recount(), TYPING_PAUSE);
  }

  async recount() {
    const signal = this.counts.ask();
    const paytable = this.letter || Object.fromEntries([...this.rows].filter(([, pays]) => pays.trim() && !HAS_NO_NUMBER.test(pays)).map(([hand, pays]) => [hand, pays.trim()]));
    try {
      this.odds = await this.count(paytable, signal);
      this.refusal = null;
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string | Record<string, string>} paytable @param {AbortSignal} [signal] @returns {Promise<Odds>} */
  async count(paytable, signal) {
    const answer = await post("/api/odds", { source: { kind: "book", book: this.book }, wager: this.wager?.wager, paytable, meters_cents: this.meters }, signal);
    return answer.wagers[0];
  }

  /** The hand whose payout is refused; empty if the refusal is about something else. */
  get wrongHand() {
    const given = this.refusal?.given;
    return (given && [...this.rows].find(([, pays]) => pays.trim() === given)?.[0]) || "";
  }

  render() {
    return html`<div class="page odds">
      ${sectionLinks("/odds")}
      ${this.heading()}
      ${this.refusal && !this.wrongHand ? refusalBox(this.refusal) : nothing}
      ${this.odds ? this.figures(this.odds) : this.refusal ? nothing : html`<p class="loading" role="status">Counting…</p>`}
    </div>`;
  }

  heading() {
    const wager = this.wager;
    return html`<div class="head">
      <div>
        <p class="crumb">Odds laboratory${wager ? html` · <a href="/rules/${this.book}">${this.bookTitle()}</a>` : nothing}</p>
        <h1>${wager?.title ?? "Odds laboratory"}</h1>
        <p>${this.odds ? sentence(this.odds.method) : "Every number is counted, none is sampled."}</p>
      </div>
      <div class="choices">
        <label><span class="label">Rule book</span>
          <select class="in" @change=${(/** @type {any} */ event) => this.chooseBook(event.target.value)}>
            ${this.books.map((book) => html`<option value=${book.book} ?selected=${book.book === this.book}>${book.jurisdiction}, ${book.title}</option>`)}
          </select></label>
        <label><span class="label">Wager</span>
          <select class="in" @change=${(/** @type {any} */ event) => this.chooseWager(this.wagers[event.target.selectedIndex])}>
            ${this.wagers.map((each) => html`<option ?selected=${each === wager}>${each.title}</option>`)}
          </select></label>
        ${wager ? this.letters(wager) : nothing}
      </div>
    </div>`;
  }

  bookTitle() {
    const book = this.books.find((each) => each.book === this.book);
    return book ? `${book.jurisdiction}, ${book.title}` : this.book;
  }

  /** @param {Wager} wager */
  letters(wager) {
    return html`<fieldset><legend class="label">Start from paytable</legend><span class="seg">
      ${wager.paytables.map((table) => html`<label><input type="radio" name="letter" .checked=${live(this.letter === table.letter)} @change=${() => this.choosePaytable(table)}><span>${table.letter === "single" ? "The book’s" : table.letter}</span></label>`)}
      <label><input type="radio" name="letter" .checked=${live(this.letter === "")} @change=${() => this.edit("", "")}><span>Draft</span></label>
    </span></fieldset>`;
  }

  /** @param {Odds} odds */
  figures(odds) {
    const draft = this.letter === "";
    return html`<section class="panel lab">
      <div class="figures">
        <div><span class="label">House edge</span><b class="leading">${exactPercent(odds.house_edge)}</b><span class="small soft">${this.besideEdge(odds)}</span></div>
        <div><span class="label">Hit rate</span><b>${exactPercent(odds.hit_frequency, 2)}</b><span class="small soft">${oneIn(odds.hit_frequency)}</span></div>
        <div><span class="label">Volatility, one wager</span><b>${Number(odds.standard_deviation).toFixed(4)}</b><span class="small soft">standard deviation, in stakes</span></div>
        <div class="scale"><span class="label">${this.edges.length > 1 ? "Among the paytables of the book" : "On the scale"}</span>
          ${this.edges.length ? edgeScale(this.edges, draft ? Number(odds.house_edge.decimal) : null, this.letter) : nothing}</div>
      </div>
      ${draft ? this.studyNote() : nothing}
      ${Object.keys(odds.meters_cents).length ? this.meterFields(odds) : nothing}
      <table class="rows rec">
        <thead><tr><th>Hand</th><th class="n">Combinations</th><th class="n">How often</th><th>Pays</th><th class="n">Contributes</th><th class="share"><span class="vh">Share</span></th></tr></thead>
        <tbody>${this.tableRows(odds)}</tbody>
        <tfoot><tr><td colspan="4">What the player can expect</td><td class="n" data-l="">${exactPercent(odds.expected_value, 4, true)}</td><td class="share"></td></tr></tfoot>
      </table>
      ${odds.assumptions.length ? html`<ul class="assumptions small soft">${odds.assumptions.map((words) => html`<li>${words}</li>`)}</ul>` : nothing}
    </section>`;
  }

  /** @param {Odds} odds */
  besideEdge(odds) {
    const first = this.edges[0];
    if (this.letter || !first) return `of the wager, ${percent(odds.expected_value, 4, true)} to the player`;
    return `paytable ${first.letter} holds ${(first.edge * 100).toFixed(4)}%`;
  }

  studyNote() {
    const wager = this.wager;
    if (!wager) return nothing;
    const letters = wager.paytables.map((table) => table.letter);
    return html`<p class="note"><b>For study only.</b> ${wager.title} pays by ${letters.length > 1 ? `one of the paytables ${letters[0]} to ${letters[letters.length - 1]}` : "the book’s paytable"}
      ${clauseLink(`${this.book} ${wager.choice_clause ?? wager.clause}`)}; ${differences(wager, this.rows)}.</p>`;
  }

  /** @param {Odds} odds */
  meterFields(odds) {
    return html`<div class="meters">${Object.entries(odds.meters_cents).map(([name, shown]) => {
      const even = odds.break_even_cents[name];
      const typed = this.typed?.name === name ? this.typed : null;
      return html`<label><span class="label">${name === "meter" ? "The meter shows" : `The ${name} meter shows`}</span>
        <input class="in n" inputmode="decimal" aria-invalid=${typed?.isWrong ?? false} .value=${live(typed?.text ?? dollars(this.meters[name] ?? Math.round(Number(shown.decimal))))} @input=${(/** @type {any} */ event) => (this.typed = { name, text: event.target.value, isWrong: false })} @change=${(/** @type {any} */ event) => this.editMeter(name, event.target.value)}>
        <span class="small soft" role="status">${typed?.isWrong ? "Type an amount in dollars; the figures stay as they were" : even ? `the edge is zero at ${dollars(Math.round(Number(even.decimal)))}` : "no meter makes the edge zero"}</span></label>`;
    })}</div>`;
  }

  /** @param {Odds} odds */
  tableRows(odds) {
    const largest = Math.max(...odds.rows.map((row) => Math.max(0, Number(row.contribution.decimal))));
    const rows = this.letter ? odds.rows : withDraftRows(odds.rows, this.rows);
    return repeat(rows, ({ hand }) => hand, (row) => {
      const share = Number(row.contribution.decimal);
      const changed = this.wager && !this.letter && this.wager.paytables[0].rows.find((each) => each.hand === row.hand)?.pays !== this.rows.get(row.hand);
      const wrong = row.hand === this.wrongHand;
      return html`<tr class=${wrong ? "wrong" : changed && this.rows.has(row.hand) ? "changed" : ""}>
        <td class="t">${handWords(row.hand)}</td>
        <td class="n" data-l="Combinations">${row.combinations ? whole(row.combinations) : "–"}</td>
        <td class="n soft" data-l="How often">${row.combinations ? oneIn(row.probability) : "with nothing"}</td>
        <td class="pays" data-l="Pays">${this.rows.has(row.hand) ? this.paysField(row.hand) : html`<span class="soft">${row.pays === "lose" ? "loses" : row.pays}</span>`}</td>
        <td class="n ${share < 0 ? "lose" : ""}" data-l="Contributes"><b>${exactPercent(row.contribution, 2, true)}</b></td>
        <td class="share">${share > 0 && largest ? html`<i ${styled({ "--share": share / largest })}></i>` : nothing}</td>
      </tr>${wrong && this.refusal ? wrongPayout(this.refusal) : nothing}`;
    });
  }

  /** The number of a row can be changed; what it counts ("to 1", "% of meter") stays, unless a whole payout is typed. @param {string} hand */
  paysField(hand) {
    const [pays, unit] = [this.rows.get(hand) ?? "", this.units.get(hand) ?? ""];
    const number = pays.endsWith(unit) ? pays.slice(0, pays.length - unit.length) : pays;
    const [isNumber, wrong] = [IS_NUMBER.test(number), hand === this.wrongHand];
    const typed = (/** @type {string} */ text) => this.edit(hand, IS_NUMBER.test(text) ? text + unit : text);
    return html`<span><label><span class="vh">${handWords(hand)} pays</span>
      <input class="in n" inputmode="decimal" size="5" .value=${live(isNumber ? number : pays)} aria-invalid=${wrong} aria-describedby=${wrong ? "wrong-payout" : nothing} @input=${(/** @type {any} */ event) => typed(event.target.value.trimStart())}></label><span class="soft">${isNumber ? unit : nothing}</span></span>`;
  }
}
customElements.define("hw-odds", OddsLaboratory);

/** What is wrong with the payout of the row above. @param {import("../lib/api.js").Refusal} refusal */
const wrongPayout = (refusal) => html`<tr class="finding"><td colspan="6" id="wrong-payout" role="alert"><b>${sentence(refusal.message)}</b>
  <span class="soft">The figures stay those of the last payouts that could be counted.</span></td></tr>`;

/** Say in how many rows a draft differs from the nearest paytable. @param {Wager} wager @param {Map<string, string>} rows */
function differences(wager, rows) {
  const counts = wager.paytables.map((table) => ({ letter: table.letter, count: table.rows.filter((row) => rows.get(row.hand) !== row.pays).length }));
  const nearest = counts.reduce((one, other) => (other.count < one.count ? other : one));
  const name = nearest.letter === "single" ? "it" : nearest.letter;
  return nearest.count ? `this draft is none of them, and differs from ${name} in ${countThings(nearest.count, "row")}` : `this draft is paytable ${name}`;
}

/** Put the rows of a draft in their order; one that pays nothing is counted with "nothing", and can still be changed. @param {OddsRow[]} counted @param {Map<string, string>} draft @returns {OddsRow[]} */
function withDraftRows(counted, draft) {
  const known = new Map(counted.map((row) => [row.hand, row]));
  const none = { exact: "0", decimal: "0" };
  const drafted = [...draft.keys()].filter(Boolean).map((hand) => known.get(hand) ?? { hand, combinations: 0, probability: none, pays: "", clause: null, contribution: none });
  return [...drafted, ...counted.filter(({ hand }) => !draft.has(hand))];
}
