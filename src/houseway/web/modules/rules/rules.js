/** The desk of the rules: the books, each chapter, clause and reading, search, and two books side by side. */
import { html, nothing } from "../../vendor/lit/index.js";
import { decodePart, pathParts } from "../lib/address.js";
import { announce } from "../lib/announcer.js";
import { PageElement } from "../lib/element.js";
import { LastQuestion } from "../lib/late-answers.js";
import { clauseAddress, refusalBox } from "../parts/clauses.js";
import { notThere } from "../parts/not-there.js";
import { bookPage } from "./book.js";
import { clausePage } from "./clause.js";
import { comparePage } from "./compare.js";
import { bookName, loadBooks, loadClauses, loadDifferences, loadEntry, loadReadings, searchRules } from "./data.js";
import { homePage } from "./home.js";
import { readingPage } from "./reading.js";
import { sidebar } from "./sidebar.js";

const TYPING_PAUSE = 180;

export class Rules extends PageElement {
  static properties = {
    books: { state: true }, clauses: { state: true }, readings: { state: true }, entry: { state: true }, differences: { state: true },
    refusal: { state: true }, words: { state: true }, found: { state: true }, open: { state: true }, chaptersShown: { state: true },
  };

  constructor() {
    super();
    /** @type {import("./data.js").Book[]} */
    this.books = [];
    /** @type {import("./data.js").ClauseLine[]} */
    this.clauses = [];
    /** @type {import("./data.js").Reading[]} */
    this.readings = [];
    /** @type {Awaited<ReturnType<typeof loadEntry>> | null} */
    this.entry = null;
    /** @type {any} */
    this.differences = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.words = new URLSearchParams(location.search).get("words") ?? "";
    /** @type {{total: number, results: import("./data.js").Hit[]} | null} */
    this.found = null;
    /** The chapter that is open in the list at the side. */
    this.open = "";
    /** Whether a phone shows the list of chapters. */
    this.chaptersShown = false;
    this.where = whereAmI();
    this.searches = new LastQuestion();
    this.goBack = () => this.show();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", this.goBack);
    this.addEventListener("click", (event) => this.follow(/** @type {MouseEvent} */ (event)));
    this.show();
    if (this.words) this.search(this.words);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("popstate", this.goBack);
  }

