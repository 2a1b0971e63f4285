/** A part of a report as a table. Columns that belong together share a cell, so that a table fits its page. */
import { html } from "../../vendor/lit/index.js";
import { cell, INTERVAL, isNothing, isNumber, secondLine } from "./cells.js";

/** @typedef {import("./cells.js").Column} Column @typedef {import("./cells.js").Part} Part @typedef {import("./cells.js").Known} Known */

/** Columns that are shown on a second line, and in whose cell: the first of these that the table has. @type {Record<string, string[]>} */
const UNDER = {
  book: ["table", "title"],
  submission: ["title"],
  paytable: ["title"],
  hands: ["wagered"],
  win_share: ["house_win"],
  hold: ["drop"],
  vigorish: ["won"],
  theoretical_share: ["theoretical_win"],
  is_outside: ["low"],
  left_out_wagered: ["left_out_rounds", "theoretical_loss"],
  left_out_win: ["left_out_rounds"],
  void_rounds: ["rounds"],
  irregular_rounds: ["rounds"],
  credits: ["fills"],
  ended_at: ["began_at"],
  until: ["since"],
  minutes: ["began_at"],
  time_until: ["began_at"],
  ended_how: ["began_at"],
  known_from: ["dealer"],
  game: ["table"],
  positions: ["table"],
  occasion: ["table"],
  average_wager: ["wagered"],
  cashed_out: ["bought_in"],
  taken_back: ["contributed"],
  house_added: ["paid"],
  count_difference: ["closing"],
  first_known_from: ["first"],
  difference: ["counted"],
  held: ["counted"],
  seed: ["meter"],
  seeded: ["opening"],
};

/** A row with this many cells or more takes two lines on a narrow page. */
const MANY = 8;

/** Whether a part has more columns than fit on a tablet. @param {Part} part */
export const hasManyColumns = (part) => sharedCells(part).length >= MANY - 1;

/** @param {Column} column */
export const columnTitle = (column) => (column.name === INTERVAL[0] ? "95% interval" : column.title);

/** Draw rows of a part of a report. @param {Part} part @param {Record<string, any>[]} rows @param {Known} known */
export function partTable(part, rows, known) {
  const cells = sharedCells(part);
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${part.title}><table class="rec ${cells.length >= MANY ? "many" : ""}">
    <thead><tr>${cells.map(([each]) => html`<th scope="col" class=${isNumber(each) ? "n" : ""}>${columnTitle(each)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells.map((columns, place) => drawCell(columns, place, row, known))}</tr>`)}</tbody>
  </table></div>`;
}

/** Return the columns of each cell, the leading one first. Columns for files only, or without any value, are left out. @param {Part} part @returns {Column[][]} */
export function sharedCells(part) {
  const shown = part.columns.filter((each) => !each.is_detail && each.name !== INTERVAL[1] && part.rows.some((row) => row[each.name] !== ""));
  const leaderOf = (/** @type {Column} */ column) => (UNDER[column.name] ?? []).find((name) => shown.some((each) => each.name === name));
  return shown.filter((each) => !leaderOf(each)).map((each) => [each, ...shown.filter((other) => leaderOf(other) === each.name)]);
}

/** @param {Column[]} columns @param {number} place @param {Record<string, any>} row @param {Known} known */
const drawCell = ([column, ...others], place, row, known) => html`<td class="${classes(column, place)} ${isNothing(row[column.name]) ? "none" : ""}" data-l=${columnTitle(column)}><span>${cell(column, row, known)}${others.map((each) => secondLine(each, row, known))}</span></td>`;

/** @param {Column} column @param {number} place */
const classes = (column, place) => (isNumber(column) ? "n" : place === 0 ? "t nw" : column.kind === "time" ? "nw" : "words");
