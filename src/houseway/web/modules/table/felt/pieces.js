/** Draws everything that lies on the felt: chips on wagers, lights, results, and cards. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { repeat } from "../../../vendor/lit-html/directives/repeat.js";
import { dollars, signedDollars } from "../../lib/format.js";
import { styled } from "../../lib/styled.js";
import { cardFace } from "../../parts/cards.js";
import { chipStack } from "../../parts/chips.js";
import { bounds, cardArea, numberFields } from "./geometry.js";
import { resultKey } from "./shown-round.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./shown-round.js").ShownRound} ShownRound */

/** Place something with its middle at a point of the layout. @param {Layout} layout @param {{x: number, y: number, angle?: number}} place */
export function at(layout, { x, y, angle = 0 }) {
  const { left, top } = bounds(layout);
  return styled({ "--x": (x - left).toFixed(1), "--y": (y - top).toFixed(1), "--a": `${angle}deg` });
}

/** Chips, lights and results of every wager. @param {Layout} layout @param {ShownRound} shown @param {Record<string, string>} titles */
export function wagers(layout, shown, titles) {
  const places = layout.areas.filter((area) => area.wager && area.position);
  const title = (/** @type {Area} */ area) => titles[area.wager] ?? area.label;
  return [
    repeat(places, (area) => `${area.position} ${area.wager}`, (area) => wagerSpot(layout, shown, area, title(area))),
    places.filter(({ shape }) => shape === "numbers").map((area) => numberFields(area).map((field) => chipsOnNumber(layout, shown, field, title(area)))),
  ];
}

/** Chips on one of several numbers, until the wager is settled. @param {Layout} layout @param {ShownRound} shown @param {Area} field @param {string} title */
function chipsOnNumber(layout, shown, field, title) {
  const stake = shown.stakes.get(field.position)?.get(field.wager);
  if (!stake || shown.results.has(resultKey(field.position, field.wager))) return nothing;
  return html`<div class="placed stake on-number" ${at(layout, field)} data-spot="${field.position} ${field.wager}" title="${title} ${field.wager.split(":")[1]}, ${dollars(stake)}">${chipStack(stake)}</div>`;
}

/** @param {Layout} layout @param {ShownRound} shown @param {Area} area @param {string} title */
function wagerSpot(layout, shown, area, title) {
  const stake = stakeOn(shown, area);
  const result = resultOn(shown, area);
  const isLight = area.shape === "device";
  if (!stake && !result && !(isLight && shown.lit.has(area.position))) return nothing;
  return html`<div class="placed stake ${area.base ? "base" : ""}" ${at(layout, area)} data-spot="${area.position} ${area.wager}" title=${title}>
    ${isLight ? light(shown, area, stake) : stake && !result && area.shape !== "numbers" ? html`${chipStack(stake)}<span class="amount">${dollars(stake)}</span>` : nothing}
    ${result ? resultPill(result) : nothing}
    ${shown.envy.has(resultKey(area.position, area.wager)) ? html`<span class="lammer" role="img" aria-label="takes part in the envy bonus" title="Takes part in the envy bonus">Envy</span>` : nothing}
  </div>`;
}

/** What the wager of an area came to, on all its numbers. @param {ShownRound} shown @param {Area} area @returns {import("./shown-round.js").Result | undefined} */
function resultOn(shown, { position, wager }) {
  const key = resultKey(position, wager);
  const results = [...shown.results].filter(([each]) => each === key || each.startsWith(`${key}:`)).map(([, result]) => result);
  return results.length > 1 ? { result: results[0].result, cents: results.reduce((sum, { cents }) => sum + cents, 0) } : results[0];
}

/** @param {ShownRound} shown @param {Area} area */
function stakeOn(shown, area) {
  const stakes = [...(shown.stakes.get(area.position) ?? [])].filter(([wager]) => wager.split(":")[0] === area.wager);
  return stakes.reduce((sum, [, amount]) => sum + amount, 0);
}