  /** Follow a link within this desk without loading a new document, so that the list at the side keeps its place. @param {MouseEvent} event */
  follow(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || !/^\/rules(\/|$)/.test(link.pathname) || link.hash) return;
    event.preventDefault();
    this.goTo(link.href);
  }

  /** @param {string} address */
  goTo(address) {
    history.pushState(null, "", address);
    this.show();
    document.getElementById("main")?.focus();
    scrollTo(0, 0);
  }

  /** Show the first two books side by side where the address names none. */
  async compareFirstBooks() {
    try {
      const [one, other] = await loadBooks();
      history.replaceState(null, "", `/rules/compare?one=${one.book}&other=${other.book}`);
      await this.show();
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** Load and show what the address names. */
  async show() {
    const where = (this.where = whereAmI());
    this.refusal = null;
    this.entry = null;
    this.chaptersShown = false;
    if (where.isComparison && !(where.one && where.other)) return this.compareFirstBooks();
    if (!where.book || where.isComparison) this.words = new URLSearchParams(location.search).get("words") ?? "";
    try {
      const entry = where.entry ? loadEntry(where.book, where.entry) : Promise.resolve(null);
      entry.catch(() => {}); // awaited below, after what arrives sooner
      const [books, clauses, readings, differences] = await Promise.all([
        loadBooks(),
        where.book ? loadClauses(where.book) : [],
        where.book && !where.entry ? loadReadings(where.book) : [],
        where.isComparison ? loadDifferences(where.one, where.other) : null,
      ]);
      if (this.where !== where) return; // the user has gone to another page meanwhile
      Object.assign(this, { books, clauses, readings, differences, open: clauses.find((line) => line.clause === where.entry)?.chapter ?? (where.entry ? this.open : "") });
      document.title = `${this.pageTitle()} · houseway`;
      const shown = await entry;
      if (this.where === where) this.entry = shown;
    } catch (error) {
      this.books = await loadBooks().catch(() => []);
      if (this.where === where) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** Search while the user types. @param {string} words */
  search(words) {
    this.words = words;
    const signal = this.searches.ask();
    clearTimeout(this.pause);
    if (!this.where.book && !this.where.isComparison) history.replaceState(null, "", words ? `?words=${encodeURIComponent(words)}` : "/rules");
    if (!words.trim()) {
      this.found = null;
      return;
    }
    this.pause = setTimeout(() => this.ask(words, signal), TYPING_PAUSE);
  }

  /** @param {string} words @param {AbortSignal} signal */
  async ask(words, signal) {
    try {
      this.found = await searchRules(words, this.where.isComparison ? "" : this.where.book, signal);
      announce(`${this.found.total} found`);
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  get book() {
    return this.books.find((book) => book.book === this.where.book || book.short === this.where.book);
  }

  /** The clause of the address as the list at the side knows it, to be shown until the rest has loaded. */
  get line() {
    return this.clauses.find((line) => line.clause === this.where.entry);
  }

  pageTitle() {
    const { where, book } = this;
    if (where.isComparison) return "Two books side by side";
    if (!book) return "Rules";
    return where.entry ? `${where.entry}, ${bookName(book)}` : bookName(book);
  }

  render() {
    if (!this.books.length) return html`<div class="page">${this.refusal ? refusalBox(this.refusal) : html`<h1>Rules</h1><p class="loading">Loading…</p>`}</div>`;
    if (this.where.isComparison) return comparePage(this);
    if (!this.where.book) return homePage(this);
    if (!this.book) return html`<div class="page narrow">${this.content()}</div>`;
    return html`<div class="rules-layout">${sidebar(this)}<article class="rules-page">${this.content()}</article></div>`;
  }

  content() {
    const { book, entry } = this;
    if (this.refusal) return this.refusal.status === 404 ? missingEntry(this.where, book, this.refusal) : refusalBox(this.refusal);
    if (!book) return nothing;
    if (!this.where.entry) return bookPage(this, book);
    if (entry?.clause) return clausePage(this, book, entry.clause);
    if (entry?.reading) return readingPage(book, entry.reading);
    return html`<p class="crumb">${bookName(book)}</p><header class="entry-title"><h1>${this.where.entry}</h1></header>
      ${this.line ? html`<div class="two alone"><section><p class="gist">${this.line.gist}</p></section></div>` : nothing}<p class="loading">Loading…</p>`;
  }

  /** Scroll to the chapter that the address names, and the list at the side to the clause that is shown. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("entry") && !changed.has("clauses")) return;
    if (location.hash) document.getElementById(decodePart(location.hash.slice(1)))?.scrollIntoView();
    const current = this.querySelector(".tree [aria-current]");
    const list = this.querySelector(".tree");
    if (!current || !list || getComputedStyle(list).position !== "sticky") return;
    const [top, height] = [current.getBoundingClientRect().top - list.getBoundingClientRect().top, list.clientHeight];
    if (top < 200 || top > height - 80) list.scrollTop += top - height * 0.5;
  }
}
customElements.define("hw-rules", Rules);

/** What is shown where a book has no such entry: those that are spelt much like it. @param {ReturnType<typeof whereAmI>} where @param {import("./data.js").Book | undefined} book @param {import("../lib/api.js").Refusal} refusal */
function missingEntry({ book: id, entry }, book, { allowed }) {
  const near = book && allowed ? allowed.split(", ") : [];
  const fact = book ? `There is no ${entry} in this book` : "There is no such book";
  const words = near.length ? html`Perhaps ${near.map((clause) => html`<a class="cl" href=${clauseAddress(`${id} ${clause}`)}>${clause}</a> `)}is meant.` : "Check the address.";
  return notThere(fact, words, book ? html`<a class="btn primary" href="/rules/${id}">${bookName(book)}</a>` : html`<a class="btn primary" href="/rules">All rules</a>`);
}

/** Return what the address names: a book, and a clause or reading of it; or two books to compare. */
function whereAmI() {
  const [, , book = "", ...rest] = pathParts();
  const asked = new URLSearchParams(location.search);
  const isComparison = book === "compare";
  return { book: isComparison ? "" : book, entry: rest.join("/"), isComparison, one: asked.get("one") ?? "", other: asked.get("other") ?? "" };
}
