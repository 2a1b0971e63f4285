/** The figures at the head of a report, which a shift manager looks at first. */
import { html, nothing } from "../../vendor/lit/index.js";
import { countThings, dollars, numberOf, percent } from "../lib/format.js";

/** @typedef {import("./cells.js").Report} Report @typedef {Record<string, any>} Row @typedef {[string, string, string?]} Figure its title, its value, and a class */

/** Draw the figures of a report; nothing if it has none. @param {Report} report */
export function reportFigures(report) {
  const figures = FIGURES[report.name]?.(report) ?? [];
  return figures.length ? html`<dl class="panel report-figures">${figures.map(([title, value, mark = ""]) => html`<div><dt>${title}</dt><dd class=${mark}>${value}</dd></div>`)}</dl>` : nothing;
}

/** @type {Record<string, (report: Report) => Figure[]>} */
const FIGURES = { overview: overviewFigures, hold: holdFigures, inventory: inventoryFigures };

/** @param {number} cents @returns {[string, string]} */
const result = (cents) => [dollars(cents), cents < 0 ? "lose" : ""];

/** @param {Row[]} rows @param {string} name */
const sumOf = (rows, name) => rows.reduce((sum, row) => sum + numberOf(row[name] ?? 0), 0);

/** @param {Report} report @returns {Figure[]} */
function overviewFigures({ parts }) {
  const period = parts.find((part) => part.name === "to-date")?.rows[0];
  if (!period) return [];
  return [
    ["House win", ...result(period.house_win)],
    ["Wagers", dollars(period.wagered)],
    ["Win of wagers", period.win_share === null ? "–" : percent(period.win_share)],
    ["Drop", dollars(period.drop)],
    ["Hold", period.hold === null ? "–" : percent(period.hold)],
    ["Vigorish", dollars(period.vigorish)],
    ["Rounds", period.rounds.toLocaleString("en-US")],
  ];
}

/** What was won of all wagers, and, of those whose exact odds are known, beside what was to be expected. @param {Report} report @returns {Figure[]} */
function holdFigures({ parts: [{ rows, is_cut: isCut }] }) {
  if (!rows.length || isCut) return [];
  const [won, wagered] = [sumOf(rows, "house_win"), sumOf(rows, "wagered")];
  const known = rows.filter((row) => row.theoretical_win !== null);
  const outside = known.filter((row) => row.is_outside).length;
  return [
    ["House win", ...result(won)],
    ["Wagered", dollars(wagered)],
    ["Win of wagers", wagered ? percent(won / wagered) : "–"],
    ["Theoretical win", known.length ? dollars(Math.round(sumOf(known, "theoretical_win"))) : "–"],
    ["Win compared with it", known.length ? dollars(sumOf(known, "compared_win")) : "–"],
    ["Outside 95%", `${outside} of ${countThings(known.length, "wager")}`, outside ? "lose" : ""],
  ];
}

/** What came and went over all tables. @param {Report} report @returns {Figure[]} */
function inventoryFigures({ parts: [{ rows, is_cut: isCut }] }) {
  if (!rows.length || isCut) return [];
  return [
    ["Win of rounds", ...result(sumOf(rows, "round_win"))],
    ["Drop", dollars(sumOf(rows, "drop"))],
    ["Fills", dollars(sumOf(rows, "fills"))],
    ["Credits", dollars(sumOf(rows, "credits"))],
    ["Chips cashed", dollars(sumOf(rows, "cashed_out"))],
    ["Given back as void", dollars(sumOf(rows, "refunded"))],
    ["On the layout", dollars(sumOf(rows, "in_play"))],
  ];
}
