/** A session of many rounds at one spot: what one has at the end, how often one is ahead or ruined, and what each side bet changes. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { ensureSession, get } from "../lib/api.js";
import { dollars } from "../lib/format.js";
import { answerAddress } from "../lib/job.js";
import { LastQuestion } from "../lib/late-answers.js";
import { styled } from "../lib/styled.js";
import { readDollars } from "../parts/bounds.js";
import { clauseLink } from "../parts/clauses.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

/**
 * @typedef {{wager: string, title: string, clause: string, paytables: string[], stakes_cents: number[], minimum_cents: number}} SessionWager
 * @typedef {{book: string, first: string, bet_cents: number, own: SessionWager[], sides: SessionWager[], raises: boolean, sets_hands: boolean}} Choices
 * @typedef {{chips: string, chance: number, percent: string, result: "won" | "lost" | "even"}} ChartClass
 * @typedef {{wagers: string[][], figures: string[][], percentiles: string[][], chart: ChartClass[], side_columns: string[], side_rows: string[][], notes: string[]}} Words
 */

const FIRST_BOOK = "md.ultimate-texas-holdem";
const FIRST_WAY = "foxwoods";
/** The fields of the address besides the book, with what stands in them at first. */
const FIRST_VALUES = { bankroll: "$1,000", rounds: "200", bet: "", "stop-at": "", "ruin-at": "round", dealer: FIRST_WAY, player: "" };
/** The figures that stand above all others: their names in the answer, and what they are called on the page. */
const LEADING = /** @type {const} */ ([["ahead at the end", "Ahead at the end"], ["ruined within the session", "Ruined on the way"]]);

