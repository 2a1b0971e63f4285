/** A part of a report on a phone: a line for each row, with its name and the figure that is looked for first; the others unfold. */
import { html, nothing } from "../../vendor/lit/index.js";
import { cell, cellText, isNothing, secondLine } from "./cells.js";
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

/** Draw rows as lines that unfold. @param {Part} part @param {Row[]} rows @param {Known} known */
export function partRecords(part, rows, known) {
  const cells = sharedCells(part);
  const find = (/** @type {string[]} */ names) => names.map((name) => cells.find(([column]) => column.name === name)).find(Boolean);
  const lead = find(LEADS) ?? cells[0];
  const figure = find(FIGURES.filter((name) => name !== lead[0].name));
  const about = ABOUT.map((name) => part.columns.find((column) => column.name === name && !column.is_detail)).filter((column) => column && column !== lead[0]);
  const shape = { cells, lead, figure, about: /** @type {Column[]} */ (about), isGrouped: lead[0].name === "title" };
  return html`<p class="record-names"><span>${columnTitle(lead[0])}</span>${figure ? html`<span>${columnTitle(figure[0])}</span>` : nothing}</p>
    ${rows.map((row, place) => html`${shape.isGrouped ? groupLine(row, rows[place - 1], known) : nothing}${record(row, shape, known)}`)}`;
}

/** Name the table and the rule book once, above the rows that have them in common. @param {Row} row @param {Row | undefined} before @param {Known} known */
function groupLine(row, before, known) {
  if (before && before.book === row.book && before.table === row.table) return nothing;
  return html`<p class="record-group">${[row.table, known.books[row.book] ?? row.book].filter(Boolean).join(" · ")}</p>`;
}

/** @typedef {{cells: Column[][], lead: Column[], figure: Column[] | undefined, about: Column[], isGrouped: boolean}} Shape */

/** @param {Row} row @param {Shape} shape @param {Known} known */
function record(row, { cells, lead, figure, about, isGrouped }, known) {
  const said = about.filter(({ name }) => !isNothing(row[name]) && !(isGrouped && name === "table")).map((column) => `${BEFORE[column.name] ?? ""}${cellText(column, row[column.name], known)}`);
  const others = cells.filter((columns) => columns !== figure && (columns !== lead || isLinked(lead[0])));
  return html`<details class="record"><summary>
      <span class="lead">${isLinked(lead[0]) ? cellText(lead[0], row[lead[0].name], known) : cell(lead[0], row, known)}${said.length ? html`<span class="under">${said.join(", ")}</span>` : nothing}${row.is_outside ? html`<span class="tag bad">outside 95%</span>` : nothing}</span>
      ${figure ? html`<span class="figure">${cell(figure[0], row, known)}${figure.slice(1).map((each) => secondLine(each, row, known))}</span>` : nothing}
    </summary><dl>${others.filter(([column]) => !isNothing(row[column.name])).map((columns) => entry(columns, row, known))}</dl></details>`;
}

/** Whether a cell is a link, which a line that unfolds cannot be. @param {Column} column */
const isLinked = ({ name }) => ["table", "player", "round", "book"].includes(name);

/** @param {Column[]} columns @param {Row} row @param {Known} known */
const entry = ([column, ...others], row, known) => html`<div class=${["text", "time"].includes(column.kind) ? "wide" : ""}><dt>${columnTitle(column)}</dt><dd>${cell(column, row, known)}${others.map((each) => secondLine(each, row, known))}</dd></div>`;
