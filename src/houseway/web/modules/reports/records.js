/** A part of a report on a phone or a tablet: a line for each row, with its name and the figures that are looked for first; the others unfold. */
import { html, nothing } from "../../vendor/lit/index.js";
import { cell, cellText, isNothing, isNumber, secondLine } from "./cells.js";
import { columnTitle, sharedCells } from "./part-table.js";

/** @typedef {import("./cells.js").Column} Column @typedef {import("./cells.js").Part} Part @typedef {import("./cells.js").Known} Known */
/** @typedef {Record<string, any>} Row */

/** What leads a row: the first of these that the part has, otherwise its first column. */
const LEADS = ["title", "words", "player", "dealer", "meter"];
/** The figure at the right of a row: the first of these that the part has. */
const FIGURES = ["house_win", "net", "round_win", "difference", "amount", "balance", "change"];
/** What stands below the name of a row. */
const ABOUT = ["at", "began_at", "since", "day", "table", "game", "round", "kind", "reason", "occasion", "denomination", "submission", "paytable"];
/** What stands before such a value. @type {Record<string, string>} */
const BEFORE = { round: "round ", submission: "submission ", paytable: "paytable ", denomination: "chips of " };

/** Draw rows as lines that unfold. @param {Part} part @param {Row[]} rows @param {Known} known @param {number} room how many more figures a line has room for */
export function partRecords(part, rows, known, room) {
  const cells = sharedCells(part);
  const find = (/** @type {string[]} */ names) => names.map((name) => cells.find(([column]) => column.name === name)).find(Boolean);
  const lead = find(LEADS) ?? cells[0];
  const figure = find(FIGURES.filter((name) => name !== lead[0].name));
  const about = ABOUT.map((name) => part.columns.find((column) => column.name === name && !column.is_detail)).filter((column) => column && column !== lead[0]);
  const more = cells.filter((columns) => columns !== lead && columns !== figure && isNumber(columns[0])).slice(0, room);
  const shape = { cells, lead, more, figure, about: /** @type {Column[]} */ (about), isGrouped: lead[0].name === "title" };
  return html`<p class="record-names"><span>${columnTitle(lead[0])}</span>${more.map(([column]) => html`<span>${columnTitle(column)}</span>`)}${figure ? html`<span>${columnTitle(figure[0])}</span>` : nothing}</p>
    ${rows.map((row, place) => html`${shape.isGrouped ? groupLine(row, rows[place - 1], known) : nothing}${record(row, shape, known)}`)}`;
}

/** Name the table and the rule book once, above the rows that have them in common. @param {Row} row @param {Row | undefined} before @param {Known} known */
function groupLine(row, before, known) {
  if (before && before.book === row.book && before.table === row.table) return nothing;
  return html`<p class="record-group">${[row.table, known.books[row.book] ?? row.book].filter(Boolean).join(" · ")}</p>`;
}

/** @typedef {{cells: Column[][], lead: Column[], more: Column[][], figure: Column[] | undefined, about: Column[], isGrouped: boolean}} Shape */

/** @param {Row} row @param {Shape} shape @param {Known} known */
function record(row, { cells, lead, more, figure, about, isGrouped }, known) {
  const said = about.filter(({ name }) => !isNothing(row[name]) && !(isGrouped && name === "table")).map((column) => `${BEFORE[column.name] ?? ""}${cellText(column, row[column.name], known)}`);
  const others = cells.filter((columns) => columns !== figure && !more.includes(columns) && (columns !== lead || isLinked(lead[0])));
  return html`<details class="record"><summary>
      <span class="lead">${isLinked(lead[0]) ? cellText(lead[0], row[lead[0].name], known) : cell(lead[0], row, known)}${said.length ? html`<span class="under">${said.join(", ")}</span>` : nothing}${row.is_outside ? html`<span class="tag bad">outside 95%</span>` : nothing}</span>
      ${more.map((columns) => html`<span class="more">${inOrder(columns, row, known)}</span>`)}
      ${figure ? html`<span class="figure">${inOrder(figure, row, known)}</span>` : nothing}
    </summary><dl>${others.filter(([column]) => !isNothing(row[column.name])).map((columns) => entry(columns, row, known))}</dl></details>`;
}

/** Whether a cell is a link, which a line that unfolds cannot be. @param {Column} column */
const isLinked = ({ name }) => ["table", "player", "round", "book"].includes(name);

/** @param {Column[]} columns @param {Row} row @param {Known} known */
const entry = (columns, row, known) => html`<div class=${["text", "time"].includes(columns[0].kind) ? "wide" : ""}><dt>${columnTitle(columns[0])}</dt><dd>${inOrder(columns, row, known)}</dd></div>`;

/** The columns of a cell, the leading one first. @param {Column[]} columns @param {Row} row @param {Known} known */
const inOrder = ([column, ...others], row, known) => html`${cell(column, row, known)}${others.map((each) => secondLine(each, row, known))}`;
