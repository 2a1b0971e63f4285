/** The last rounds of a table, each with what the players won or lost and a link to its page. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { get } from "../../lib/api.js";
import { clockTime, signedDollars } from "../../lib/format.js";
import { shortName } from "../felt/seats.js";

/** @typedef {{number: number, began_at: number, results: {name: string, net: number}[]}} RoundLine */
/** @typedef {RoundLine[]} ShownRounds */

const WITH_RESULTS = 5;
const SHOWN = 20;

/** @param {string} table @returns {Promise<ShownRounds>} */
export async function loadRounds(table) {
  const { rounds } = await get(`/api/tables/${table}/rounds`);
  return Promise.all(rounds.slice(0, SHOWN).map(async (/** @type {any} */ round, /** @type {number} */ place) => ({
    ...round, results: place < WITH_RESULTS ? await results(table, round.number).catch(() => []) : [],
  })));
}

/** @param {string} table @param {number} number */
async function results(table, number) {
  const { report, names } = await get(`/api/tables/${table}/rounds/${number}/report`);
  return Object.entries(report.net).map(([player, net]) => ({ name: shortName(names[player]), net }));
}

/** @param {string} table @param {ShownRounds | null} rounds */
export function roundList(table, rounds) {
  if (!rounds) return html`<p class="loading pad">The rounds are being fetched.</p>`;
  if (!rounds.length) return html`<p class="empty"><b>No round is over yet</b>The first one appears here when it is.</p>`;
  return html`<ol class="log rounds" tabindex="0" aria-label="The last rounds, the latest first">${rounds.map((round) => html`<li>
    <time>${clockTime(round.began_at)}</time><span><a href="/rounds/${table}/${round.number}">Round ${round.number}</a>${round.results.length ? html`<span class="nets">${round.results.map(net)}</span>` : nothing}</span>
  </li>`)}</ol>`;
}

/** @param {{name: string, net: number}} result */
const net = ({ name, net }) => html`<span>${name} <b class=${net > 0 ? "win" : net < 0 ? "lose" : "push"}>${signedDollars(net)}</b></span>`;
