/** The page of one clause: gist, state, code, proofs, readings, and the counterpart in another book. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clauseAddress, clauseLink, clauseLinks, sentence } from "../parts/clauses.js";
import { codeFigure, codePlace } from "./code.js";
import { bookName, place } from "./data.js";
import { readingCard } from "./reading.js";

const SHOWN_AT_ONCE = 6;
const MOST_COUNTERPARTS = 4;

/** @typedef {import("./data.js").Clause} Clause @typedef {import("./data.js").Book} Book */

/** @param {import("./rules.js").Rules} rules @param {Book} book @param {Clause} clause */
export function clausePage(rules, book, clause) {
  return html`<p class="crumb"><a href="/rules/${book.book}">${bookName(book)}</a> · <a href="/rules/${book.book}#chapter-${clause.chapter}">${clause.chapter}${clause.chapter_title ? `, ${clause.chapter_title}` : ""}</a> · version ${clause.version}</p>
    <header class="entry-title"><h1>${clause.clause}</h1>${stateLine(clause)}</header>
    ${withCounterparts(rules, book, clause)}
    ${clause.paytables.map((table) => paytable(book, table, clause.clause))}
    <section class="facts"><dl>${facts(rules, book, clause)}</dl>${codeFigure(clause.constants[0] ?? clause.functions[0])}</section>
    ${readings(book, clause)}
    ${pager(clause)}`;
}

/** Draw the state of a clause. @param {Clause} clause */
function stateLine(clause) {
  if (clause.state === "not carried out") return html`<p class="tag off wrap">Not carried out. ${sentence(clause.reason)}</p>`;
  if (clause.state === "recorded") return html`<p class="tag off wrap">Recorded: a duty of the ${clause.duty_of}, of which a breach can be noted. ${sentence(clause.reason)}</p>`;
  const steps = [["Carried out", true], ["Proved", clause.state === "proved"]];
  const last = steps.findLastIndex(([, reached]) => reached);
  return html`<ol class="stages" aria-label="State">${steps.map(([name, reached], place) => html`<li class="${reached ? "reached" : ""} ${place === last ? "current" : ""}">${name}${reached ? nothing : html`<span class="vh">, not yet</span>`}</li>`)}</ol>`;
}

/** Draw the gist next to that of the other book. @param {import("./rules.js").Rules} rules @param {Book} book @param {Clause} clause */
function withCounterparts(rules, book, clause) {
  const sameGame = shownCounterparts(rules, book, clause);
  return html`<div class="two ${sameGame.length ? "" : "alone"}">
    <section class="here"><p class="label">${place(book)}</p><p class="gist">${clause.gist}</p>${values(clause)}</section>
    ${sameGame.length ? html`<section class="there">${sameGame.map((other) => counterpart(rules, other))}</section>` : nothing}
    ${clause.differences.map((difference) => differs(rules, difference))}
  </div>`;
}

/** Return the counterparts of a clause in another book of the game; none if there are too many to mean anything. @param {import("./rules.js").Rules} rules @param {Book} book @param {Clause} clause */
function shownCounterparts(rules, book, clause) {
  const games = new Map(rules.books.map((each) => [each.book, each.game]));
  const found = clause.counterparts.filter((other) => games.get(other.book) === book.game);
  return found.length <= MOST_COUNTERPARTS ? found : [];
}

/** @param {Clause} clause */
const values = (clause) =>
  Object.keys(clause.values).length ? html`<dl class="values">${Object.entries(clause.values).map(([key, value]) => html`<div><dt>${key}</dt><dd>${value}</dd></div>`)}</dl>` : nothing;

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").OtherClause} other */
function counterpart(rules, other) {
  const book = rules.books.find((each) => each.book === other.book);
  return html`<p class="label">${book ? place(book) : other.book}, ${clauseLink(`${other.book} ${other.clause}`)}</p><p class="gist">${other.gist}</p>`;
}

/** @param {import("./rules.js").Rules} rules @param {import("./data.js").Difference & {book: string}} difference */
function differs(rules, difference) {
  const other = rules.books.find((each) => each.book === difference.book);
  return html`<p class="differs"><b>They differ.</b> ${difference.subject}: here ${difference.first.decides}; by ${other ? other.jurisdiction : "the other book"}, ${difference.second.decides}, ${clauseLinks(difference.second.clauses)}</p>`;
}

