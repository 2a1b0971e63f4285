/** Cells of reports, formatted by kind of column. Exact values arrive as fractions and are rounded only here. */
import { html, nothing } from "../../vendor/lit/index.js";
import { dateTime, dollars } from "../lib/format.js";

/**
 * @typedef {{name: string, title: string, kind: string, is_detail: boolean}} Column
 * @typedef {{name: string, title: string, columns: Column[], rows: Record<string, any>[], is_cut: boolean}} Part
 * @typedef {{name: string, title: string, about: string, notes: string[], first: string, last: string, parts: Part[], is_pending: boolean,
 *   chart: object | null, chart_words: string, names: Record<string, string>}} Report
 */

const NUMBERS = ["count", "money", "exact-money", "share"];
/** The two ends of an interval, which share a cell. */
const INTERVAL = ["low", "high"];
const SIGNED = ["house_win", "net", "count_difference"];

/** Return an exact fraction as a number, to be shown. @param {string | number} text */
export function numberOf(text) {
  const [above, below = "1"] = String(text).split("/");
  return Number(above) / Number(below);
}

/** @param {string | number} cents */
const wholeDollars = (cents) => dollars(Math.round(numberOf(cents)));

/** @param {string | number} share */
export const percent = (share) => `${(numberOf(share) * 100).toFixed(2).replace("-", "−")}%`;

/** @param {Column} column */
export const isNumber = (column) => NUMBERS.includes(column.kind);

/** Return the text of a cell. @param {Column} column @param {any} value @param {Record<string, string>} names */
export function cellText(column, value, names) {
  if (value === null || value === "") return "–";
  switch (column.kind) {
    case "money": return dollars(value);
    case "exact-money": return wholeDollars(value);
    case "share": return percent(value);
    case "count": return value.toLocaleString("en-US");
    case "time": return dateTime(value);
    case "person": return names[value] ?? value;
    default: return String(value);
  }
}

/** Draw a cell; negative and flagged values have a colour and a word. @param {Column} column @param {Record<string, any>} row @param {Record<string, string>} names */
export function cell(column, row, names) {
  const value = row[column.name];
  if (column.name === INTERVAL[0]) return value === null ? "–" : `${cellText(column, value, names)} to ${cellText(column, row[INTERVAL[1]], names)}`;
  if (column.kind === "flag") return flag(column, value);
  const text = cellText(column, value, names);
  if (column.name === "round" && value !== null && row.table) return html`<a href="/rounds/${row.table}/${value}">${text}</a>`;
  if (SIGNED.includes(column.name) && value < 0) return html`<span class="lose">${text}</span>`;
  return text;
}

/** @param {Column} column @param {boolean} value */
function flag(column, value) {
  if (column.name === "is_reconciled") return value ? html`<span class="tag ok done">reconciled</span>` : html`<span class="tag bad">differs</span>`;
  return value ? html`<span class="tag bad">${column.title}</span>` : nothing;
}

/** Draw a part of a report as a table. @param {Part} part @param {Record<string, string>} names */
export function partTable(part, names) {
  const columns = part.columns.filter((each) => !each.is_detail && each.name !== INTERVAL[1] && part.rows.some((row) => row[each.name] !== ""));
  const title = (/** @type {Column} */ each) => (each.name === INTERVAL[0] ? "95% interval" : each.title);
  if (!part.rows.length) return html`<p class="empty"><b>Nothing was recorded</b>There are no rows in this period.</p>`;
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${part.title}><table class="rec">
    <thead><tr>${columns.map((each) => html`<th scope="col" class=${isNumber(each) ? "n" : ""}>${title(each)}</th>`)}</tr></thead>
    <tbody>${part.rows.map((row) => html`<tr>${columns.map((each, place) => html`<td class=${classes(each, place)} data-l=${title(each)}>${cell(each, row, names)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** @param {Column} column @param {number} place */
const classes = (column, place) => (isNumber(column) ? "n" : place === 0 ? "t nw" : column.kind === "time" ? "nw" : "words");
