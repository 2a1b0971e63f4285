/** The report of a round: the result of each wager, and why. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { dollars, signedDollars } from "../lib/format.js";
import { cardRow } from "../parts/cards.js";
import { clauseLinks, sentence } from "../parts/clauses.js";

/**
 * @typedef {{level: string, event: number, act: string, recorded: string, expected: string, clauses: string[], owed: Record<string, number>}} Finding
 * @param {{why: any, findings: Finding[], names: Record<string, string>} | null} report @param {string} book
 */
export function reasons(report, book) {
  if (!report) return nothing;
  const { why, findings, names } = report;
  return html`${findings.length ? differences(findings, names) : nothing}<section class="panel reasons"><header><h2>Every wager, and why</h2>${why.void ? html`<span class="tag bad">The round is void: ${why.void}</span>` : nothing}</header>
    <table class="rec"><thead><tr><th>Wager</th><th class="n">Stake</th><th>Result</th><th class="n">Net</th><th>Hand</th><th>Why</th></tr></thead>
    ${byPlace(why.wagers).map((wagers) => html`<tbody>${whose(wagers, names)}${wagers.map((wager) => row(wager, book))}</tbody>`)}</table></section>`;
}

/** Where the record is not what the rules give; the reasons are for what they give. @param {Finding[]} findings @param {Record<string, string>} names */
const differences = (findings, names) => html`<section class="panel differences"><header><h2>The record is not what the rules give</h2></header>
  ${findings.map((finding) => html`<div class="difference"><p><span class="tag bad">${capital(finding.level)}</span> <a href="#event-${finding.event}">Event ${finding.event}</a>, ${spoken(finding.act)}. ${owedWords(finding.owed, names)}</p>
    ${finding.recorded || finding.expected ? html`<dl><dt>Recorded</dt><dd>${sentence(finding.recorded)}</dd><dt>By the rules</dt><dd>${sentence(finding.expected)} <span class="small">${clauseLinks(finding.clauses, 3)}</span></dd></dl>` : nothing}</div>`)}</section>`;

/** @param {string} act */
const spoken = (act) => act.replaceAll("-", " ");

/** Who is owed or owes what: players only, if there are any. @param {Record<string, number>} owed @param {Record<string, string>} names */
function owedWords(owed, names) {
  const players = Object.entries(owed).filter(([account]) => account.startsWith("player:"));
  return players.map(([account, cents]) => {
    const name = names[account.slice(7)] ?? account.slice(7);
    return html`<b>${name} ${cents > 0 ? "is owed" : "owes"} ${dollars(Math.abs(cents))}.</b> `;
  });
}

/** The wagers of each player at each position, in their order. @param {any[]} wagers @returns {any[][]} */
function byPlace(wagers) {
  const places = new Map();
  for (const wager of wagers) places.set(`${wager.player} ${wager.position}`, [...(places.get(`${wager.player} ${wager.position}`) ?? []), wager]);
  return [...places.values()];
}

/** Whose wagers follow, and what they came to together. @param {any[]} wagers @param {Record<string, string>} names */
function whose(wagers, names) {
  const [{ player, position }] = wagers;
  const name = names[player] ?? player;
  const sum = (/** @type {"stake" | "net"} */ what) => wagers.reduce((total, wager) => total + wager[what], 0);
  return html`<tr class="who"><th scope="rowgroup">${name.replace(" (program)", "")} <span class="small soft">seat ${position}${name.endsWith(" (program)") ? ", program" : ""}</span></th>
    <td class="n" data-l="Stake">${dollars(sum("stake"))}</td><td></td><td class="n ${colour(sum("net"))}" data-l="Net">${signedDollars(sum("net"))}</td><td colspan="2"></td></tr>`;
}

/** @param {number} net */
const colour = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "");

/** @param {any} wager @param {string} book */
const row = (wager, book) => html`<tr>
  <td class="t">${wager.title}</td><td class="n" data-l="Stake">${dollars(wager.stake)}</td>
  <td data-l="Result">${wager.result}</td><td class="n ${colour(wager.net)}" data-l="Net">${signedDollars(wager.net)}</td>
  <td data-l="Hand">${handOf(wager)}</td><td class="because">${because(wager)} <span class="small">${clauseLinks(wager.clauses.map((/** @type {string} */ clause) => `${book} ${clause}`), 3)}</span></td>
</tr>`;

/** @param {any} wager */
function handOf(wager) {
  const cards = wager.made.length ? wager.made : wager.compared[0]?.cards ?? wager.cards;
  return cards.length ? cardRow(cards, "mini") : nothing;
}

/** @param {any} wager */
const because = (wager) => html`${wager.hand ? sentence(wager.made_hand || wager.hand) : nothing} ${wager.row ? sentence(wager.row) : nothing}
    ${wager.sums.map((/** @type {string} */ sum) => html`<b>${sum}</b> `)}${wager.vigorish ? html`Vigorish ${dollars(wager.vigorish)}.` : nothing}`;