class Session extends PageWithJob {
  static properties = { books: { state: true }, choices: { state: true }, values: { state: true }, ways: { state: true }, wrong: { state: true } };

  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    /** @type {{book: string, short: string, title: string, jurisdiction: string}[]} */
    this.books = [];
    /** @type {{name: string, title: string}[]} */
    this.ways = [];
    /** What the book lets one choose. @type {Choices | null} */
    this.choices = null;
    /** What stands in the fields, by their names in the address; that of an optional wager is `side.` and its id. @type {Record<string, string>} */
    this.values = { ...FIRST_VALUES, ...Object.fromEntries(asked) };
    /** The names of fields that hold no amount. @type {string[]} */
    this.wrong = [];
    this.isAsked = asked.has("bankroll");
    this.lists = new LastQuestion();
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      [this.books, this.ways] = await Promise.all([get("/api/rules/books"), get("/api/house-ways")]);
      const asked = this.books.find(({ book, short }) => [book, short].includes(this.values.book));
      await this.chooseBook(asked?.book ?? FIRST_BOOK);
      if (this.isAsked) this.play();
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} book */
  async chooseBook(book) {
    const signal = this.lists.ask();
    try {
      /** @type {Choices} */
      const choices = await get(`/api/sessions/books/${book}`, signal);
      if (this.choices) this.forget();
      this.choices = choices;
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {any} */ (error);
    }
  }

  /** Forget what belonged to another book: its wagers, and what was computed. */
  forget() {
    this.cancel();
    this.answer = null;
    this.values = Object.fromEntries(Object.entries(this.values).filter(([name]) => name in FIRST_VALUES && name !== "bet"));
    this.wrong = [];
  }

  /** @param {string} name @param {string} value */
  write(name, value) {
    this.values = { ...this.values, [name]: value };
    this.wrong = this.wrong.filter((each) => each !== name);
  }

  /** Return the amount of a field in cents; undefined where nothing stands in it, and null where it is no amount. @param {string} name */
  amount(name) {
    const text = (this.values[name] ?? "").trim();
    if (!text) return undefined;
    const cents = readDollars(text);
    return Number.isNaN(cents) ? null : cents;
  }

  play() {
    const { choices, values } = this;
    if (!choices) return;
    const rounds = Number(values.rounds.replaceAll(",", ""));
    const amounts = Object.fromEntries(["bankroll", "bet", "stop-at", ...choices.sides.map(sideName)].map((name) => [name, this.amount(name)]));
    this.wrong = [...Object.keys(amounts).filter((name) => amounts[name] === null || (name === "bankroll" && amounts[name] === undefined)), ...(rounds >= 1 && Number.isInteger(rounds) ? [] : ["rounds"])];
    if (this.wrong.length) return;
    const sides = choices.sides.flatMap((side) => (amounts[sideName(side)] ? [[side.wager, amounts[sideName(side)]]] : []));
    const paytables = [...choices.own, ...choices.sides].flatMap(({ wager }) => (values[`paytable.${wager}`] ? [[wager, values[`paytable.${wager}`]]] : []));
    const way = (/** @type {string} */ name) => (choices.sets_hands && name ? { kind: "name", name } : undefined);
    this.answer = null;
    history.replaceState(null, "", `/odds/session?${new URLSearchParams([["book", choices.book], ...Object.entries(values).filter(([name, value]) => name !== "book" && value)])}`);
    this.compute("/api/sessions", {
      source: { kind: "book", book: choices.book, paytables: Object.fromEntries(paytables) },
      bankroll_cents: amounts.bankroll, rounds, bet_cents: amounts.bet, stop_at_cents: amounts["stop-at"], ruin_at: values["ruin-at"],
      sides_cents: Object.fromEntries(sides), house_way: way(values.dealer), against: way(values.player),
    });
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/session")}
      ${this.heading("A session", "What many rounds with the same bets bring: every deal of a round is counted, and the rounds are put together exactly. Nothing is simulated.")}
      ${this.choices ? this.form(this.choices) : nothing}
      ${this.progress()}
      ${this.answer && this.done ? this.results(this.answer.words, this.done) : nothing}
    </div>`;
  }

  /** @param {Choices} choices */
  form(choices) {
    const first = choices.own.find(({ wager }) => wager === choices.first);
    const chosen = choices.own.filter(({ paytables }) => paytables.length > 1);
    return html`<form class="panel session-form" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), this.play())}>
      <div class="body fields">
        <label class="wide"><span class="label">Rule book</span><select class="in" @change=${(/** @type {any} */ event) => this.chooseBook(event.target.value)}>
          ${this.books.map((each) => html`<option value=${each.book} ?selected=${each.book === choices.book}>${each.title}, ${capital(each.jurisdiction)}</option>`)}</select></label>
        ${this.field("bankroll", "Chips at the beginning", "$1,000")}
        ${this.field("rounds", "Rounds", "200")}
        ${this.field("bet", first?.title ?? "Bet", dollars(choices.bet_cents))}
        ${this.field("stop-at", "Stop with", "never")}
        ${choices.raises ? this.select("ruin-at", "Ruined when the chips do not cover", [["round", "a whole round with every raise"], ["base", "its first wagers"]]) : nothing}
        ${chosen.map((wager) => this.paytable(wager, `${wager.title} paytable`))}
        ${choices.sets_hands ? html`${this.select("dealer", "The dealer sets by", this.ways.map(({ name, title }) => [name, title]))}
          ${this.select("player", "The player sets by", [["", "the same"], ...this.ways.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]))])}` : nothing}
      </div>
      ${choices.sides.length ? html`<fieldset class="body sides"><legend class="label">Optional wagers of every round</legend>
        <div class="side-list">${choices.sides.map((side) => this.side(side))}</div></fieldset>` : nothing}
      <p class="body"><button class="btn primary" ?disabled=${this.job !== null}>Play the session</button></p>
    </form>`;
  }

  /** @param {string} name @param {string} label @param {string} placeholder */
  field(name, label, placeholder) {
    const isWrong = this.wrong.includes(name);
    return html`<label class="short"><span class="label">${label}</span>
      <input class="in" inputmode="decimal" autocomplete="off" .value=${this.values[name] ?? ""} placeholder=${placeholder} aria-invalid=${isWrong ? "true" : nothing}
        @input=${(/** @type {any} */ event) => this.write(name, event.target.value)}>
      ${isWrong ? html`<span class="small lose">${name === "rounds" ? "Type a whole number" : "Type an amount in dollars"}</span>` : nothing}</label>`;
  }

  /** @param {string} name @param {string} label @param {[string, string][]} options */
  select(name, label, options) {
    return html`<label><span class="label">${label}</span><select class="in" @change=${(/** @type {any} */ event) => this.write(name, event.target.value)}>
      ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === (this.values[name] ?? "")}>${words}</option>`)}</select></label>`;
  }

  /** @param {SessionWager} wager @param {string} label */
  paytable({ wager, paytables }, label) {
    return this.select(`paytable.${wager}`, label, paytables.map((letter, place) => [place ? letter : "", letter]));
  }

  /** An optional wager: its stake, if it is made, and its paytable. @param {SessionWager} side */
  side(side) {
    const name = sideName(side);
    const stakes = side.stakes_cents.map((cents) => dollars(cents));
    return html`<div><p><b>${side.title}</b> ${clauseLink(side.clause)}</p>
      <div class="fields">
        ${stakes.length ? this.select(name, "Stake", [["", "none"], ...stakes.map((stake) => /** @type {[string, string]} */ ([stake, stake]))]) : this.field(name, side.minimum_cents ? `Stake, ${dollars(side.minimum_cents)} or more` : "Stake", "none")}
        ${side.paytables.length > 1 ? this.paytable(side, "Paytable") : nothing}
      </div></div>`;
  }

  /** @param {Words} words @param {import("../lib/job.js").Job} job */
  results(words, job) {
    const figures = new Map(words.figures.map(([name, value]) => [name, value]));
    const target = words.figures.find(([name]) => name.startsWith("reaches "));
    return html`<section class="panel session" aria-live="polite">
      <header><h2>How it ends</h2><span class="soft small">${words.wagers.map(([title, stake]) => `${title} ${stake}`).join(", ")}</span></header>
      <div class="figures ends">
        ${LEADING.map(([name, label], place) => html`<div><span class="label">${label}</span><b class=${place ? "" : "leading"}>${figures.get(name)}</b></div>`)}
        ${target ? html`<div><span class="label">${capital(target[0])}</span><b>${target[1]}</b></div>` : nothing}
      </div>
      <div class="session-parts">
        ${chipsChart(words.chart)}
        ${percentiles(words.percentiles)}
      </div>
      ${words.side_rows.length ? sideTable(words) : nothing}
      <dl class="session-figures">${words.figures.map(([name, value]) => html`<div><dt>${capital(name)}</dt><dd>${minus(value)}</dd></div>`)}</dl>
      <ul class="assumptions small soft">${words.notes.map((note) => html`<li>${capital(note)}</li>`)}</ul>
      <p class="body fields"><a class="btn" href=${answerAddress(job, "csv")} download="session.csv">Download CSV</a><a class="btn" href=${answerAddress(job, "json")} download="session.json">Download JSON</a></p>
    </section>`;
  }
}
customElements.define("hw-session", Session);

