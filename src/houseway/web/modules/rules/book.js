/** One book: its state, its chapters with their clauses, and its readings. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clauseAddress, clauseLink } from "../parts/clauses.js";
import { bookName, chapterName, place } from "./data.js";
import { counts } from "./home.js";

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").Book} book */
export function bookPage(rules, book) {
  const other = rules.books.find((each) => each.game === book.game && each !== book);
  return html`<p class="crumb"><a href="/rules">Rules</a> · ${place(book)} · version ${book.version}</p>
    <header class="entry-title"><h1 class="plain">${book.title}</h1></header>
    <p class="soft source">${book.source}${book.dated ? `, ${book.dated}` : ""}. ${other ? html`<a href="/rules/compare?one=${book.book}&other=${other.book}">Compare with ${bookName(other)}</a>` : nothing}</p>
    ${counts(book)}
    ${book.chapters.map((chapter) => chapterSection(rules, book, chapter))}
    ${readingsSection(rules.readings, book)}`;
}

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").Book} book @param {import("./data.js").Chapter} chapter */
function chapterSection(rules, book, chapter) {
  const lines = rules.clauses.filter((line) => line.chapter === chapter.chapter);
  return html`<section class="chapter" id="chapter-${chapter.chapter}">
    <header><h2>${chapterName(chapter)}</h2><p class="small soft">${chapter.clauses} ${chapter.clauses === 1 ? "clause" : "clauses"}, ${chapter.proved} proved</p></header>
    <ul class="clause-list">${lines.map((line) => clauseRow(book, line))}</ul>
  </section>`;
}

/** @param {import("./data.js").Book} book @param {import("./data.js").ClauseLine} line */
const clauseRow = (book, line) => html`<li>${clauseLink(`${book.book} ${line.clause}`)}<span>${line.gist}</span>${stateTag(line)}</li>`;

/** The state of a clause: a word, a shape and a colour. @param {import("./data.js").ClauseLine} line */
function stateTag(line) {
  if (line.state === "proved") return html`<span class="tag ok done">proved</span>`;
  return html`<span class="tag ${line.state === "carried out" ? "wait" : "off"}">${line.state}</span>`;
}

/** @param {import("./data.js").Reading[]} readings @param {import("./data.js").Book} book */
const readingsSection = (readings, book) => html`<section class="chapter" id="readings">
  <header><h2>Readings</h2><p class="small soft">Where the text contradicts itself, breaks off or says nothing, and how it is read.</p></header>
  <ul class="clause-list">${readings.map((reading) => html`<li><a class="reading-id" href=${clauseAddress(`${book.book} ${reading.id}`)}>${reading.id}</a><span>${reading.problem}</span><span class="small soft">${reading.default}</span></li>`)}</ul>
</section>`;
