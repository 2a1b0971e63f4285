/** Cells of reports, formatted by kind of column. Exact values arrive as fractions and are rounded only here. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { clockTime, dateTime, dollars, numberOf, percent } from "../lib/format.js";
import { sentence } from "../parts/clauses.js";

/**
 * @typedef {{name: string, title: string, kind: string, is_detail: boolean}} Column
 * @typedef {{name: string, title: string, columns: Column[], rows: Record<string, any>[], is_cut: boolean}} Part
 * @typedef {{name: string, title: string, about: string, notes: string[], first: string, last: string, parts: Part[], is_pending: boolean,
 *   chart: object | null, chart_words: string, names: Record<string, string>, meter_books: Record<string, string>}} Report
 * @typedef {{names: Record<string, string>, books: Record<string, string>, games?: Record<string, string>, meterBooks?: Record<string, string>, historyOf?: (player: string) => string}} Known
 *   names of people, rule books and games by their ids, the rule book of each meter, and the address of a player's history
 */

const NUMBERS = ["count", "money", "exact-money", "share"];
/** The two ends of an interval, which share a cell. */
export const INTERVAL = ["low", "high"];
/** From how many letters a text is folded, and how many are shown then. */
const [LONG, SHOWN] = [240, 140];
const SIGNED = ["house_win", "net", "count_difference", "difference"];

/** @param {string | number} cents */
const wholeDollars = (cents) => dollars(Math.round(numberOf(cents)));

/** @param {Column} column */
export const isNumber = (column) => NUMBERS.includes(column.kind);

/** Whether a value is shown as a dash, which a phone leaves out. @param {unknown} value */
export const isNothing = (value) => value === null || value === "";

/** Return the text of a cell. @param {Column} column @param {any} value @param {Known} known */
export function cellText(column, value, known) {
  if (isNothing(value)) return "–";
  switch (column.kind) {
    case "money": return dollars(value);
    case "exact-money": return wholeDollars(value);
    case "share": return percent(value);
    case "count": return value.toLocaleString("en-US");
    case "time": return dateTime(value);
    case "person": return known.names[value] ?? value;
    case "text": return column.name === "game" ? (known.games?.[value] ?? value) : inWords(column.name, String(value));
    default: return String(value);
  }
}

/** Return a text as people read it: names of kinds and reasons without hyphens, what happened as a sentence. @param {string} name @param {string} text */
function inWords(name, text) {
  if (["kind", "reason"].includes(name)) return text.replaceAll("-", " ");
  if (name === "wagers") return text.replaceAll("-$", "−$");
  return name === "words" ? sentence(text) : text;
}

/** Draw a cell; negative and flagged values have a colour and a word. @param {Column} column @param {Record<string, any>} row @param {Known} known */
export function cell(column, row, known) {
  const value = row[column.name];
  if (column.name === INTERVAL[0]) return value === null ? "–" : `${cellText(column, value, known)} to ${cellText(column, row[INTERVAL[1]], known)}`;
  if (column.kind === "flag") return flag(column, value);
  if (column.name === "meter") return meterName(value, known);
  const text = cellText(column, value, known);
  const address = addressOf(column, row, known);
  if (address) return html`<a href=${address}>${known.books[value] ?? text}</a>`;
  if (SIGNED.includes(column.name) && value < 0) return html`<span class="lose">${text}</span>`;
  return text.length > LONG ? html`<details class="long"><summary>${text.slice(0, text.lastIndexOf(" ", SHOWN))} …</summary>${text}</details>` : text;
}

/** The page about what a cell names: a round, the rounds of a table, a rule book, a player's history; "" if there is none. @param {Column} column @param {Record<string, any>} row @param {Known} known */
function addressOf({ name }, row, known) {
  const value = row[name];
  if (isNothing(value)) return "";
  if (name === "round" && row.table) return `/rounds/${encodeURIComponent(row.table)}/${value}`;
  if (name === "table") return `/rounds?table=${encodeURIComponent(value)}`;
  if (name === "book") return `/rules/${encodeURIComponent(value)}`;
  return name === "player" && known.historyOf ? known.historyOf(value) : "";
}

/** A meter by its name, with its wager and its rule book, which its id may lack: "progressive/mega". @param {string} id @param {Known} known */
function meterName(id, known) {
  const parts = id.split("/");
  const [name, wager, book] = [parts.at(-1) ?? id, parts.at(-2) ?? "", known.meterBooks?.[id] ?? parts.at(-3) ?? ""];
  return html`${capital(name)}<span class="under">${[known.books[book] ?? book, wager.replaceAll("-", " ")].filter(Boolean).join(", ")}</span>`;
}

/** @param {Column} column @param {boolean} value */
function flag(column, value) {
  if (column.name === "is_reconciled") return value ? html`<span class="tag ok done">reconciled</span>` : html`<span class="tag bad">differs</span>`;
  return value ? html`<span class="tag bad">${column.title}</span>` : nothing;
}

/** What stands behind a value on the second line of a cell; the title of its column if it is not here. @type {Record<string, string>} */
const WORDS = { win_share: "of wagers", theoretical_share: "of wagers", hold: "hold", hands: "placed", void_rounds: "void", average_wager: "a round", minutes: "min" };
/** What stands before it. @type {Record<string, string>} */
const BEFORE = { submission: "submission", paytable: "paytable", positions: "position", time_until: "until" };

/** Draw a value on the second line of another one's cell; nothing if there is none. @param {Column} column @param {Record<string, any>} row @param {Known} known */
export function secondLine(column, row, known) {
  const value = row[column.name];
  const isNone = isNothing(value) || value === false || (column.kind !== "share" && isNumber(column) && numberOf(value) === 0);
  return isNone ? nothing : html`<span class="under">${secondLineContent(column, row, known)}</span>`;
}

/** @param {Column} column @param {Record<string, any>} row @param {Known} known */
function secondLineContent(column, row, known) {
  const value = row[column.name];
  if (column.kind === "flag") return flag(column, value);
  if (column.kind === "time") return `to ${laterTime(value, row.began_at ?? row.since)}`;
  if (isNumber(column)) return html`${cell(column, row, known)} ${WORDS[column.name] ?? column.title.toLowerCase()}`;
  return html`${BEFORE[column.name] ?? nothing} ${cell(column, row, known)}`;
}

/** Return the end of a time, without its date if it ends on the day on which it began. @param {number} end @param {number} begin */
const laterTime = (end, begin) => (new Date(end).toDateString() === new Date(begin).toDateString() ? clockTime(end) : dateTime(end));
