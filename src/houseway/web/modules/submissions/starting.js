/** The start of a submission: a rule book, and with how much of it answered; or a file of the user. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { warningWords } from "./fields.js";

const NOTHING = "nothing";
/**
 * @typedef {{book: string, title: string, jurisdiction: string, source: string}} Book
 * @typedef {{name: string, about: string}} Example
 * @typedef {{nothing: (book: string) => void, example: (name: string) => void, file: (file: File) => void}} Start
 * @typedef {{ok: boolean, findings: {severity: string}[]}} Verdict
 */

class SubmissionStart extends PageElement {
  static properties = { books: { attribute: false }, examples: { attribute: false }, start: { attribute: false }, isLeading: { attribute: false }, book: { state: true }, way: { state: true }, verdict: { state: true } };

  constructor() {
    super();
    /** @type {Book[]} */
    this.books = [];
    /** @type {Example[]} */
    this.examples = [];
    /** @type {Start | null} */
    this.start = null;
    /** Whether nothing else on the page is more likely to be wanted, such as a draft. */
    this.isLeading = true;
    this.book = "";
    this.way = "everything";
    /** How the starting point is judged as it is. @type {Verdict | null} */
    this.verdict = null;
    this.choices = new LastQuestion();
  }

  /** The book that is chosen: at first, the first one. @returns {Book} */
  get chosenBook() {
    return this.books.find(({ book }) => book === this.book) ?? this.books[0];
  }

  /** The example that is chosen; none if every question is open. */
  get example() {
    return this.examples.find(({ name }) => name === `${this.chosenBook.book}/${this.way}`);
  }

  connectedCallback() {
    super.connectedCallback();
    this.choose(this.book, this.way);
  }

  /** @param {string} book @param {string} way */
  async choose(book, way) {
    [this.book, this.way, this.verdict] = [book, way, null];
    const signal = this.choices.ask();
    const source = this.example ? { kind: "example", example: this.example.name } : { kind: "submission", submission: unanswered(this.chosenBook.book) };
    const verdict = await post("/api/submissions/check", { source }, signal).catch(() => null);
    if (!signal.aborted) this.verdict = verdict;
  }

  begin() {
    if (this.example) this.start?.example(this.example.name);
    else this.start?.nothing(this.chosenBook.book);
  }

  render() {
    const { book, title, jurisdiction, source } = this.chosenBook;
    const examples = this.examples.filter(({ name }) => name.startsWith(`${book}/`));
    return html`<section class="panel start"><header><h2>Start a submission</h2></header>
      <fieldset class="body"><legend class="label">Rule book</legend>
        <div class="books">${this.books.map((each) => pick("book", each.book === book, each.title, capital(each.jurisdiction), () => this.choose(each.book, this.way)))}</div></fieldset>
      <fieldset class="body"><legend class="label">Start from</legend>
        <div class="ways">${examples.map(({ name, about }) => pick("way", name === this.example?.name, exampleTitle(name), about, () => this.choose(this.book, wayOf(name))))}
          ${pick("way", !this.example, "Nothing", `Every question of ${source}, without an answer.`, () => this.choose(this.book, NOTHING))}</div></fieldset>
      <div class="body begin"><p role="status">${this.judgement()}</p>
        <button class="btn ${this.isLeading ? "primary" : ""}" @click=${this.begin}>Start from ${this.example ? this.way : NOTHING}<span class="vh"> in ${jurisdiction}, ${title}</span></button></div>
    </section>`;
  }

  /** Say how the starting point is judged before anything is changed in it. */
  judgement() {
    if (!this.verdict) return nothing;
    const errors = this.verdict.findings.filter(({ severity }) => severity === "error").length;
    const warnings = this.verdict.findings.length - errors;
    if (errors) return html`<span class="tag wait">${countThings(errors, "finding")} until its questions are answered</span>`;
    return html`<span class="tag ok done">passes as it is</span> <span class="soft small">${warnings ? warningWords(warnings) : "no warnings"}</span>`;
  }
}
customElements.define("hw-submission-start", SubmissionStart);

/** A submission under a book in which no question is answered. @param {string} book */
export const unanswered = (book) => `book = ${JSON.stringify(book)}\n`;

/** @param {string} name such as "md.pai-gow-poker/minimal" */
const wayOf = (name) => name.slice(name.indexOf("/") + 1);

/** @param {string} name */
const exampleTitle = (name) => capital(wayOf(name).replaceAll("-", " "));

/** One of several, as a card. @param {string} group @param {boolean} isChosen @param {string} title @param {string} about @param {() => void} choose */
const pick = (group, isChosen, title, about, choose) => html`<label class="pick"><input type="radio" name=${group} .checked=${isChosen} @change=${choose}><span><b>${title}</b><span class="soft">${about}</span></span></label>`;

/** @param {Start} start */
export function ownFile(start) {
  const take = (/** @type {FileList | null | undefined} */ files) => files?.[0] && start.file(files[0]);
  return html`<label class="panel drop" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => { event.preventDefault(); take(event.dataTransfer?.files); }}>
    <span><b>A file of your own</b><span class="soft">Drop a submission in TOML here, or choose it. It stays in this browser until a table is opened from it.</span></span>
    <input class="vh" type="file" accept=".toml" aria-label="A submission in TOML" @change=${(/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.target).files)}><span class="btn" aria-hidden="true">Choose a file</span>
  </label>`;
}
