/** Two books side by side where they differ: what they decide, the values that they set, and the wagers that only one has. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clauseLink, clauseLinks, refusalBox } from "../parts/clauses.js";
import { bookName } from "./data.js";
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
  return html`
    ${found.policies.length ? table(`They decide differently in ${found.policies.length} places`, one, other, found.policies.map(policyRow)) : nothing}
    ${found.values.length ? table(`They set different values in ${found.values.length} places`, one, other, found.values.map(valueRow)) : nothing}
    ${found.only_first.length || found.only_second.length ? table("Wagers that only one has", one, other, [wagerRow(found)]) : nothing}`;
}

/** @param {string} title @param {import("./data.js").Book} one @param {import("./data.js").Book} other @param {unknown[]} rows */
const table = (title, one, other, rows) => html`<section class="panel comparison"><header><h2>${title}</h2></header>
  <table class="rec"><thead><tr><th>About</th><th>${bookName(one)}</th><th>${bookName(other)}</th></tr></thead><tbody>${rows}</tbody></table></section>`;

/** @param {import("./data.js").Difference} row */
const policyRow = (row) => html`<tr><td class="t">${row.subject}</td>${decision(row.first)}${decision(row.second)}</tr>`;

/** @param {import("./data.js").Policy} policy */
const decision = (policy) => html`<td class="side-by-side">${policy.decides}<div class="small">${clauseLinks(policy.clauses, 8)}</div></td>`;

/** @param {{key: string, first: {value: string, clause: string}, second: {value: string, clause: string}}} row */
const valueRow = (row) => html`<tr><td class="t">${row.key}</td>${value(row.first)}${value(row.second)}</tr>`;

/** @param {{value: string, clause: string}} set */
const value = (set) => html`<td class="side-by-side"><b>${set.value}</b><div class="small">${clauseLink(set.clause)}</div></td>`;

/** @param {{only_first: string[], only_second: string[]}} found */
const wagerRow = (found) => html`<tr><td class="t">Wagers</td><td class="side-by-side">${found.only_first.join(", ") || "none"}</td><td class="side-by-side">${found.only_second.join(", ") || "none"}</td></tr>`;
