/** The report of a round: the result of each wager, and why. */
import { html, nothing } from "../../vendor/lit/index.js";
import { dollars, signedDollars } from "../lib/format.js";
import { cardRow } from "../parts/cards.js";
import { clauseLinks, sentence } from "../parts/clauses.js";

/** @param {{why: any, names: Record<string, string>} | null} report @param {string} book */
export function reasons(report, book) {
  if (!report) return nothing;
  const { why, names } = report;
  return html`<section class="panel reasons"><header><h2>Every wager, and why</h2>${why.void ? html`<span class="tag bad">The round is void: ${why.void}</span>` : nothing}</header>
    <table class="rec"><thead><tr><th>Player</th><th>Wager</th><th class="n">Stake</th><th>Result</th><th class="n">Net</th><th>Why</th></tr></thead>
    <tbody>${why.wagers.map((/** @type {any} */ wager) => row(wager, names, book))}</tbody></table></section>`;
}

/** @param {any} wager @param {Record<string, string>} names @param {string} book */
const row = (wager, names, book) => html`<tr>
  <td class="t">${(names[wager.player] ?? wager.player).replace(" (program)", "")} (${wager.position})</td><td data-l="Wager">${wager.title}</td><td class="n" data-l="Stake">${dollars(wager.stake)}</td>
  <td data-l="Result">${wager.result}</td><td class="n ${wager.net > 0 ? "win" : wager.net < 0 ? "lose" : ""}" data-l="Net">${signedDollars(wager.net)}</td>
  <td class="because">${because(wager)} <span class="small">${clauseLinks(wager.clauses.map((/** @type {string} */ clause) => `${book} ${clause}`), 3)}</span></td>
</tr>`;

/** @param {any} wager */
function because(wager) {
  const cards = wager.made.length ? wager.made : wager.compared[0]?.cards ?? wager.cards;
  return html`${cards.length ? html`${cardRow(cards, "mini")} ` : nothing}${wager.hand ? sentence(wager.made_hand || wager.hand) : nothing} ${wager.row ? sentence(wager.row) : nothing}
    ${wager.sums.map((/** @type {string} */ sum) => html`<b>${sum}</b> `)}${wager.vigorish ? html`Vigorish ${dollars(wager.vigorish)}.` : nothing}`;
}
