/** The list at the side of a book: another book, search, and the chapters with their clauses. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clauseAddress } from "../parts/clauses.js";
import { bookName } from "./data.js";

/** @param {import("./rules.js").Rules} rules */
export function sidebar(rules) {
  return html`<aside class="tree" aria-label="The book">
    <div class="tree-head">
      <label class="label" for="book">Book</label>
      <select class="in" id="book" @change=${(/** @type {Event} */ event) => rules.goTo(`/rules/${/** @type {HTMLSelectElement} */ (event.target).value}`)}>
        ${rules.books.map((book) => html`<option value=${book.book} ?selected=${book === rules.book}>${bookName(book)}</option>`)}
      </select>
      <label class="label" for="words">Find a clause, a reading or a word</label>
      ${searchField(rules, "12.C(2), first offer, vigorish")}
      ${rules.book ? coverage(rules.book) : nothing}
    </div>
    ${rules.words.trim() ? searchResults(rules, false) : chapters(rules)}
  </aside>`;
}

/** @param {import("./rules.js").Rules} rules @param {string} example */
export const searchField = (rules, example) =>
  html`<input class="in" id="words" type="search" maxlength="200" autocomplete="off" placeholder=${example} .value=${rules.words}
    @input=${(/** @type {Event} */ event) => rules.search(/** @type {HTMLInputElement} */ (event.target).value)}>`;

/** @param {import("./data.js").Book} book */
export function coverage(book) {
  const left = book.carried_out;
  const words = `${book.proved} of the ${book.proved + left} clauses that the program carries out are proved`;
  return html`<p class="small"><span class="tag ${left ? "wait" : "ok"} wrap">${words}</span></p>`;
}

/** @param {import("./rules.js").Rules} rules */
function chapters(rules) {
  if (!rules.book) return nothing;
  return html`<button class="chapters-toggle" aria-expanded=${rules.chaptersShown} aria-controls="chapters" @click=${() => (rules.chaptersShown = !rules.chaptersShown)}>Chapters</button>
    <nav id="chapters" class=${rules.chaptersShown ? "shown" : ""} aria-label="Chapters"><ul>
      ${rules.book.chapters.map((chapter) => chapterItem(rules, chapter))}
      <li><a class="chapter-link" href="/rules/${rules.book.book}#readings"><em></em><span>Readings</span><i>${rules.book.readings}</i></a></li>
    </ul></nav>`;
}

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").Chapter} chapter */
function chapterItem(rules, chapter) {
  const open = rules.open === chapter.chapter;
  return html`<li class=${open ? "open" : ""}>
    <button class="chapter-link" aria-expanded=${open} @click=${() => (rules.open = open ? "" : chapter.chapter)}><em>${chapter.chapter}</em><span>${chapter.title || "Chapter"}</span><i>${chapter.clauses}</i></button>
    ${open ? html`<ul>${rules.clauses.filter((line) => line.chapter === chapter.chapter).map((line) => clauseItem(rules, line))}</ul>` : nothing}
  </li>`;
}

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").ClauseLine} line */
const clauseItem = (rules, line) => html`<li><a href=${clauseAddress(`${rules.where.book} ${line.clause}`)} aria-current=${line.clause === rules.where.entry ? "page" : nothing}><b>${line.clause}</b><span>${line.gist}</span></a></li>`;

/** Draw the clauses and readings in which the words were found. @param {import("./rules.js").Rules} rules @param {boolean} inAllBooks */
export function searchResults(rules, inAllBooks) {
  const { found } = rules;
  if (!found) return html`<p class="hits-note soft" role="status">Searching…</p>`;
  if (!found.total) return html`<p class="empty"><b>Nothing is found</b>Every word has to occur: in a number, a gist, a value or a reading.</p>`;
  const shown = found.results.length;
  return html`<p class="hits-note soft small">${found.total === 1 ? "1 is found" : `${found.total} are found`}${shown < found.total ? `; the first ${shown} are shown` : ""}</p>
    <ul class="hits">${found.results.map((hit) => hitItem(rules, hit, inAllBooks))}</ul>`;
}

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").Hit} hit @param {boolean} inAllBooks */
function hitItem(rules, hit, inAllBooks) {
  const book = rules.books.find((each) => each.book === hit.book);
  return html`<li><a href=${clauseAddress(`${hit.book} ${hit.id}`)}><b>${hit.id}</b><span>${hit.text}${inAllBooks && book ? html`<small>${bookName(book)}</small>` : nothing}</span></a></li>`;
}
