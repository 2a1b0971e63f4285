/** The round as the felt shows it: made from a view, and changed by each event of a turn until the next view. */
import { asMap, cardOf, centsOf } from "../../lib/facts.js";

/**
 * @typedef {{result: string, cents: number}} Result cents: what the player won or lost with the wager
 * @typedef {{high: string[], low: string[]}} Hands
 * @typedef {{round: number, closed: boolean, seats: Map<number, string>, stakes: Map<number, Map<string, number>>, lit: Set<number>,
 *   dealt: Map<number | string, number>, cards: Map<number, string[]>, hands: Map<number, Hands>, board: string[], box: string[],
 *   results: Map<string, Result>, decided: Map<number, string[]>, set: Set<number>, bank: number | null,
 *   bankOffered: number | null, houseStake: number, start: number | null, envy: Set<string>, mayEarnEnvy: Set<number>, envyPaid: Map<number, number>, over: boolean, under?: Map<number | string, string[]>, underHands?: Map<number, Hands>}} ShownRound
 * envy: wagers that are marked for an envy bonus; envyPaid: what a position was paid for the hands of others
 * under, underHands: the cards that lie face down, for those who check a round that is over
 */

/** @param {any[]} [facts] */
const codes = (facts) => (facts ?? []).map(cardOf);

/** The key of a wager's result. @param {number} position @param {string} wager */
export const resultKey = (position, wager) => `${position} ${wager}`;

/** Return what is on the felt according to a view and the viewer's own part of it. @param {any} view @param {any} own @returns {ShownRound} */
export function roundFromView(view, own) {
  const cards = new Map([...asMap(view.cards), ...asMap(own?.view?.cards)].map(([place, hand]) => [place, codes(hand)]));
  const hands = new Map([...asMap(view.settings), ...asMap(own?.view?.settings)].map(([place, hand]) => [place, handsOf(asMap(hand))]));
  const stakes = new Map([...asMap(view.stakes)].map(([place, wagers]) => [place, amounts(wagers)]));
  return {
    round: view.round, closed: view.closed, seats: asMap(view.seats), stakes, lit: new Set(view.lit), dealt: asMap(view.dealt), cards, hands,
    board: codes(view.board), box: codes(view.box), results: resultsFrom(view, stakes),
    decided: asMap(view.decided), set: new Set(view.set), bank: view.bank ?? null, bankOffered: view.bank_offered ?? null,
    houseStake: centsOf(view.house_stake), start: view.start ?? null, envy: new Set((view.lammers ?? []).map((/** @type {any} */ [place, wager]) => resultKey(place, wager))),
    mayEarnEnvy: new Set(view.may_earn_envy), envyPaid: envyFrom(view.envy), over: false,
  };
}

/** @param {Map<string, any>} hand @returns {Hands} */
export const handsOf = (hand) => ({ high: codes(hand.get("high")), low: codes(hand.get("low")) });

/** @param {any} table @returns {Map<string, number>} */
const amounts = (table) => new Map([...asMap(table)].map(([name, amount]) => [name, centsOf(amount)]));

/** Add up what each position was paid as envy; a key begins with the position. @param {any} paid @returns {Map<number, number>} */
function envyFrom(paid) {
  /** @type {Map<number, number>} */
  const byPosition = new Map();
  for (const [key, cents] of amounts(paid)) addTo(byPosition, Number.parseInt(key, 10), cents);
  return byPosition;
}

/** @param {Map<number, number>} amounts @param {number} position @param {number} cents */
const addTo = (amounts, position, cents) => amounts.set(position, (amounts.get(position) ?? 0) + cents);

/** @param {any} view @param {Map<number, Map<string, number>>} stakes @returns {Map<string, Result>} */
function resultsFrom(view, stakes) {
  const paid = amounts(view.paid);
  return new Map([...asMap(view.results)].filter(([key]) => paid.has(key)).map(([key, result]) => {
    const [position, wager] = key.split(" ");
    return [key, makeResult(result, paid.get(key) ?? 0, stakes.get(Number(position))?.get(wager) ?? 0)];
  }));
}

/** @param {string} result @param {number} paid @param {number} stake @returns {Result} */
const makeResult = (result, paid, stake) => ({ result, cents: paid || (result === "lose" ? -stake : 0) });

/** Apply one event to the shown round, using only the facts of the event. @param {ShownRound} shown @param {import("../../lib/live-table.js").TableEvent} event */
export function applyEvent(shown, { kind, facts }) {
  if (kind === "money-moved") moveStake(shown, facts);
  else if (kind === "wager-settled") settleWager(shown, facts);
  else if (kind === "hand-folded") shown.decided.set(facts.position, [...(shown.decided.get(facts.position) ?? []), "fold"]);
  else if (facts.high && facts.low) shown.hands.set(facts.position, { high: codes(facts.high), low: codes(facts.low) });
  else if (kind === "box-turned") shown.box = codes(facts.cards);
  else if (kind === "dealer-turned") shown.cards.set(0, codes(facts.cards));
  else if (kind === "hand-exposed") shown.cards.set(facts.position, codes(facts.cards));
  else if (kind.endsWith("-dealt") || kind === "board-completed") shown.board = [...shown.board, ...codes(facts.cards)];
}

/** @param {ShownRound} shown @param {Record<string, any>} facts */
function moveStake(shown, { source, target, seat, wager, amount, reason }) {
  if (reason === "envy") addTo(shown.envyPaid, seat, centsOf(amount));
  const wagers = shown.stakes.get(seat);
  if (source.startsWith("layout:") && wagers?.has(wager)) wagers.delete(wager);
  if (target.startsWith("layout:") && wager) shown.stakes.set(seat, new Map(wagers ?? []).set(wager, (wagers?.get(wager) ?? 0) + centsOf(amount)));
}

/** @param {ShownRound} shown @param {Record<string, any>} facts */
function settleWager(shown, { position, wager, result, amount, vigorish, stake }) {
  shown.results.set(resultKey(position, wager), makeResult(result, centsOf(amount) - centsOf(vigorish), centsOf(stake)));
}
