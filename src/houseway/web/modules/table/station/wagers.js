/** The wagers of the player's own place: a ring for each, with its limits, chips and result. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { dollars, signedDollars } from "../../lib/format.js";
import { chipStack } from "../../parts/chips.js";
import { envyMark } from "../../parts/envy.js";
import { resultKey } from "../felt/shown-round.js";
import { loadTips } from "./newcomer.js";
import { amountFor, fixedAmounts, limitWords } from "../player/own-place.js";

/** @typedef {import("../player/own-place.js").Spot} Spot @typedef {import("./station.js").Station} Station */

export const CHIPS = [100, 500, 2500, 10000, 50000, 100000];

/** @param {Station} station @param {Spot[]} spots */
export function wagerList(station, spots) {
  const whole = undividedSpots(spots);
  const parts = spots.filter((spot) => !whole.includes(spot));
  return html`<ul class="wagers ${whole.length > 6 ? "two" : ""}" aria-label="Your wagers" @pointerover=${() => loadTips(station)} @focusin=${() => loadTips(station)}>
      ${repeat(whole, ({ key }) => key, (spot, index) => wagerRow(station, spot, index))}${parts.length ? dividedRow(station, parts) : nothing}
    </ul>
    ${restOfResults(station, spots)}`;
}

/** Return the wagers other than those on one of several numbers; digits are their keys. @param {Spot[]} spots */
export const undividedSpots = (spots) => spots.filter(({ key }) => !key.includes(":"));

/** Draw a wager on one of several numbers: a small ring for each number. @param {Station} station @param {Spot[]} spots */
function dividedRow(station, spots) {
  const staked = spots.reduce((sum, spot) => sum + spot.staked, 0);
  const results = resultsOf(station, { ...spots[0], key: spots[0].key.split(":")[0], staked });
  return html`<li class="wager divided" title=${station.tips?.[spots[0].key.split(":")[0]] ?? nothing}>
    <span class="name"><b>${spots[0].title.replace(/ \d+$/, "")}</b><small>${limitWords(spots[0].offer)} each</small></span>
    <span class="wager-sum">${results.length ? results.map(resultPill) : staked ? html`<b>${dollars(staked)}</b>` : nothing}</span>
    <span class="numbers" role="group" aria-label=${spots[0].title.replace(/ \d+$/, "")}>${spots.map((spot) => numberRing(station, spot))}</span>
  </li>`;
}

/** @param {Station} station @param {Spot} spot */
function numberRing(station, spot) {
  const number = spot.key.split(":")[1];
  const label = spot.staked ? `${number}: ${dollars(spot.staked)}` : number;
  const pending = station.commands.pending.has(spot.key);
  if (spot.takeBack && spot.staked) return html`<button class="amount-pick on" aria-busy=${pending} aria-label="Take back ${spot.title}, ${dollars(spot.staked)}" @click=${() => station.commands.takeBack(spot)}>${label} ×</button>`;
  if (!spot.add) return html`<span class="amount-pick ${spot.staked ? "on" : ""}">${label}</span>`;
  return html`<button class="amount-pick open" data-wager=${spot.key} aria-busy=${pending} aria-label="Bet ${dollars(amountFor(spot.add, station.chip))} on ${spot.title}" @click=${() => station.commands.bet(spot, station.chip)}>${label}</button>`;
}

/** @param {Station} station @param {Spot} spot @param {number} index */
function wagerRow(station, spot, index) {
  const pending = station.commands.pending.has(spot.key);
  const results = resultsOf(station, spot);
  return html`<li class="wager ${pending ? "pending" : ""} ${spot.add ? "open" : ""} ${spot.staked || results.length ? "held" : ""}" data-wager=${spot.key} title=${station.tips?.[spot.key] ?? nothing}>
    ${ring(station, spot, index, pending)}
    <span class="name"><b>${spot.title}${spot.envy ? envyMark() : nothing}</b><small>${pending ? "waiting for the answer" : note(station, spot)}</small></span>
    <span class="wager-sum">${results.length ? results.map(resultPill) : amount(station, spot)}</span>
  </li>`;
}

/** Return the result of a wager over all its numbers, from its settlement until it has chips again. @param {Station} station @param {Spot} spot @returns {number[]} */
function resultsOf(station, spot) {
  const shown = [...(station.playback?.shown?.results ?? [])].filter(([key]) => isOnSpot(key, resultKey(station.position, spot.key)));
  if (shown.length) return [shown.reduce((sum, [, { cents }]) => sum + cents, 0)];
  const settled = spot.staked || station.state.view.closed ? [] : (station.result?.wagers ?? []).filter(({ wager, position }) => isOnSpot(wager, spot.key) && position === station.position);
  return settled.length ? [settled.reduce((sum, { net }) => sum + net, 0)] : [];
}