/** @param {Book} book @param {import("./data.js").Paytable} table @param {string} here */
const paytable = (book, table, here) => html`<section class="panel paytable"><header><h2>${table.title}, paytable ${table.paytable}</h2>${clauseLink(`${book.book} ${table.clause}`)}</header>
  <table><thead><tr><th>Hand</th><th class="n">Pays</th><th class="n">Clause</th></tr></thead>
  <tbody>${table.rows.map((row) => html`<tr aria-current=${row.clause === here ? "true" : nothing}><td>${sentence(row.hand.replaceAll("-", " ")).slice(0, -1)}</td><td class="n">${row.pays}</td><td class="n">${clauseLink(`${book.book} ${row.clause}`)}</td></tr>`)}</tbody></table></section>`;

/** @param {import("./rules.js").Rules} rules @param {Book} book @param {Clause} clause */
function facts(rules, book, clause) {
  const above = shownCounterparts(rules, book, clause);
  const elsewhere = clause.counterparts.filter((other) => !above.includes(other));
  return [
    fact("Kind", clause.kind),
    fact("Carried out by", clause.by === "nothing" ? "nothing: it requires nothing that a program could do" : clause.by),
    fact("Code", listOf(clause.functions, codePlace)),
    fact("Named in", listOf(clause.constants, codePlace)),
    fact("Data", listOf(clause.data, (place) => html`<code class="path">${place}</code>`)),
    fact("Proof", clause.proof ? html`<code class="path">${clause.proof.test.replace(/^tests\//, "")}</code> fails when the program is made wrong on purpose: ${clause.proof.mutant.replace(/^own /, "").replaceAll("-", " ")}` : nothing),
    fact("Refers to", clauseLinks(clause.see.map((each) => `${clause.book} ${each}`), 20)),
    fact("Modelled on", clause.modelled_on ? clauseLink(clause.modelled_on) : nothing),
    fact("Referred to by", listOf(clause.referred_to_by, (other) => otherClause(rules, clause, other))),
    fact("Same code, other books", listOf(elsewhere, (other) => otherClause(rules, clause, other))),
  ];
}

/** @param {string} name @param {unknown} content */
const fact = (name, content) => (content === nothing ? nothing : html`<div><dt>${name}</dt><dd>${content}</dd></div>`);

/** @template Item @param {Item[]} items @param {(item: Item) => unknown} show */
function listOf(items, show) {
  if (!items.length) return nothing;
  const item = (/** @type {Item} */ each) => html`<li>${show(each)}</li>`;
  const [first, rest] = [items.slice(0, SHOWN_AT_ONCE), items.slice(SHOWN_AT_ONCE)];
  return html`<ul>${first.map(item)}</ul>${rest.length ? html`<details class="more"><summary>${rest.length} more</summary><ul>${rest.map(item)}</ul></details>` : nothing}`;
}

/** @param {import("./rules.js").Rules} rules @param {Clause} clause @param {import("./data.js").OtherClause} other */
function otherClause(rules, clause, other) {
  const book = rules.books.find((each) => each.book === other.book);
  return html`${clauseLink(`${other.book} ${other.clause}`)} ${other.gist}${book && other.book !== clause.book ? html` <span class="small soft">${bookName(book)}</span>` : nothing}`;
}

/** @param {Book} book @param {Clause} clause */
function readings(book, clause) {
  if (!clause.readings.length) return nothing;
  return html`<section class="readings"><h2>Readings</h2><p class="soft">Where the text contradicts itself, breaks off or says nothing, and how it is read.</p>
    ${clause.readings.map((reading) => readingCard(book.book, reading))}</section>`;
}

/** @param {Clause} clause */
const pager = (clause) => html`<nav class="pager" aria-label="Clauses before and after">${pagerLink("Before", clause.before)}${pagerLink("After", clause.after)}</nav>`;

/** @param {string} label @param {import("./data.js").OtherClause | null} other */
const pagerLink = (label, other) =>
  other ? html`<a href=${clauseAddress(`${other.book} ${other.clause}`)}><span class="small soft">${label}</span><span><b>${other.clause}</b> ${other.gist}</span></a>` : html`<span></span>`;