/** @param {SessionWager} side */
function sideName(side) {
  return `side.${side.wager}`;
}

/** Bars of the chips at the end: won, lost, and around what one began with. @param {ChartClass[]} classes */
function chipsChart(classes) {
  const most = Math.max(...classes.map(({ chance }) => chance));
  return html`<table class="rows bars"><caption class="label">How often one ends with so many chips</caption>
    <thead class="vh"><tr><th>Chips</th><th>Bar</th><th class="n">How often</th></tr></thead>
    <tbody>${classes.map(({ chips, chance, percent, result }) => html`<tr class=${result}><td>${chips}</td>
      <td class="share"><i ${styled({ "--share": String(chance / most) })}></i></td><td class="n">${percent}</td></tr>`)}</tbody></table>`;
}

/** @param {string[][]} rows */
const percentiles = (rows) => html`<table class="percentiles"><caption class="label">Chips at the end</caption><thead><tr><th>Of all sessions</th><th class="n">at most</th><th class="n">Result</th></tr></thead>
  <tbody>${rows.map(([share, chips, result]) => html`<tr><td>${share}</td><td class="n">${chips}</td><td class="n">${minus(result)}</td></tr>`)}</tbody></table>`;

/** What each optional wager changes. @param {Words} words */
const sideTable = ({ side_columns: columns, side_rows: rows }) => html`<table class="rec side-changes"><caption class="label">What the optional wagers change</caption>
  <thead><tr>${columns.map((name, place) => html`<th class=${place ? "n" : ""}>${name ? capital(name) : html`<span class="vh">Session</span>`}</th>`)}</tr></thead>
  <tbody>${rows.map((row) => html`<tr>${row.map((cell, place) => html`<td class=${place ? "n" : "t"} data-l=${capital(columns[place])}>${place ? minus(cell) : capital(cell)}</td>`)}</tr>`)}</tbody></table>`;

/** Write amounts with a minus sign. @param {string} amount */
function minus(amount) {
  return amount.replaceAll("-$", "−$");
}
