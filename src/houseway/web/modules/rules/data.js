/** The contents of the rule books, from the service; each book is fetched once. */
import { get } from "../lib/api.js";

/**
 * @typedef {{chapter: string, title: string, clauses: number, proved: number}} Chapter
 * @typedef {{book: string, short: string, title: string, game: string, jurisdiction: string, source: string, version: string,
 *   versions: string[], dated: string, filing: string, hash: string, clauses: number, proved: number, carried_out: number,
 *   recorded: number, not_carried_out: number, paytables: number, readings: number, chapters: Chapter[]}} Book
 * @typedef {{clause: string, chapter: string, kind: string, gist: string, by: string, state: string}} ClauseLine
 * @typedef {{book: string, clause: string, gist: string}} OtherClause
 * @typedef {{place: string, name: string, summary: string, asks_for: string, lines: string[]}} CodePlace
 * @typedef {{policy: string, choice: string, clauses: string[], subject: string, decides: string}} Policy
 * @typedef {{policy: string, subject: string, first: Policy, second: Policy}} Difference
 * @typedef {{id: string, subject: string, clauses: string[], problem: string, choices: Record<string, string>, default: string,
 *   fixed: boolean, why: string, worth: string, matters_if: string, warnings: {if: string, says: string}[],
 *   mentions: Record<string, string>}} Reading
 * @typedef {Reading & {book: string, gists: OtherClause[], functions: CodePlace[], before: string | null, after: string | null}} ReadingPage
 * @typedef {{wager: string, title: string, paytable: string, clause: string, rows: {hand: string, pays: string, clause: string}[]}} Paytable
 * @typedef {ClauseLine & {book: string, version: string, chapter_title: string, duty_of: string | null, reason: string, values: Record<string, string>,
 *   see: string[], referred_to_by: OtherClause[], modelled_on: string | null, paytables: Paytable[], functions: CodePlace[],
 *   constants: CodePlace[], data: string[], tests: string[], proof: {mutant: string, test: string} | null, readings: Reading[], before: OtherClause | null,
 *   after: OtherClause | null, counterparts: OtherClause[], differences: (Difference & {book: string})[]}} Clause
 * @typedef {{book: string, kind: string, id: string, text: string}} Hit
 */

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** @param {string} path @returns {Promise<any>} */
function once(path) {
  let answer = asked.get(path);
  if (!answer) {
    answer = get(path);
    answer.catch(() => asked.delete(path));
    asked.set(path, answer);
  }
  return answer;
}

/** @returns {Promise<Book[]>} */
export const loadBooks = () => once("/api/rules/books");

/** @param {string} book @returns {Promise<ClauseLine[]>} */
export const loadClauses = (book) => once(`/api/rules/books/${encodeURIComponent(book)}/clauses`);

/** @param {string} book @returns {Promise<Reading[]>} */
export const loadReadings = (book) => once(`/api/rules/books/${encodeURIComponent(book)}/readings`);

/** @param {string} book @param {string} id @returns {Promise<{clause: Clause | null, reading: ReadingPage | null}>} */
export const loadEntry = (book, id) => once(`/api/rules/books/${encodeURIComponent(book)}/entries/${encodeURIComponent(id)}`);

/** @param {string} one @param {string} other */
export const loadDifferences = (one, other) =>
  once(`/api/rules/differences?first=${encodeURIComponent(one)}&second=${encodeURIComponent(other)}`);

/** @param {string} words @param {string} book the one book to search; "" for all @param {AbortSignal} signal @returns {Promise<{total: number, results: Hit[]}>} */
export function searchRules(words, book, signal) {
  const only = book ? `&book=${encodeURIComponent(book)}` : "";
  return get(`/api/rules/search?words=${encodeURIComponent(words)}${only}`, signal);
}

/** Return the usual name of a book: Maryland, Pai Gow Poker. @param {Book} book */
export const bookName = (book) => `${place(book)}, ${book.title}`;

/** Return the name of a book's jurisdiction. @param {Book} book */
export const place = (book) => book.jurisdiction[0].toUpperCase() + book.jurisdiction.slice(1);

/** @param {Chapter} chapter */
export const chapterName = (chapter) => (chapter.title ? `${chapter.chapter}, ${chapter.title}` : `Chapter ${chapter.chapter}`);
