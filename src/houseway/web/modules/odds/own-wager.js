/** A wager of one's own: a form whose lists the server sends, and the edge while it is typed. The server checks and counts everything. */
import { html, nothing } from "../../vendor/lit/index.js";
import { SentOnce, ensureSession, get, post, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { LastQuestion } from "../lib/late-answers.js";
import { saveFile } from "../lib/save-file.js";
import { requireDollars } from "../parts/bounds.js";
import { refusalBox, sentence } from "../parts/clauses.js";
import { exactPercent, oneIn, percent } from "./exact.js";
import { handsPanel } from "./own-wager-hands.js";
import { termsPanel } from "./own-wager-terms.js";
import { sectionLinks } from "./sections.js";

/**
 * @typedef {{value: string, words: string}} Choice
 * @typedef {{key: string, words: string, kind: string, choices: (string | number)[], start: any}} ConditionChoice
 * @typedef {{books: Choice[], book: string, cards: Choice[], chosen_cards: string, count: number, orders: Choice[], order: string, hands: Choice[], folds: Choice[], void_bases: Choice[],
 *   needs: Choice[], conditions: ConditionChoice[], aces: string[], totals: Record<string, number[]>, pays: string, stakes: string, most_rows: number, longest_title: number}} Choices
 * @typedef {{key: number, title: string, conditions: Record<string, any>, pays: string, hand: string}} Row key: tells the row from others on the page, and is not sent
 * @typedef {{book: string, title: string, cards: string, order: string, pays_order: boolean, fold: string, void_base: string, needs: string[], stakes: string, wager: string, rows: Row[]}} Draft
 * @typedef {{place: string, message: string, allowed: string}} Finding
 * @typedef {{findings: Finding[], odds: import("./odds.js").Odds[], not_counted: string, wager: string, file: string}} Answer
 */

const PATH = "/api/odds/own-wagers";
const DRAFT = "houseway-own-wager";
const TYPING_PAUSE = 200;
const PAUSE_BEFORE_ASKING_AGAIN = 1000;
/** A count that takes longer is said to be under way. */
const LONG_COUNT = 500;
const FIRST_BOOK = "md.ultimate-texas-holdem";
const ASK_AGAIN = ["odds.counting", "jobs.too-many", "jobs.full"];
const [FIRST_HAND, FIRST_PAYOUT] = ["Pair", "15 to 1"];

class OwnWager extends PageElement {
  static properties = {
    choices: { state: true }, draft: { state: true }, answer: { state: true }, refusal: { state: true }, isSlow: { state: true }, mayOpen: { state: true }, opened: { state: true }, notOpened: { state: true },
    isOpening: { state: true },
  };

  constructor() {
    super();
    /** @type {Choices | null} */
    this.choices = null;
    /** @type {Draft | null} */
    this.draft = null;
    /** The answer about the draft as it is, or if that is wrong, with its findings and the figures of before. @type {Answer | null} */
    this.answer = null;
    /** The figures of the last draft that could be counted: of each row by its key. @type {{odds: import("./odds.js").Odds, all: import("./odds.js").Odds[], rows: Map<number, import("./odds.js").OddsRow>} | null} */
    this.figures = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.isCounting = false;
    this.isSlow = false;
    this.isStale = false;
    /** The rows of the other sort, for whoever comes back to it: conditions of one's own, or the hands of an order. @type {Row[]} */
    this.otherRows = [];
    this.mayOpen = false;
    /** The table that was opened. */
    this.opened = "";
    /** @type {import("../lib/api.js").Refusal | null} */
    this.notOpened = null;
    this.isOpening = false;
    this.sent = new SentOnce();
    this.lists = new LastQuestion();
    this.pause = 0;
    this.nextKey = 0;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      this.mayOpen = (await whoAmI())?.permissions.includes("table.open") ?? false;
      const before = readDraft();
      if (before) await this.take(before);
      else await this.begin();
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.pause);
  }

  /** Begin with a wager that has one hand. */
  async begin() {
    const choices = await this.list({ book: FIRST_BOOK, cards: "", order: "" });
    const [first] = choices.conditions;
    this.draft = { ...withChoices(choices), title: "My wager", pays_order: false, needs: [], stakes: "", wager: "", rows: [this.row({ title: FIRST_HAND, conditions: { [first.key]: first.start }, pays: FIRST_PAYOUT })] };
    this.recount();
  }

  /** Add a hand in which nothing is wrong, and go to it. */
  async addHand() {
    const { choices, draft } = this;
    if (!choices || !draft) return;
    const titles = draft.rows.map(({ title }) => title);
    const title = draft.rows.map((_, place) => `Hand ${place + 2}`).find((each) => !titles.includes(each)) ?? "";
    const [first] = choices.conditions;
    const hand = choices.hands.find(({ value }) => !draft.rows.some((row) => row.hand === value))?.value ?? "";
    this.change({ rows: [...draft.rows, this.row(draft.pays_order ? { hand } : { title, conditions: { [first.key]: first.start } })] });
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector(".hands li:last-child :is(input, select)"))?.focus();
  }

  /** Take out a hand. The button that did it is gone, so the focus goes to the one that adds hands. @param {number} key */
  async takeOutHand(key) {
    this.change({ rows: this.draft?.rows.filter((row) => row.key !== key) ?? [] });
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector(".add-hand"))?.focus();
  }

  /** Choose whether the hands have conditions of one's own or are those of an order. @param {boolean} pays_order */
  chooseHands(pays_order) {
    const { choices, draft } = this;
    if (!choices || !draft || draft.pays_order === pays_order) return;
    const rows = this.otherRows.length ? this.otherRows : [this.row({})];
    this.otherRows = draft.rows;
    this.choose({ pays_order, rows });
  }

  /** Take a draft as it is, right or wrong. @param {Draft} draft */
  async take(draft) {
    await this.list(draft);
    this.figures = null;
    this.answer = null;
    this.draft = { ...draft, rows: draft.rows.map((row) => this.row(row)) };
    this.recount();
  }

  /** @param {Partial<Row>} row @returns {Row} */
  row(row) {
    return { title: "", conditions: {}, pays: "", hand: "", ...row, key: this.nextKey++ };
  }

  /** Fetch the lists for the chosen book, cards and order. @param {{book: string, cards: string, order: string}} chosen @returns {Promise<Choices>} */
  async list({ book, cards, order }) {
    const signal = this.lists.ask();
    const choices = await get(`${PATH}/choices?${new URLSearchParams({ book, cards, order })}`, signal);
    this.choices = choices;
    return choices;
  }

  /** Change values of the draft. @param {Partial<Draft>} values */
  change(values) {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...values };
    this.opened = "";
    this.recountSoon();
  }

  /** Choose the book, the cards or the order, on which the other lists depend. @param {Partial<Draft>} values */
  async choose(values) {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...values };
    try {
      let choices = await this.list(this.draft);
      const [first] = choices.orders;
      if (this.draft.pays_order && !choices.order && first) choices = await this.list({ ...this.draft, order: first.value });
      this.change(withChoices(choices, this.draft));
    } catch (error) {
      if (!(/** @type {any} */ (error).name === "AbortError")) this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {number} key @param {Partial<Row>} values */
  changeRow(key, values) {
    if (this.draft) this.change({ rows: this.draft.rows.map((row) => (row.key === key ? { ...row, ...values } : row)) });
  }

  recountSoon() {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.recount(), TYPING_PAUSE);
  }

  /** Have the draft checked and counted. One question is under way at a time; an answer about an older draft is dropped. */
  async recount() {
    this.isStale = this.isCounting;
    if (this.isCounting || !this.draft) return;
    this.isCounting = true;
    const slow = window.setTimeout(() => (this.isSlow = true), LONG_COUNT);
    const draft = this.draft;
    try {
      /** @type {Answer} */
      const answer = await post(PATH, sentForm(draft));
      if (draft === this.draft) this.show(draft, answer);
    } catch (error) {
      const refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      if (ASK_AGAIN.includes(refusal.code)) this.pause = window.setTimeout(() => this.recount(), PAUSE_BEFORE_ASKING_AGAIN);
      else if (draft === this.draft) this.refusal = refusal;
    } finally {
      clearTimeout(slow);
      Object.assign(this, { isCounting: false, isSlow: false });
    }
    if (this.isStale) this.recount();
  }

  /** @param {Draft} draft @param {Answer} answer */
  show(draft, answer) {
    this.refusal = null;
    this.answer = answer;
    localStorage.setItem(DRAFT, JSON.stringify(sentForm(draft)));
    const [odds] = answer.odds;
    const paid = draft.rows.filter(({ pays }) => pays.trim());
    if (odds) this.figures = { odds, all: answer.odds, rows: new Map(paid.map(({ key }, place) => [key, odds.rows[place]])) };
    else if (answer.not_counted) this.figures = null;
  }

  /** What is wrong at a field. @param {string} place */
  findingsAt(place) {
    return this.answer?.findings.filter((finding) => finding.place === place) ?? [];
  }

  save() {
    if (this.answer?.file) saveFile(`${this.answer.wager}.toml`, "application/toml", this.answer.file);
  }

  /** Open a file in the form. @param {Event} event */
  async open(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    field.value = "";
    if (!file) return;
    try {
      this.refusal = null;
      await this.take(await post(`${PATH}/file`, { text: await file.text() }));
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  async openTable(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [table, inventory] = ["table", "inventory"].map((name) => String(form.get(name) ?? ""));
    this.isOpening = true;
    try {
      this.notOpened = null;
      const wanted = { table, inventory_cents: requireDollars(inventory), wager: this.draft && sentForm(this.draft) };
      await post(`${PATH}/tables`, { id: this.sent.idFor(wanted), ...wanted });
      this.sent.answered();
      this.opened = table;
    } catch (error) {
      this.notOpened = /** @type {any} */ (error);
      this.sent.answered(this.notOpened ?? undefined);
    } finally {
      this.isOpening = false;
    }
  }

  render() {
    const { choices, draft } = this;
    return html`<div class="page stack-gap own-wager">
      ${sectionLinks("/odds/own-wager")}
      <div class="head"><div><p class="crumb">Odds laboratory</p><h1>A wager of my own</h1>
        <p>Describe a side bet: which cards decide it, its hands, what they pay. Its edge is counted over every deal while you type.</p></div></div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${choices && draft ? html`${this.edge()}${termsPanel(this, choices, draft)}${handsPanel(this, choices, draft)}${this.files()}${this.table()}` : this.refusal ? nothing : html`<p class="loading" role="status">Loading…</p>`}
    </div>`;
  }

  /** The edge, which stays in sight. */
  edge() {
    const [wrong, why] = [this.answer?.findings.length ?? 0, this.answer?.not_counted];
    const state = why ? html`<span class="tag wait">Not counted</span> ${sentence(why)}`
      : wrong ? html`<span class="tag bad">${wrong === 1 ? "1 field" : `${wrong} fields`} to mend</span> ${this.figures ? "The figures are those of before." : ""}${this.findingsAt("").map(({ message }) => html` ${sentence(message)}`)}`
      : this.isSlow || !this.figures ? "Counting every deal…" : nothing;
    const figures = this.figures;
    return html`<section class="panel lab edge-bar ${wrong || this.isSlow ? "old" : ""}" aria-label="Odds">
      ${figures ? html`<div class="figures">
        <div><span class="label">House edge</span><b class="leading" aria-live="polite">${exactPercent(figures.odds.house_edge)}</b><span class="small soft fraction">${figures.odds.house_edge.exact}</span></div>
        <div><span class="label">Hit rate</span><b>${exactPercent(figures.odds.hit_frequency, 2)}</b><span class="small soft">${oneIn(figures.odds.hit_frequency)}</span></div>
        <div><span class="label">Volatility</span><b>${Number(figures.odds.standard_deviation).toFixed(4)}</b><span class="small soft">in stakes</span></div>
      </div>` : nothing}
      <p class="edge-state small" role="status">${state}</p>
    </section>`;
  }

  files() {
    const figures = this.figures;
    return html`<section class="panel"><header><h2>What the count assumes</h2></header>
      ${figures ? html`<ul class="assumptions small soft"><li>${sentence(figures.odds.method)}</li>${figures.odds.assumptions.map((words) => html`<li>${sentence(words)}</li>`)}
        ${figures.all.length > 1 ? html`<li>The edge depends on the stake: ${figures.all.map((odds) => `${percent(odds.house_edge)} at $${odds.stake_cents / 100}`).join(", ")}.</li>` : nothing}</ul>` : nothing}
      <div class="body fields">
        <button class="btn primary" ?disabled=${!this.answer?.file} @click=${() => this.save()}>Save the file</button>
        <label class="btn file-choice">Open a file<input class="vh" type="file" accept=".toml" @change=${(/** @type {Event} */ event) => this.open(event)}></label>
        <p class="small soft">The command <code>houseway odds ${this.answer?.wager || "my-wager"}.toml</code> prints the same figures.</p>
      </div></section>`;
  }

  table() {
    if (!this.mayOpen) return html`<p class="soft small">A floorperson can open a practice table with this wager here: <a href="/sign-in?next=/odds/own-wager">sign in</a> as one.</p>`;
    if (this.opened) return html`<p class="panel body" role="status">The table is open. <a href="/tables/${this.opened}">Go to ${this.opened}</a></p>`;
    return html`<section class="panel"><header><h2>Open a practice table with it</h2></header>
      <form class="body fields" @submit=${(/** @type {SubmitEvent} */ event) => this.openTable(event)}>
        <label><span class="label">Table</span><input class="in" name="table" required maxlength="40" placeholder="OWN-1"></label>
        <label><span class="label">Table inventory</span><input class="in" name="inventory" required value="$100,000"></label>
        <button class="btn primary" ?disabled=${this.isOpening || !this.answer?.file}>Open the table</button>
      </form>
      ${this.notOpened ? html`<div class="body refused">${refusalBox(this.notOpened)}</div>` : nothing}
      <p class="small soft note-below">The program deals, and players may ask what each choice is worth. Everything but this wager is as in the rule book.</p></section>`;
  }
}
customElements.define("hw-own-wager", OwnWager);
/** @typedef {OwnWager} OwnWagerPage */

/** What is sent of a draft. @param {Draft} draft */
const sentForm = (draft) => ({ ...draft, rows: draft.rows.map(({ key: _key, ...row }) => row) });

/** Return the values that the lists allow: those of a draft if they are in them, and otherwise the first. @param {Choices} choices @param {Partial<Draft>} [draft] */
function withChoices(choices, draft = {}) {
  const known = (/** @type {Choice[]} */ list, /** @type {string | undefined} */ value) => (list.some((each) => each.value === value) ? String(value) : (list[0]?.value ?? ""));
  return {
    book: choices.book, cards: choices.chosen_cards, order: choices.order, fold: known(choices.folds, draft.fold), void_base: known(choices.void_bases, draft.void_base),
    needs: (draft.needs ?? []).filter((wager) => choices.needs.some(({ value }) => value === wager)),
  };
}

/** Return the draft that this browser has from before. @returns {Draft | null} */
function readDraft() {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? "null");
    return Array.isArray(draft?.rows) ? draft : null;
  } catch {
    return null;
  }
}
