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

/** Return how a clause is called in a link. What a book takes over from another one, "as-played.11.F", is said in words. @param {string} clause */
export const clauseName = (clause) => clause.replace(/^([a-z]+(?:-[a-z]+)+)\.(.+)$/, (_, source, id) => `${id} ${source.replaceAll("-", " ")}`);

/** @param {string} citation */
export const clauseLink = (citation) =>
  html`<a class="cl" href=${clauseAddress(citation)} title=${citation}>${clauseName(splitCitation(citation)[1])}</a>`;

/** Draw clauses as links; those past the first ones unfold. @param {string[]} citations @param {number} [most] */
export function clauseLinks(citations, most = 4) {
  if (!citations.length) return nothing;
  const each = [...new Set(citations)];
  const more = each.slice(most);
  return html`<span class="cls">${each.slice(0, most).map(clauseLink)}${more.length ? html`<details class="more-clauses"><summary title=${more.join(", ")}>+${more.length}<span class="vh"> more clauses</span></summary>${more.map(clauseLink)}</details>` : nothing}</span>`;
}

/** Return a text in which every clause and reading that it names is a link. @param {string} text @param {Record<string, string>} mentions citations, by what the text says */
export function withLinks(text, mentions) {
  const names = Object.keys(mentions).sort((one, other) => other.length - one.length).map((name) => name.replace(/[^\w ]/g, "\\$&"));
  if (!names.length) return text;
  const parts = text.split(new RegExp(`(?<![\\w.~)])(${names.join("|")})(?![\\w(#~])`));
  return parts.map((part, place) => (place % 2 ? namedLink(mentions[part], part) : part));
}

/** @param {string} citation @param {string} name */
const namedLink = (citation, name) => html`<a class="cl ${/^[A-Z]+-\d+$/.test(name) ? "reading" : ""}" href=${clauseAddress(citation)} title=${citation}>${name}</a>`;

/** The code of a refusal whose sentence says who may do it; its facts are names of permissions. */
const DENIED = "authority.denied";

/**
 * Show a refusal: what is wrong, what was given, what is allowed, which clause.
 * @param {import("../lib/api.js").Refusal} refusal @param {"alert" | "group"} [role] a group if the announcer has said it already
 */
export const refusalBox = (refusal, role = "alert") => html`<div class="refusal" role=${role}>
  <b>${sentence(refusal.message)}</b>
  ${(refusal.given || refusal.instead || refusal.clauses.length) && refusal.code !== DENIED
    ? html`<dl>
        ${refusal.given ? html`<div><dt>Given</dt> <dd>${inWords(refusal.given)}</dd></div>` : nothing}
        ${refusal.instead ? html`<div><dt>Instead</dt> <dd>${inWords(refusal.instead)}</dd></div>` : nothing}
        ${refusal.clauses.length ? html`<div><dt>By</dt> <dd>${clauseLinks(refusal.clauses)}</dd></div>` : nothing}
      </dl>`
    : nothing}
  ${refusal.status === 401 ? html`<p>${signInLink()}</p>` : nothing}
</div>`;

/** Return a value of a refusal as people say it: names of acts and choices without hyphens, several with commas. @param {unknown} value */
export function inWords(value) {
  const words = Array.isArray(value) ? value.join(", ") : String(value);
  return words.replace(/\b[a-z]+(?:-[a-z]+)+\b(?![.\/])/g, (name, place) => (/[.\/]/.test(words[place - 1] ?? "") ? name : name.replaceAll("-", " ")));
}

/**
 * What a player is told of a refusal: what is wrong, and what may be done instead, if the sentence does not say it. Its clauses are there on demand.
 * @param {import("../lib/api.js").Refusal} refusal @param {string} [role]
 */
export const playersRefusal = (refusal, role = "alert") => html`<div class="refusal" role=${role}>
  <b>${refusalWords(refusal)}</b>
  ${refusal.clauses.length ? html`<details><summary>The rule</summary>${clauseLinks(refusal.clauses)}</details>` : nothing}
  ${refusal.status === 401 ? html`<p>${signInLink()}</p>` : nothing}
</div>`;

/** Say a refusal in one or two sentences. @param {{message: string, instead?: string}} refusal */
export function refusalWords({ message, instead }) {
  return sentence(message) + (instead && !message.includes(instead) ? ` ${sentence(`Instead: ${instead}`)}` : "");
}

/** The way to a new session, and back to this page. */
export const signInLink = () => html`<a href="/sign-in?next=${encodeURIComponent(location.pathname + location.search)}">Sign in</a>`;

/** Return words as a sentence, with a capital letter and a full stop. @param {string} words */
export function sentence(words) {
  if (!words) return words;
  const last = words.at(-1) ?? "";
  return words[0].toUpperCase() + words.slice(1) + (".!?”".includes(last) ? "" : ".");
}