/** A progressive wager: a chip until it is collected, a light as long as it is in play. @param {ShownRound} shown @param {Area} area @param {number} stake */
function light(shown, area, stake) {
  if (stake && !shown.closed) return html`${chipStack(stake)}<span class="amount">${dollars(stake)}</span>`;
  return shown.lit.has(area.position) ? html`<span class="lamp" role="img" aria-label="the light is on"></span>` : nothing;
}

/** What a wager won or lost. @param {import("./shown-round.js").Result} result */
export function resultPill({ result, cents }) {
  const kind = cents > 0 ? "pos" : cents < 0 ? "neg" : "nil";
  return html`<span class="result-pill ${kind}">${cents ? signedDollars(cents) : result}</span>`;
}

/** @typedef {(code: string, classes: string, key: string, place: number) => unknown} DrawCard draws a card of a group at its place */

/** Every card on the felt. @param {Layout} layout @param {ShownRound} shown @param {DrawCard} [drawCard] */
export function cards(layout, shown, drawCard = cardFace) {
  const groups = [...cardGroups(layout, shown)];
  return repeat(groups, (group) => group.key, (group) => cardGroup(layout, group, drawCard));
}

/** @typedef {{key: string, area: Area, codes: string[], under?: string[], out: boolean}} CardGroup */

/** @param {Layout} layout @param {ShownRound} shown @returns {Generator<CardGroup>} */
export function* cardGroups(layout, shown) {
  for (const place of shown.dealt.keys()) {
    if (typeof place === "string") yield* commonCards(layout, shown, place);
    else yield* handAt(layout, shown, place);
  }
}

/** @param {Layout} layout @param {ShownRound} shown @param {string} place @returns {Generator<CardGroup>} */
function* commonCards(layout, shown, place) {
  const area = cardArea(layout, 0, place);
  const known = place === "board" ? shown.board : shown.box;
  if (area) yield { key: place, area, codes: padded(known, shown.dealt.get(place) ?? 0), under: shown.under?.get(place), out: false };
}

/** @param {Layout} layout @param {ShownRound} shown @param {number} place @returns {Generator<CardGroup>} */
function* handAt(layout, shown, place) {
  const out = shown.decided.get(place)?.at(-1) === "fold";
  const [high, low, hand] = ["high", "low", "hand"].map((holds) => cardArea(layout, place, holds));
  const known = shown.cards.get(place) ?? [];
  const count = shown.dealt.get(place) ?? 0;
  const [under, underHands] = [shown.under?.get(place), shown.underHands?.get(place)];
  if (hand) yield { key: `${place}`, area: hand, codes: padded(known, count), under, out };
  if (!high || !low) return;
  const set = shown.hands.get(place);
  if (set || shown.set.has(place)) {
    yield { key: `${place}`, area: high, codes: padded(set?.high ?? [], count - low.parts.length), under: underHands?.high, out };
    yield { key: `${place} low`, area: low, codes: padded(set?.low ?? [], low.parts.length), under: underHands?.low, out };
  } else yield { key: `${place}`, area: high, codes: padded(known, count), under, out };
}

/** Return the known cards, followed by backs for the unknown ones. @param {string[]} known @param {number} count */
const padded = (known, count) => [...known, ...Array(Math.max(0, count - known.length)).fill("")];

/** @param {Layout} layout @param {CardGroup} group @param {DrawCard} drawCard */
function cardGroup(layout, { key, area, codes, under = [], out }, drawCard) {
  const step = (area.width - 8 - CARD) / Math.max(codes.length - 1, 1);
  return html`<div class="placed cards ${out ? "out" : ""}" ${at(layout, area)} data-cards=${key}>
    <span class="laid-cards" ${styled({ "--step": Math.min(step, CARD + 2).toFixed(1) })}>${codes.map((code, place) => drawCard(code || (under[place] ?? ""), !code && under[place] ? "mini down" : "mini", key, place))}</span>
  </div>`;
}

/** The width of a card on the felt, in the layout's unit. */
export const CARD = 27;
