/** The rounds that a search has found: by day, each with what its players won or lost, and what was unusual about it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clockTime, countThings, dayName, dollars, duration, signedDollars } from "../lib/format.js";
import { styled } from "../lib/styled.js";
import { sentence } from "../parts/clauses.js";

/**
 * @typedef {{table: string, number: number, book: string, began_at: number, ended_at: number, staked: number,
 *   results: {player: string, net: number}[], from_meters: number, void: boolean, irregularities: string[]}} Round
 * @typedef {Record<string, string>} Names
 */

const PROGRAM = " (program)";

/** What all players of a round won or lost. @param {Round} round */
const together = (round) => round.results.reduce((sum, { net }) => sum + net, 0);

/** What the rounds that are listed come to. @param {Round[]} rounds */
export function sums(rounds) {
  const sum = (/** @type {(round: Round) => number} */ of) => rounds.reduce((total, round) => total + of(round), 0);
  const net = sum(together);
  const [irregular, voided, meters] = [sum(({ irregularities }) => Math.min(1, irregularities.length)), sum((round) => Number(round.void)), sum(({ from_meters: paid }) => paid)];
  return html`<dl class="sums">
    <div><dt>Wagered</dt><dd>${dollars(sum(({ staked }) => staked))}</dd></div>
    <div><dt>Players together</dt><dd class=${tone(net)}>${signedDollars(net)}</dd></div>
    ${meters ? html`<div><dt>Paid by meters</dt><dd>${dollars(meters)}</dd></div>` : nothing}
    <div><dt>Irregular</dt><dd>${irregular || "none"}</dd></div>
    <div><dt>Void</dt><dd>${voided || "none"}</dd></div>
  </dl>`;
}

/** @param {Round[]} rounds @param {Names} names @param {Record<string, string>} games titles of games by table */
export function roundList(rounds, names, games) {
  const most = Math.max(1, ...rounds.map((round) => Math.abs(together(round))));
  return html`<table class="rec round-list"><thead><tr><th>Began</th><th>Round</th><th>Players</th><th class="n">Wagered</th><th class="n">Players together</th></tr></thead>
    ${byDay(rounds).map(([day, own]) => html`<tbody><tr class="day"><th colspan="5" scope="rowgroup">${day} <span class="soft small">${countThings(own.length, "round")}</span></th></tr>
      ${own.map((round) => row(round, names, games, most))}</tbody>`)}</table>`;
}

/** Draw a round. Its bar grows with the square root, so that a jackpot leaves the others visible. @param {Round} round @param {Names} names @param {Record<string, string>} games @param {number} most */
function row(round, names, games, most) {
  const { table, number, began_at: began, ended_at: ended, staked, results } = round;
  const net = together(round);
  return html`<tr class=${round.irregularities.length || round.void ? "unusual" : ""}>
    <td class="time">${clockTime(began)}<span class="small soft">took ${duration(ended - began)}</span></td>
    <td class="t"><a href="/rounds/${encodeURIComponent(table)}/${number}">${table}, round ${number}</a><span class="small soft">${games[table] ?? ""}</span></td>
    <td class="players">${results.length ? html`<ul class="nets">${results.map((result) => playerNet(result, names))}</ul>` : html`<span class="soft">nobody wagered</span>`}${marks(round)}</td>
    <td class="n wagered" data-l="Wagered">${dollars(staked)}</td>
    <td class="n together"><b class=${tone(net)}>${signedDollars(net)}</b><span class="net-bar ${tone(net)}" aria-hidden="true"><i ${styled({ "--share": Math.sqrt(Math.abs(net) / most) })}></i></span></td>
  </tr>`;
}

/** @param {{player: string, net: number}} result @param {Names} names */
function playerNet({ player, net }, names) {
  const name = names[player] ?? player;
  const isProgram = name.endsWith(PROGRAM);
  return html`<li>${isProgram ? html`${name.slice(0, -PROGRAM.length)} <span class="small soft">program</span>` : name} <b class=${tone(net)}>${signedDollars(net)}</b></li>`;
}

/** What was unusual about a round, in its own lines. @param {Round} round */
function marks({ void: isVoid, from_meters: paid, irregularities }) {
  if (!isVoid && !paid && !irregularities.length) return nothing;
  return html`<ul class="marks">${isVoid ? html`<li><span class="tag bad">Void</span></li>` : nothing}${paid ? html`<li><span class="tag ok">Meters paid ${dollars(paid)}</span></li>` : nothing}
    ${irregularities.map((said) => html`<li><span class="tag wait">Irregular</span> ${sentence(said)}</li>`)}</ul>`;
}

/** @param {number} net */
const tone = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "push");

/** @param {Round[]} rounds @returns {[string, Round[]][]} */
function byDay(rounds) {
  /** @type {Map<string, Round[]>} */
  const days = new Map();
  for (const round of rounds) {
    const day = dayName(round.began_at);
    days.set(day, [...(days.get(day) ?? []), round]);
  }
  return [...days];
}
