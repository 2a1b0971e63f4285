/** The progressive meters of the house: what they show, their terms, a change of terms, and what has moved them. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars } from "../lib/format.js";
import { LastAnswer, LastQuestion } from "../lib/late-answers.js";
import { clauseLinks, sentence } from "../parts/clauses.js";
import { foldingPanel } from "../parts/folding.js";
import { meterAddress } from "../parts/table-opening.js";
import { bookName, loadBooks } from "../rules/data.js";
import "../parts/request-form.js";

const EVERY = 5000;

class Meters extends PageElement {
  static properties = { books: { state: true }, meters: { state: true }, open: { state: true }, history: { state: true } };

  constructor() {
    super();
    /** @type {any[]} */
    this.meters = [];
    /** Names of rule books by their ids. @type {Record<string, string>} */
    this.books = {};
    this.open = "";
    /** @type {any[]} */
    this.history = [];
    this.timer = 0;
    this.answers = new LastAnswer();
    this.choices = new LastQuestion();
  }

  connectedCallback() {
    super.connectedCallback();
    this.refresh();
    loadBooks().then((books) => (this.books = Object.fromEntries(books.map((book) => [book.book, bookName(book)]))), () => {});
    this.timer = window.setInterval(() => document.hidden || this.refresh(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async refresh() {
    const isLate = this.answers.ask();
    const answer = await get("/api/meters").catch(() => null);
    if (answer && !isLate()) this.meters = answer.meters;
  }

  /** @param {string} id @returns {string} */
  bookOf(id) {
    return encodeURIComponent(this.meters.find((each) => each.id === id).book);
  }

  /** @param {string} id */
  async show(id) {
    this.open = this.open === id ? "" : id;
    this.history = [];
    const signal = this.choices.ask();
    if (!this.open) return;
    const answer = await get(`${meterAddress({ id })}/history?book=${this.bookOf(id)}`, signal).catch(() => null);
    if (answer) this.history = answer.events;
  }

  /** @param {string} id @param {Record<string, string>} values */
  async change(id, { rate, reset, why }) {
    await post(`${meterAddress({ id })}/terms?book=${this.bookOf(id)}`, { ...(rate ? { rate } : {}), ...(reset ? { reset } : {}), why });
    await this.refresh();
    const changed = this.meters.find((meter) => meter.id === id);
    return changed?.requested ? "The change waits until it may take effect" : "The new terms are in force";
  }

  render() {
    return foldingPanel("meters", "Meters", html`<span class="soft small">${this.meters.length} in the house</span>`, html`
      ${this.meters.length ? html`<table class="rec meter-list"><thead><tr><th>Meter</th><th class="n">Shows</th><th class="n">Rate</th><th class="n">Reset</th><th>Tables</th><th><span class="vh">Open</span></th></tr></thead>
        <tbody>${this.meters.map((meter) => this.row(meter))}</tbody></table>` : html`<p class="empty"><b>No meters</b>They come with a submission that offers a progressive wager.</p>`}`);
  }

  /** @param {any} meter */
  row(meter) {
    const open = this.open === meter.id;
    return html`<tr><td class="t"><b>${capital(meter.name)}</b> <span class="soft small"><a class="plain" href="/rules/${meter.book}">${this.books[meter.book] ?? meter.book}</a>, ${meter.wager.replaceAll("-", " ")}</span></td><td class="n shows" data-l="Shows"><b>${dollars(meter.shown)}</b></td><td class="n" data-l="Rate">${percent(meter.rate)}</td><td class="n" data-l="Reset">${dollars(meter.reset)}</td>
      <td data-l="Tables">${meter.requested ? html`<span class="tag wait">${requestWords(meter.requested)}</span>` : meter.open_tables.length ? html`<span class="ids">${meter.open_tables.map((/** @type {string} */ id, /** @type {number} */ place) => html`<span>${id}${place < meter.open_tables.length - 1 ? "," : ""}</span> `)}</span>` : html`<span class="soft">none open</span>`}</td>
      <td class="go"><button class="btn quiet" aria-expanded=${open} @click=${() => this.show(meter.id)}>${open ? "Close" : "Terms and history"}</button></td></tr>
      ${open ? html`<tr class="detail"><td colspan="6">${this.detail(meter)}</td></tr>` : nothing}`;
  }

  /** @param {any} meter */
  detail(meter) {
    const fields = html`<div class="row"><label>New rate<input class="in" name="rate" placeholder=${percent(meter.rate)} autocomplete="off"></label>
      <label>New reset<input class="in" name="reset" placeholder=${dollars(meter.reset)} autocomplete="off"></label>
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label></div>`;
    return html`<hw-request-form .fields=${fields} action="Request the new terms" .send=${(/** @type {any} */ values) => this.change(meter.id, values)}></hw-request-form>
      <ol class="history">${this.history.slice(-12).reverse().map((event) => html`<li><span class="soft small">${dateTime(event.at)}</span> ${sentence(event.words)} ${clauseLinks(event.clauses, 2)}</li>`)}</ol>`;
  }
}
customElements.define("hw-meters", Meters);

/** Return a fraction as a percentage: "1/5" is 20%. @param {string} fraction */
function percent(fraction) {
  const [over, under = "1"] = fraction.split("/");
  return `${Number(((Number(over) / Number(under)) * 100).toFixed(3))}%`;
}

/** @param {{changes: Record<string, string>, waits_for_reset: boolean}} requested */
const requestWords = ({ changes, waits_for_reset: waits }) => `${Object.entries(changes).map(([term, value]) => `${term} ${value}`).join(", ")} ${waits ? "once the jackpot is won" : "after the rounds in play"}`;
