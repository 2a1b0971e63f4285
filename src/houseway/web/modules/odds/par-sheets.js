/** PAR sheets of the example submissions, to download. The submissions desk makes those of other submissions. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { ensureSession, get } from "../lib/api.js";
import { answerAddress } from "../lib/job.js";
import { clauseLink } from "../parts/clauses.js";
import { percent } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

class ParSheets extends PageWithJob {
  static properties = { books: { state: true }, examples: { state: true }, example: { state: true } };

  constructor() {
    super();
    /** @type {{book: string, title: string, jurisdiction: string}[]} */
    this.books = [];
    /** @type {{name: string, title: string, about: string}[]} */
    this.examples = [];
    this.example = "";
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      [this.books, this.examples] = await Promise.all([get("/api/rules/books"), get("/api/submissions/examples")]);
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} example */
  make(example) {
    this.example = example;
    this.answer = null;
    this.compute("/api/submissions/par", { source: { kind: "example", example } });
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/par")}
      ${this.heading("PAR sheets", html`Edge, hold, volatility and every paytable row of a whole submission. For a submission of your own, go to the <a href="/submissions">submissions desk</a>.`)}
      ${this.progress()}
      ${this.answer && this.done ? this.downloads(this.done) : nothing}
      <ul class="par-books">${this.books.map((book) => this.examplesOf(book))}</ul>
    </div>`;
  }

  /** @param {{book: string, title: string, jurisdiction: string}} book */
  examplesOf({ book, title, jurisdiction }) {
    const own = this.examples.filter(({ name }) => name.startsWith(`${book}/`));
    return html`<li class="panel"><header><div><p class="label">${capital(jurisdiction)}</p><h2>${title}</h2></div></header>
      <ul>${own.map((each) => html`<li aria-current=${each.name === this.example ? "true" : nothing}><div><b>${capital(each.name.slice(book.length + 1).replaceAll("-", " "))}</b><p class="soft">${each.about}</p></div>
        <button class="btn" ?disabled=${this.job !== null} @click=${() => this.make(each.name)}><span class="vh">Make the </span>PAR sheet<span class="vh"> of ${each.title}</span></button></li>`)}</ul></li>`;
  }

  /** @param {import("../lib/job.js").Job} job */
  downloads(job) {
    const file = `${this.example.replaceAll("/", "-")}-par`;
    const sheet = this.answer;
    const rows = [{ ...sheet.game, title: "The game itself" }, ...sheet.wagers.filter((/** @type {any} */ wager) => !wager.part_of)];
    return html`<section class="panel"><header><h2>PAR sheet of ${this.examples.find(({ name }) => name === this.example)?.title}</h2><span class="soft small">${sheet.pace.rounds_per_hour} rounds an hour, ${sheet.pace.players} players</span></header>
      <table class="rec par-summary"><thead><tr><th>Wager</th><th class="n">Average bet</th><th class="n">House edge</th><th class="n">Hit rate</th><th class="n">Standard deviation, in bets</th><th class="n">Hold per hour</th></tr></thead>
        <tbody>${rows.map(summaryRow)}</tbody>
        <tfoot><tr><td class="t" colspan="5">All wagers, if every player makes each</td><td class="n" data-l="Hold per hour"><b>${money(sheet.hold_per_hour)}</b></td></tr></tfoot></table>
      <p class="body fields">${["pdf", "csv", "json"].filter((form) => job.forms[form]).map((form) => html`<a class="btn ${form === "pdf" ? "primary" : ""}" href=${answerAddress(job, form)} download="${file}.${form}">Download ${form.toUpperCase()}</a>`)}</p></section>`;
  }
}
customElements.define("hw-par-sheets", ParSheets);

/** @param {string} amount */
const money = (amount) => amount.replace("-", "−");

/** Return how often a wager pays; what is seldom has two figures that count, and not 0.00%. @param {number} share */
const hitRate = (share) => `${share > 0 && share < 0.0001 ? Number((share * 100).toPrecision(2)) : (share * 100).toFixed(2)}%`;

/** @param {any} row */
const summaryRow = (row) => html`<tr><td class="t">${row.title}${row.paytable && row.paytable !== "single" ? `, paytable ${row.paytable}` : ""} ${row.clause ? clauseLink(row.clause) : nothing}</td>
  <td class="n" data-l="Average bet">${row.average_bet || html`<span class="soft">none</span>`}</td>
  <td class="n" data-l="House edge"><span><b>${percent({ exact: "", decimal: row.house_edge })}</b>${row.wager === "game" ? html` <span class="small soft">${row.of}</span>` : nothing}</span></td>
  <td class="n" data-l="Hit rate">${hitRate(Number(row.hit_frequency))}</td>
  <td class="n" data-l="Standard deviation, in bets">${Number(row.standard_deviation).toFixed(4)}</td>
  <td class="n" data-l="Hold per hour">${money(row.hold_per_hour)}</td></tr>`;
