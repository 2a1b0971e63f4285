/** Clauses as links to their page, and refusals with the clauses behind them. */
import { html, nothing } from "../../vendor/lit/index.js";

/** Return the address of a clause, given as "BOOK CLAUSE". @param {string} citation */
export function clauseAddress(citation) {
  const [book, clause] = splitCitation(citation);
  return `/rules/${encodeURIComponent(book)}/${encodeURIComponent(clause)}`;
}

/** @param {string} citation @returns {[string, string]} */
function splitCitation(citation) {
  const space = citation.indexOf(" ");
  return [citation.slice(0, space), citation.slice(space + 1)];
}

/** @param {string} citation */
export const clauseLink = (citation) =>
  html`<a class="cl" href=${clauseAddress(citation)} title=${citation}>${splitCitation(citation)[1]}</a>`;

/** @param {string[]} citations @param {number} [most] */
export function clauseLinks(citations, most = 4) {
  if (!citations.length) return nothing;
  const left = citations.length - most;
  return html`<span class="cls">${citations.slice(0, most).map(clauseLink)}${left > 0 ? html`<span class="soft">+${left}</span>` : nothing}</span>`;
}

/** Show a refusal: what is wrong, what was given, what is allowed, which clause. @param {import("../lib/api.js").Refusal} refusal */
export const refusalBox = (refusal) => html`<div class="refusal" role="alert">
  <b>${sentence(refusal.message)}</b>
  ${refusal.given || refusal.allowed || refusal.clauses.length
    ? html`<dl>
        ${refusal.given ? html`<div><dt>Given</dt> <dd>${refusal.given}</dd></div>` : nothing}
        ${refusal.allowed ? html`<div><dt>Allowed</dt> <dd>${refusal.allowed}</dd></div>` : nothing}
        ${refusal.clauses.length ? html`<div><dt>By</dt> <dd>${clauseLinks(refusal.clauses)}</dd></div>` : nothing}
      </dl>`
    : nothing}
</div>`;

/** Return words as a sentence, with a capital letter and a full stop. @param {string} words */
export function sentence(words) {
  if (!words) return words;
  const last = words.at(-1) ?? "";
  return words[0].toUpperCase() + words.slice(1) + (".!?”".includes(last) ? "" : ".");
}
