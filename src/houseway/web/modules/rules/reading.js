/** Readings: what the text leaves unclear, the choices, what is taken and why. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clauseAddress, clauseLink, clauseLinks, withLinks } from "../parts/clauses.js";
import { codeFigure, codePlace } from "./code.js";
import { bookName } from "./data.js";

/** A reading within the page of a clause. @param {string} book @param {import("./data.js").Reading} reading */
export const readingCard = (book, reading) => html`<article class="reading">
  <h3><a class="reading-id" href=${clauseAddress(`${book} ${reading.id}`)}>${reading.id}</a>${withLinks(reading.problem, reading.mentions)}</h3>
  ${choices(reading)}${reasons(reading, clauseLinks(reading.clauses, 12))}
</article>`;

/** @param {import("./data.js").Reading} reading */
const choices = (reading) => html`<ul class="choices">${Object.entries(reading.choices).map(
  ([name, meaning]) => html`<li class=${name === reading.default ? "taken" : ""}><b>${name}</b>${name === reading.default ? html`<em>${reading.fixed ? "the only one" : "taken"}</em>` : nothing}<span>${withLinks(meaning, reading.mentions)}</span></li>`,
)}</ul>`;

/** @param {import("./data.js").Reading} reading @param {unknown} clauses */
const reasons = (reading, clauses) => html`<dl>
  <div><dt>Why</dt><dd>${withLinks(reading.why, reading.mentions)}</dd></div>
  <div><dt>Worth</dt><dd><b>${withLinks(reading.worth, reading.mentions)}</b></dd></div>
  ${reading.matters_if ? html`<div><dt>Matters if</dt><dd>${reading.matters_if}</dd></div>` : nothing}
  ${reading.warnings.map((warning) => html`<div><dt>Warning</dt><dd>${withLinks(warning.says, reading.mentions)}${warning.if ? html` <span class="soft">(if ${warning.if})</span>` : nothing}</dd></div>`)}
  <div><dt>Filed</dt><dd>${reading.fixed ? "An operator can file no other" : "An operator may file another"}</dd></div>
  ${clauses ? html`<div><dt>Clauses</dt><dd>${clauses}</dd></div>` : nothing}
</dl>`;

/** A reading on a page of its own. @param {import("./data.js").Book} book @param {import("./data.js").ReadingPage} reading */
export const readingPage = (book, reading) => html`<p class="crumb"><a href="/rules/${book.book}">${bookName(book)}</a> · <a href="/rules/${book.book}#readings">Readings</a> · ${reading.subject}</p>
  <header class="entry-title"><h1 class="plain">${reading.id}</h1></header>
  <p class="gist problem">${withLinks(reading.problem, reading.mentions)}</p>
  <article class="reading whole">${choices(reading)}${reasons(reading, null)}</article>
  <section class="facts"><dl>
    <div><dt>Clauses</dt><dd><ul>${reading.gists.map((other) => html`<li>${clauseLink(`${other.book} ${other.clause}`)} ${other.gist}</li>`)}</ul></dd></div>
    ${reading.functions.length ? html`<div><dt>Code that depends on it</dt><dd><ul>${reading.functions.map((place) => html`<li>${codePlace(place)}</li>`)}</ul></dd></div>` : nothing}
  </dl>${codeFigure(reading.functions[0])}</section>
  <nav class="pager" aria-label="Readings before and after">${neighbour(book, "Before", reading.before)}${neighbour(book, "After", reading.after)}</nav>`;

/** @param {import("./data.js").Book} book @param {string} label @param {string | null} id */
const neighbour = (book, label, id) => (id ? html`<a href=${clauseAddress(`${book.book} ${id}`)}><span class="small soft">${label}</span><b>${id}</b></a>` : html`<span></span>`);
