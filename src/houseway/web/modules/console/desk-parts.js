/** What the dealer's console and the floor's desk of a table have in common. */
import { html } from "../../vendor/lit/index.js";

/** @typedef {import("./staff-element.js").StaffElement} Desk */

/** The heading: table, rule book, hash of the rules, round. @param {Desk} desk @param {unknown} buttons */
export function deskHead(desk, buttons) {
  const { table, view, settings } = desk.state;
  return html`<div class="head"><div>
    <p class="crumb">Table ${table.id} · <a href="/rules/${table.book}">${desk.summary ? `${desk.summary.jurisdiction}, ${desk.summary.game_title}` : table.book}</a> · rules <span class="mono">${table.rules.slice(0, 8)}</span> · ${settings.cards} cards, ${settings.croupier ? "the program deals" : "dealt by a person"}</p>
    <h1>Round ${view.round}</h1></div><div class="modes">${buttons}</div></div>`;
}

/** Options that report what was seen. @param {Desk} desk */
export const reportOptions = (desk) => desk.options.filter((option) => desk.words.group(option.act) === "report");

/** Options other than the step that is due and the reports. @param {Desk} desk */
export const otherOptions = (desk) => desk.options.filter((option) => option !== desk.dueOption && desk.words.group(option.act) !== "report");
