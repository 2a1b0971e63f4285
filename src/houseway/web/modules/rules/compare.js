/** Two books side by side where they differ: what they decide, the values that they set, and the wagers that only one has. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { countThings } from "../lib/format.js";
import { clauseLink, clauseLinks, refusalBox } from "../parts/clauses.js";
import { bookName, place } from "./data.js";
import { compareForm } from "./home.js";

/** @param {import("./rules.js").Rules} rules */
export function comparePage(rules) {
  const [one, other] = [rules.where.one, rules.where.other].map((id) => rules.books.find((book) => book.book === id || book.short === id));
  return html`<div class="page">
    <p class="crumb"><a href="/rules">Rules</a></p>
    <div class="head"><div><h1>Two books side by side</h1><p>Only where they differ: each place with its clauses in both.</p></div></div>
    ${rules.refusal ? refusalBox(rules.refusal) : nothing}
    ${compareForm(rules, "")}
    ${rules.differences && one && other ? comparison(rules.differences, one, other) : nothing}
  </div>`;
}

/** @param {any} found @param {import("./data.js").Book} one @param {import("./data.js").Book} other */
function comparison(found, one, other) {
  const alike = !found.policies.length && !found.values.length && !found.only_first.length && !found.only_second.length;
  if (alike) return html`<p class="panel empty"><b>They do not differ</b>Both decide the same, and set the same values.</p>`;
  return html`<nav class="parts" aria-label="Where they differ">${parts(found)}</nav>
    ${found.policies.length ? table("decisions", `They decide differently in ${found.policies.length} places`, one, other, found.policies.map((/** @type {import("./data.js").Difference} */ row) => policyRow(row, one, other))) : nothing}
    ${found.values.length ? table("values", `They set different values in ${found.values.length} places`, one, other, found.values.map((/** @type {DifferentValue} */ row) => valueRow(row, one, other))) : nothing}
    ${found.only_first.length || found.only_second.length ? table("wagers", "Wagers that only one has", one, other, [wagerRow(found, one, other)]) : nothing}`;
}

/** Draw the ways to the parts of the comparison, with how much is in each. @param {any} found */
function parts({ policies, values, only_first, only_second }) {
  const counts = /** @type {[string, string, number][]} */ ([["decisions", "decision", policies.length], ["values", "value", values.length], ["wagers", "wager", only_first.length + only_second.length]]);
  return counts.filter(([, , count]) => count).map(([id, name, count]) => html`<a class="btn" href="#${id}">${countThings(count, name)}</a>`);
}

/** Name a book beside another: by its place alone if both are of one game. @param {import("./data.js").Book} book @param {import("./data.js").Book} other */
const nameBeside = (book, other) => (book.title === other.title ? place(book) : bookName(book));

/** @param {string} id @param {string} title @param {import("./data.js").Book} one @param {import("./data.js").Book} other @param {unknown[]} rows */
const table = (id, title, one, other, rows) => html`<section class="panel comparison" id=${id}><header><h2>${title}</h2></header>
  <table class="rec"><thead><tr><th>About</th><th>${nameBeside(one, other)}</th><th>${nameBeside(other, one)}</th></tr></thead><tbody>${rows}</tbody></table></section>`;

/** @typedef {import("./data.js").Book} Book @typedef {{value: string, clause: string}} SetValue @typedef {{key: string, first: SetValue, second: SetValue}} DifferentValue */

/** @param {import("./data.js").Difference} row @param {Book} one @param {Book} other */
const policyRow = (row, one, other) => html`<tr><td class="t">${row.subject}</td>${decision(row.first, nameBeside(one, other))}${decision(row.second, nameBeside(other, one))}</tr>`;

/** @param {import("./data.js").Policy} policy @param {string} book */
const decision = (policy, book) => html`<td class="side-by-side" data-l=${book}>${capital(policy.decides)}<div class="small">${clauseLinks(policy.clauses, 8)}</div></td>`;

/** @param {DifferentValue} row @param {Book} one @param {Book} other */
const valueRow = (row, one, other) => html`<tr><td class="t">${capital(row.key.replaceAll("-", " ").replaceAll(".", ", "))}</td>${value(row.first, nameBeside(one, other))}${value(row.second, nameBeside(other, one))}</tr>`;

/** @param {SetValue} set @param {string} book */
const value = (set, book) => html`<td class="side-by-side" data-l=${book}><b>${set.value}</b><div class="small">${clauseLink(set.clause)}</div></td>`;

/** @param {{only_first: string[], only_second: string[]}} found @param {Book} one @param {Book} other */
const wagerRow = (found, one, other) => html`<tr><td class="t">Wagers</td>
  <td class="side-by-side" data-l=${nameBeside(one, other)}>${found.only_first.join(", ") || "none"}</td><td class="side-by-side" data-l=${nameBeside(other, one)}>${found.only_second.join(", ") || "none"}</td></tr>`;
