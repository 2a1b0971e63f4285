/** PAR sheets of the example submissions, to download. The submissions desk makes those of other submissions. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { ensureSession, get, send } from "../lib/api.js";
import { answerAddress } from "../lib/job.js";
import { LastQuestion } from "../lib/late-answers.js";
import { pictureAddress } from "../lib/picture-address.js";
import { clauseLink } from "../parts/clauses.js";
import { percent } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

/** @typedef {{book: string, title: string, jurisdiction: string}} Book */

class ParSheets extends PageWithJob {
  static properties = { books: { state: true }, examples: { state: true }, example: { state: true }, picture: { state: true } };

  constructor() {
    super();
    /** @type {Book[]} */
    this.books = [];
    /** @type {{name: string, title: string, about: string}[]} */
    this.examples = [];
    /** The name of the example that is chosen. */
    this.example = "";
    /** The payout sign of the example. */
    this.picture = "";
    this.drawings = new LastQuestion();
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      [this.books, this.examples] = await Promise.all([get("/api/rules/books"), get("/api/submissions/examples")]);
      this.example = this.examples.find(({ name }) => name.startsWith(`${this.books[0].book}/`))?.name ?? "";
      await this.draw();
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.drawings.drop();
  }

  /** Draw the payout sign of the chosen submission: what the figures of its sheet are of. */
  async draw() {
    const signal = this.drawings.ask();
    this.picture = "";
    try {
      const answer = await send("POST", "/api/submissions/sign", { source: { kind: "example", example: this.example }, format: "svg" }, signal);
      this.picture = pictureAddress(new Uint8Array(await answer.arrayBuffer()));
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} example */
  choose(example) {
    this.cancel();
    this.example = example;
    this.answer = null; // it was of another choice
    this.draw();
  }

  make() {
    this.answer = null;
    this.compute("/api/submissions/par", { source: { kind: "example", example: this.example } });
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/par")}
      ${this.heading("PAR sheets", html`Edge, hold, volatility and every paytable row of a whole submission. For one of your own, go to the <a href="/submissions">submissions desk</a>.`)}
      ${this.example ? html`<div class="par">
        <fieldset class="panel par-books"><legend class="vh">Submission</legend>${this.books.map((book) => this.examplesOf(book))}</fieldset>
        ${this.chosen()}
      </div>` : this.progress()}
    </div>`;
  }

  /** @param {Book} book */
  examplesOf({ book, title, jurisdiction }) {
    return html`<div><p><span class="label">${capital(jurisdiction)}</span><b>${title}</b></p>
      <div class="seg">${this.examples.filter(({ name }) => name.startsWith(`${book}/`)).map(({ name }) => html`<label><input type="radio" name="submission" aria-label="${shortTitle(name)}, ${jurisdiction}, ${title}" .checked=${name === this.example} @change=${() => this.choose(name)}><span>${shortTitle(name)}</span></label>`)}</div></div>`;
  }

  /** The submission that is chosen: what its sheet says, or would say. */
  chosen() {
    const { title, about } = this.examples.find(({ name }) => name === this.example) ?? { title: "", about: "" };
    return html`<section class="panel par-sheet"><header><h2>${title}</h2>${this.answer ? html`<span class="soft small">${this.answer.pace.rounds_per_hour} rounds an hour, ${this.answer.pace.players} players</span>` : nothing}</header>
      <div class="body about"><p>${about}</p>${this.answer || this.job || this.ended ? nothing : html`<button class="btn primary" @click=${this.make}>Make the PAR sheet</button>`}</div>
      ${this.job || this.ended ? html`<div class="body">${this.progress()}</div>` : nothing}
      ${this.answer && this.done ? this.downloads(this.done) : WHAT_IT_SAYS}
      <figure class="par-filed"><figcaption><b>What is filed</b> <span class="soft">the payout sign of this submission; the sheet has the odds of each line</span></figcaption>
        ${this.picture ? html`<img src=${this.picture} alt="The payout sign of ${title}">` : html`<p class="loading">Drawing the sign…</p>`}</figure>
    </section>`;
  }

  /** @param {import("../lib/job.js").Job} job */
  downloads(job) {
    const file = `${this.example.replaceAll("/", "-")}-par`;
    const sheet = this.answer;
    const rows = [{ ...sheet.game, title: "The game itself" }, ...sheet.wagers.filter((/** @type {any} */ wager) => !wager.part_of)];
    return html`<table class="rec par-summary"><thead><tr><th>Wager</th><th class="n">Average bet</th><th class="n">House edge</th><th class="n">Hit rate</th><th class="n">Standard deviation, in bets</th><th class="n">Hold per hour</th></tr></thead>
        <tbody>${rows.map(summaryRow)}</tbody>
        <tfoot><tr><td class="t" colspan="5">All wagers, if every player makes each</td><td class="n" data-l="Hold per hour"><b>${money(sheet.hold_per_hour)}</b></td></tr></tfoot></table>
      <p class="body fields">${["pdf", "csv", "json"].filter((form) => job.forms[form]).map((form) => html`<a class="btn ${form === "pdf" ? "primary" : ""}" href=${answerAddress(job, form)} download="${file}.${form}">Download ${form.toUpperCase()}</a>`)}</p>`;
  }
}
customElements.define("hw-par-sheets", ParSheets);

/** Return the last part of a name such as "md.pai-gow-poker/minimal", as a title. @param {string} name */
const shortTitle = (name) => capital(name.slice(name.indexOf("/") + 1).replaceAll("-", " "));

const WHAT_IT_SAYS = html`<dl class="par-says">
  <div><dt>House edge</dt><dd>what the house keeps of a bet, on average</dd></div>
  <div><dt>Hit rate</dt><dd>how often a wager pays</dd></div>
  <div><dt>Standard deviation</dt><dd>how far results spread around the average</dd></div>
  <div><dt>Hold per hour</dt><dd>what the table wins at the pace that is filed</dd></div>
  <div><dt>Paytable rows</dt><dd>each hand that pays: how often, how much, and its share of the edge</dd></div>
</dl>`;

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
