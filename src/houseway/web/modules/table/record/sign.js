/** The payout sign of a table. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { clauseLinks } from "../../parts/clauses.js";

/**
 * @typedef {{cells: string[], clauses: string[]}} Line
 * @typedef {{wagers: {wager: string, title: string, stakes: string, clauses: string[], tables: {headers: string[], rows: Line[]}[]}[], notices: Line[]}} Sign
 */

/** @param {Sign | null} data */
export function sign(data) {
  if (!data) return html`<p class="loading pad">The sign is being fetched.</p>`;
  return html`<div class="sign" tabindex="0" aria-label="The sign">
    ${data.wagers.map((wager) => html`<section><h3>${wager.title}</h3>${wager.stakes ? html`<p class="soft small">${wager.stakes}</p>` : nothing}${wager.tables.map(payTable)}<p>${clauseLinks(wager.clauses, 3)}</p></section>`)}
    ${data.notices.map(({ cells: [title, words], clauses }) => html`<section><h3>${title}</h3><p>${words}</p><p>${clauseLinks(clauses, 3)}</p></section>`)}
  </div>`;
}

/** @param {{headers: string[], rows: Line[]}} table */
const payTable = ({ headers, rows }) => html`<table>
  ${headers.some(Boolean) ? html`<thead><tr>${headers.map((header, place) => html`<th class=${place ? "n" : ""}>${header}</th>`)}</tr></thead>` : nothing}
  <tbody>${rows.map(({ cells }) => html`<tr>${cells.map((cell, place) => html`<td class=${place ? "n" : ""}>${cell}</td>`)}</tr>`)}</tbody>
</table>`;
