/** PAR sheets of the example submissions, to download. The submissions desk makes those of other submissions. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { ensureSession, get } from "../lib/api.js";
import { answerAddress } from "../lib/job.js";
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
    const file = this.example.replaceAll("/", "-");
    return html`<section class="panel"><header><h2>PAR sheet of ${this.examples.find(({ name }) => name === this.example)?.title}</h2><span class="tag ok done">counted</span></header>
      <p class="body fields">${Object.keys(job.forms).map((form) => html`<a class="btn ${form === "pdf" ? "primary" : ""}" href=${answerAddress(job, form)} download="${file}.${form}">Download ${form.toUpperCase()}</a>`)}</p></section>`;
  }
}
customElements.define("hw-par-sheets", ParSheets);
