/** Advice on the player's own decision: how the house would act, and what each choice is worth. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { capital } from "../../lib/act-words.js";
import { dollars, signedDollars } from "../../lib/format.js";
import { clauseLinks, sentence } from "../../parts/clauses.js";
import { doubtWords } from "../player/commanding.js";
import { decisionsAt } from "../player/own-place.js";

/**
 * @typedef {{exact: string, decimal: string}} Exact
 * @typedef {{act: string, facts: Record<string, any>, words: string, value: Exact | null, cost: Exact | null, value_cents: Exact | null, cost_cents: Exact | null}} AdvisedChoice
 * @typedef {{about: string, position: number, number: number, method: string, choices: AdvisedChoice[], notes: string[]}} Advice
 * @typedef {import("./station.js").Station} Station
 */

const SHOWN = 5;

/** @param {Station} station */
export function adviceBox(station) {
  const { advice, doubt, asking, job, isLate } = station.advising;
  if (asking && !station.advising.mayBeAsked(decisionsAt(station.state, station.position))) return nothing; // the decision is over
  if (job) return counting(station, job);
  if (isLate) return html`<p class="advice"><b>Counted too late</b><small>Your decision was over before its values were counted.</small></p>`;
  if (asking) return html`<p class="advice">${asking === "expectation" ? "Counting what each choice is worth…" : "Asking for the house way…"}</p>`;
  if (doubt) return warning(station, doubt);
  if (!advice) return nothing;
  return html`<div class="advice">
    ${advice.about === "house-way" ? houseWay(advice) : worths(advice)}
    <button class="close" aria-label="Close the advice" @click=${() => station.advising.drop()}>×</button>
  </div>`;
}

/** How far the values are that are being counted. @param {Station} station @param {import("../player/requesting-advice.js").Job} job */
const counting = ({ advising }, job) => html`<div class="advice counting">
    <p><b>Counting what each choice is worth</b><small>The first time this takes a while. The values appear here; you may decide before. ${advising.warns ? "Press your choice again to make it without a warning." : ""}</small></p>
    <progress max="1" .value=${job.fraction} aria-label="Counted so far"></progress><small class="soft">${sentence(job.words)} ${Math.floor(job.fraction * 100)}% done.</small>
  </div>`;

/** @param {Advice} advice */
const houseWay = ({ choices: [choice], method }) => html`<p><b>House way: ${choice.words}</b><small>${sentence(method)}</small></p>`;

/** @param {Advice} advice */
const worths = ({ choices, method, notes }) => html`<table>
    <caption>What each choice is worth <small>${sentence(method)} ${notes.map(sentence).join(" ")}</small></caption>
    <thead><tr><th>Choice</th><th class="n">Worth</th><th class="n">Costs</th></tr></thead>
    <tbody>${choices.slice(0, SHOWN).map((choice, index) => html`<tr class=${index ? "" : "best"}><th scope="row">${capital(choice.words)}</th><td class="n" title=${choice.value?.exact ?? ""}>${worth(choice)}</td><td class="n">${index ? cost(choice) : "best"}</td></tr>`)}</tbody>
  </table>`;

/** @param {AdvisedChoice} choice */
export const worth = ({ value, value_cents }) => (value_cents ? signedDollars(Math.round(Number(value_cents.decimal))) : `${Number(value?.decimal ?? 0).toFixed(3)} wagers`);

/** @param {AdvisedChoice} choice */
export const cost = ({ cost: share, cost_cents }) => (cost_cents ? dollars(Math.round(Number(cost_cents.decimal))) : `${Number(share?.decimal ?? 0).toFixed(3)} wagers`);

/** Warn of a choice that is worth less than another, before it is made. @param {Station} station @param {{choice: AdvisedChoice, best: AdvisedChoice, go: () => void}} doubt */
const warning = (station, { choice, best, go }) => html`<div class="advice warning" role="alertdialog" aria-label="A costly choice">
    <p><b>${sentence(`${choice.words} costs ${cost(choice)}`)}</b><small>It is worth ${worth(choice)}; ${best.words} is worth ${worth(best)}.</small></p>
    <div class="choices"><button class="act" @click=${go}><span>Do it anyway</span></button><button class="act go" @click=${() => station.advising.drop()}><span>Think again</span></button></div>
  </div>`;

/** The words of the button that goes on after a second thought, by the act. */
const ANYWAY = new Map([["wager", "Bet it anyway"], ["leave", "Leave anyway"], ["set-hand", "Set it anyway"], ["fold", "Fold"], ["surrender", "Surrender"]]);
/** The words of the button that goes back, by the act. */
const RATHER_NOT = new Map([["leave", "Stay"], ["set-hand", "Think again"], ["fold", "Keep the hand"], ["surrender", "Keep the hand"]]);

/** Warn of a wager or a foul setting before it is made, or before somebody leaves with money on the table. @param {Station} station @param {NonNullable<import("../player/commanding.js").Commanding["doubted"]>} doubted */
export const secondThought = (station, { act, words, caution, go }) => html`<div class="toast warning" role="alertdialog" aria-label="A second thought">
    <p class="what">${doubtWords({ act, words })}</p>
    <p>${sentence(caution.words)} ${clauseLinks(caution.clauses, 2)}</p>
    <div class="choices"><button class="btn" @click=${go}>${ANYWAY.get(act)}</button><button class="btn primary" @click=${() => station.commands.dismiss()}>${RATHER_NOT.get(act) ?? "Leave it"}</button></div>
  </div>`;

/** Return the advised choice that a command would make. @param {Pick<Advice, "choices"> | null} advice @param {string} act @param {Record<string, any>} facts */
export const advisedChoice = (advice, act, facts) =>
  advice?.choices.find((choice) => choice.act === act && Object.entries(facts).every(([name, fact]) => sameFact(choice.facts[name], fact))) ?? null;

/** @param {any} one @param {any} other */
function sameFact(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  const texts = (/** @type {any[]} */ facts) => facts.map((fact) => JSON.stringify(fact)).sort().join();
  return texts(one) === texts(other);
}
