/** The first page of the rules: four books, search over all of them, and two of them side by side. */
import { html, nothing } from "../../vendor/lit/index.js";
import { isPhone } from "../parts/folding.js";
import { bookName, place } from "./data.js";
import { searchField, searchResults } from "./sidebar.js";

/** @param {import("./rules.js").Rules} rules */
export function homePage(rules) {
  return html`<div class="page">
    <div class="head"><div><h1>Rules</h1><p>Every clause of the rule books in our own words, with its values, the code that carries it out, the tests that cite it, and how it is read where the text is unclear.</p></div></div>
    <div class="find panel">
      <div class="body"><label class="label" for="words">Find a clause, a reading, a value or a word in all books</label>${searchField(rules, "13.B(1), vigorish, payout limit, PG-26")}</div>
      ${rules.words.trim() ? searchResults(rules, true) : nothing}
    </div>
    <ul class="books">${rules.books.map(bookCard)}</ul>
    ${compareForm(rules)}
  </div>`;
}

/** @param {import("./data.js").Book} book */
const bookCard = (book) => html`<li class="panel book-card">
  <header><div><p class="label">${place(book)}</p><h2><a href="/rules/${book.book}">${book.title}</a></h2></div></header>
  <div class="body">
    <p class="soft">${book.source}${book.dated ? `, ${book.dated}` : ""}</p>
    ${counts(book)}
    <details class="chapters" ?open=${!isPhone()}><summary>${book.chapters.length} chapters</summary>
    <ol class="chapter-list ${book.chapters.some(({ chapter }) => chapter.length > 4) ? "long-numbers" : ""}">${book.chapters.map((chapter) => html`<li><a href="/rules/${book.book}#chapter-${chapter.chapter}"><span class="soft">${chapter.chapter}</span><span>${chapter.title || "Chapter"}</span></a><i class="soft">${chapter.clauses}</i></li>`)}</ol></details>
  </div>
</li>`;

/** @param {import("./data.js").Book} book */
export const counts = (book) => html`<dl class="counts">
  <div><dt>Clauses</dt><dd>${book.clauses}</dd></div>
  <div><dt>Proved</dt><dd>${book.proved}</dd></div>
  ${book.carried_out ? html`<div><dt>Not yet proved</dt><dd>${book.carried_out}</dd></div>` : nothing}
  <div><dt>Recorded</dt><dd>${book.recorded}</dd></div>
  ${book.not_carried_out ? html`<div><dt>Not carried out</dt><dd>${book.not_carried_out}</dd></div>` : nothing}
  <div><dt>Paytables</dt><dd>${book.paytables}</dd></div>
  <div><dt>Readings</dt><dd>${book.readings}</dd></div>
</dl>`;

/** @param {import("./rules.js").Rules} rules @param {string} [title] */
export function compareForm(rules, title = "Two books side by side") {
  const named = (/** @type {string | undefined} */ id) => rules.books.find((book) => book.book === id || book.short === id)?.book;
  const one = named(rules.where.one) ?? rules.books[0]?.book;
  const other = named(rules.where.other) ?? rules.books.find((book) => book.book !== one)?.book;
  return html`<form class="panel compare-form" action="/rules/compare" @submit=${(/** @type {SubmitEvent} */ event) => compare(event, rules)}>
    ${title ? html`<h2>${title}</h2>` : nothing}
    ${chooser(rules, "one", "One book", one)}${chooser(rules, "other", "The other", other)}
    <button class="btn">Compare</button>
  </form>`;
}

/** @param {import("./rules.js").Rules} rules @param {string} name @param {string} label @param {string | undefined} chosen */
const chooser = (rules, name, label, chosen) => html`<label><span class="label">${label}</span>
  <select class="in" name=${name}>${rules.books.map((book) => html`<option value=${book.book} ?selected=${book.book === chosen}>${bookName(book)}</option>`)}</select></label>`;

/** @param {SubmitEvent} event @param {import("./rules.js").Rules} rules */
function compare(event, rules) {
  event.preventDefault();
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  rules.goTo(`/rules/compare?one=${encodeURIComponent(String(form.get("one")))}&other=${encodeURIComponent(String(form.get("other")))}`);
}