/** Whether a wager is the spot's, or one of its numbers. @param {string} wager @param {string} spot */
const isOnSpot = (wager, spot) => wager === spot || wager.startsWith(`${spot}:`);

/** @param {Station} station @param {Spot} spot */
function note(station, spot) {
  const envy = spot.envy ? `envy up to ${dollars(spot.offer?.envy_up_to ?? 0)}` : "";
  if (!spot.lit || !spot.staked) return envy || limitWords(spot.offer);
  return isTakenIn(station, spot) ? `taken in, ${envy || "the light is on"}` : envy || "the light is on";
}

/** Whether a progressive wager was collected: until no more bets are taken, its chips lie on the table. @param {Station} station @param {Spot} spot */
const isTakenIn = ({ state }, spot) => spot.lit && spot.staked > 0 && state.view.closed;

/** The ring itself: a button while something may be added. @param {Station} station @param {Spot} spot @param {number} index @param {boolean} pending */
function ring(station, spot, index, pending) {
  const shown = isTakenIn(station, spot) ? html`<i class="own-light"></i>` : spot.staked ? chipStack(spot.staked) : nothing;
  const shape = `ring ${spot.offer?.light ? "square" : ""}`;
  if (!spot.add) return html`<span class=${shape}>${shown}</span>`;
  const fixed = fixedAmounts(spot.add);
  const adds = fixed.length ? fixed[0] : amountFor(spot.add, station.chip);
  const key = index < 9 ? String(index + 1) : "";
  return html`<button class=${shape} aria-busy=${pending} aria-keyshortcuts=${key} aria-description=${station.tips?.[spot.key] ?? nothing} aria-label="Bet ${dollars(adds)} on ${spot.title}${spot.staked ? `, on top of ${dollars(spot.staked)}` : ""}"
    @click=${() => station.commands.bet(spot, station.chip)}>${spot.staked || spot.lit ? shown : html`<span class="plus" aria-hidden="true">+</span>`}${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}</button>`;
}

/** Draw the chips on a wager with a button to take them back; before that, the amounts if only a few are allowed. @param {Station} station @param {Spot} spot */
function amount(station, spot) {
  const fixed = fixedAmounts(spot.add);
  return html`${spot.staked ? html`<b>${dollars(spot.staked)}</b>` : fixed.length > 1 ? fixed.map((each) => html`<button class="amount-pick" aria-label="Bet ${dollars(each)} on ${spot.title}" @click=${() => station.commands.betAmount(spot, each)}>${dollars(each)}</button>`) : html`<span class="none"><span class="dash">–</span>${spot.add ? html`<span class="limits">${limitWords(spot.offer)}</span>` : nothing}</span>`}
    ${spot.takeBack ? html`<button class="take-back" aria-label="Take back ${spot.title}" title="Take back ${spot.title}" @click=${() => station.commands.takeBack(spot)}>×</button>` : nothing}`;
}

/** Draw the result of a wager. @param {number} net */
export const resultPill = (net) => html`<span class="result-pill ${net > 0 ? "pos" : net < 0 ? "neg" : "nil"}">${signedDollars(net)}</span>`;

/** Draw results without a ring: envy bonuses, the bank, wagers that followed from another. @param {Station} station @param {Spot[]} spots */
function restOfResults(station, spots) {
  const rest = station.result?.wagers.filter(({ wager, position }) => position !== station.position || !spots.some(({ key }) => isOnSpot(wager, key))) ?? [];
  if (!rest.length || spots.some(({ staked }) => staked)) return nothing;
  return html`<ul class="wagers rest" aria-label="Other results">${rest.map((each) => html`<li class="wager"><span class="ring"></span><span class="name"><b>${each.title}</b><small>${each.hand || each.row || `position ${each.position}`}</small></span><span class="wager-sum">${resultPill(each.net)}</span></li>`)}</ul>`;
}

/** The chips to bet with. One is chosen by click or key, or dragged onto a ring. @param {Station} station */
export function chipTray(station) {
  return html`<p class="tray-words soft">Bet with <b>${dollars(station.chip)}</b> chips</p><div class="chip-tray" role="group" aria-label="Chip to bet with">
    ${CHIPS.map((cents) => html`<button class="pick-chip" aria-pressed=${station.chip === cents} aria-label="${dollars(cents)} chip"
      @click=${() => station.chooseChip(cents)} @pointerdown=${(/** @type {PointerEvent} */ event) => station.drag.begin(event, cents)}><i class="chip" data-d=${cents / 100}></i></button>`)}
    <span class="keys" aria-hidden="true"><kbd>−</kbd><kbd>+</kbd></span>
  </div>`;
}
