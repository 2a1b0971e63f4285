/** Describes the table in words: cards, seats, wagers, and what the player may do. */
import { asMap, cardOf, centsOf } from "../../lib/facts.js";
import { countThings, dollars } from "../../lib/format.js";
import { cardName } from "../../parts/cards.js";
import { chanceWords } from "../player/contribution.js";
import { dueWords, endsBetting } from "./due-words.js";
import { cardsAt, clockOf, handAt, limitWords, setHands, spotsAt, titleOf } from "../player/own-place.js";

/** @param {string[]} codes */
export const cardsWords = (codes) => codes.map(cardName).join(", ");

/** Say who sits at each position, with chips, wagers and open cards. @param {Record<string, any>} state @returns {string[]} */
export function seatLines(state) {
  const seats = asMap(state.view.seats);
  return state.table.positions.map((/** @type {number} */ position) => {
    const player = seats.get(position);
    if (!player) return `Position ${position}: free`;
    const facts = [dollars(centsOf(asMap(state.chips).get(player))), stakeWords(state, position), ...decisionWords(state, position), openCards(state, position)];
    return `Position ${position}: ${state.names?.[player] ?? "somebody"}; ${facts.filter(Boolean).join("; ")}`;
  });
}

/** @param {Record<string, any>} state @param {number} position */
function stakeWords(state, position) {
  const stakes = [...asMap(asMap(state.view.stakes).get(position))];
  return stakes.map(([key, fact]) => `${titleOf(state, key)} ${dollars(centsOf(fact))}`).join(", ") || "no wager";
}

/** @param {Record<string, any>} state @param {number} position */
function decisionWords(state, position) {
  const { view } = state;
  const words = [...(asMap(view.decided).get(position) ?? [])];
  if ((view.folded ?? []).includes(position)) words.push("folded");
  if ((view.set ?? []).includes(position)) words.push("has set");
  if (view.bank === position) words.push("banks");
  if (view.bank_offered === position) words.push("is offered the bank");
  if (view.turn === position) words.push("to act");
  return words.length ? [words.join(", ")] : [];
}

/** @param {Record<string, any>} state @param {number} position */
function openCards(state, position) {
  const codes = (asMap(state.view.cards).get(position) ?? []).map(cardOf);
  return codes.length ? `shows ${cardsWords(codes)}` : "";
}

/** Describe the dealer's cards, the board and the meters. @param {Record<string, any>} state @returns {string[]} */
export function middleLines(state) {
  const { board, dealer } = cardsAt(state, 0);
  return [
    `Dealer: ${dealer.length ? `shows ${cardsWords(dealer)}` : "no card open"}`,
    board.length ? `Board: ${cardsWords(board)}` : "",
    ...(asMap(state.meters).size ? meterLines(state) : []),
  ].filter(Boolean);
}

/** Say on whom the cards of the round depend. @param {import("../../lib/live-table.js").LiveTable | null} live @returns {string[]} */
export function chanceLines(live) {
  const said = chanceWords(live);
  return said ? [said.words] : [];
}

/** Say what the progressive meters show. @param {Record<string, any>} state @returns {string[]} */
export function meterLines(state) {
  const meters = [...asMap(state.meters)].map(([name, amount]) => `${name} ${dollars(centsOf(amount))}`);
  return [meters.length ? `Meters: ${meters.join(", ")}` : "This table has no meter"];
}

/** Describe the cards that the player sees: his own with the hand that they make, and those in the middle. @param {Record<string, any>} state @param {number} position @returns {string[]} */
export function cardLines(state, position) {
  const { own, board, dealer } = cardsAt(state, position);
  const hand = handAt(state, position);
  const lines = [
    own.length ? `Your cards: ${cardsWords(own)}` : "",
    hand?.words ? `You hold ${hand.words}` : "",
    board.length ? `Board: ${cardsWords(board)}` : "",
    dealer.length ? `The dealer shows ${cardsWords(dealer)}` : "",
  ].filter(Boolean);
  return lines.length ? lines : ["You see no cards now"];
}

/** Describe the player's money: chips, wagers and account. @param {Record<string, any>} state @param {number} position @returns {string[]} */
export function moneyLines(state, position) {
  const chips = position ? `You have ${dollars(centsOf(asMap(state.chips).get(asMap(state.view.seats).get(position))))} in chips` : "You have no seat, and no chips here";
  const wagers = position ? [`Your wagers: ${stakeWords(state, position)}`] : [];
  return [chips, ...wagers, ...(state.account ? [`${dollars(centsOf(state.account))} on your account`] : [])];
}

/** Say what the table waits for. @param {Record<string, any>} state @param {number} position @param {number} now the time of the house @returns {string[]} */
export function dueLines(state, position, now) {
  const { view, names, due } = state;
  const player = names?.[asMap(view.seats).get(view.turn)];
  const clock = clockOf(state, position);
  const next = due ? dueWords(due, clock && Math.max(0, Math.ceil((clock.ends_at - now) / 1000))) : player ? `${player} decides` : "The table waits for the players";
  return [next, ...(endsBetting(due) ? [] : clockLines(state, position, now))];
}

/** @param {Record<string, any>} state @param {number} position @param {number} now */
function clockLines(state, position, now) {
  const clock = clockOf(state, position);
  return clock ? [`${countThings(Math.max(0, Math.ceil((clock.ends_at - now) / 1000)), "second")} left; then ${clock.words}`] : [];
}

/** Describe the player's own place: chips, cards, wagers and clock. @param {Record<string, any>} state @param {number} position @param {number} now the time of the house @returns {string[]} */
export function ownLines(state, position, now) {
  const player = asMap(state.view.seats).get(position);
  const { own } = cardsAt(state, position);
  const hand = handAt(state, position);
  const both = setHands(state, position);
  return [
    `You are ${state.names?.[player] ?? "a player"} at position ${position}, with ${dollars(centsOf(asMap(state.chips).get(player)))} in chips`,
    ...spotsAt(state, position).map((spot) => `${spot.title}: ${spot.staked ? dollars(spot.staked) : "nothing"}${spot.offer ? ` (${limitWords(spot.offer)})` : ""}${spot.lit && spot.staked ? ", the light is on" : ""}`),
    own.length ? `Your cards: ${cardsWords(own)}` : "",
    hand?.words ? `You hold ${hand.words}` : "",
    both ? `Low hand: ${cardsWords(both.low)}. High hand: ${cardsWords(both.high)}` : "",
    ...clockLines(state, position, now),
  ].filter(Boolean);
}
