/** The player's own cards: seven to set as a fan of buttons, or two to five with the board, and the hand that they make. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { asMap } from "../../lib/facts.js";
import { styled } from "../../lib/styled.js";
import { cardFace, cardName } from "../../parts/cards.js";
import { clauseLinks, sentence } from "../../parts/clauses.js";
import { dragCard } from "./card-drag.js";
import { cardsAt, handAt, lowSize, setHands, settingWith } from "../player/own-place.js";

/** @typedef {import("./station.js").Station} Station */

/** @param {Station} station */
export function ownCards(station) {
  const { state, position, result } = station;
  const { own, board, dealer } = cardsAt(state, position);
  const hand = handAt(state, position);
  if (hand?.settings) return handsToSet(station, own, hand.settings);
  if (!own.length && state.settings?.cards === "physical" && asMap(state.view?.dealt).get(position)) return html`<p class="on-table">Your cards lie on the table.<small>The dealer enters cards here as they are turned over.</small></p>`;
  if (own.length) return cardsInPlay(own, board, dealer, namedHands(hand), setHands(state, position));
  if (result && !state.view?.closed) return cardsOfResult(station);
  return station.ending ? cardsAtEnd(station, station.ending) : nothing;
}

/** @param {{words?: string, high_words?: string, low_words?: string} | null} hand */
const namedHands = (hand) => (hand?.low_words ? bothHands(hand.high_words ?? "", hand.low_words) : (hand?.words ?? ""));

/** @param {string} high @param {string} low */
const bothHands = (high, low) => html`${high}<small>low: ${low}</small>`;

/** Draw the cards of a round whose end is being shown. Its last setting may have come with the end, so that nobody has named the hands as set. @param {Station} station @param {import("../felt/shown-round.js").ShownRound} shown */
function cardsAtEnd({ position, hand, settings }, { cards, hands, board }) {
  const own = cards.get(position) ?? [];
  const dealt = hands.get(0);
  const both = hands.get(position) ?? null;
  const set = both ? settingWith(settings, both.low) : null;
  return own.length ? cardsInPlay(own, board, dealt ? [...dealt.high, ...dealt.low] : (cards.get(0) ?? []), namedHands(set ?? hand), both) : nothing;
}

/** Draw seven cards, of which two go to the low hand. @param {Station} station @param {string[]} cards @param {import("../player/own-place.js").Setting[]} settings */
function handsToSet(station, cards, settings) {
  const chosen = settingWith(settings, [...station.low]);
  const middle = (cards.length - 1) / 2;
  const missing = lowSize(settings) - station.low.size;
  return html`<div class="fan" role="group" aria-label="Your cards; choose ${lowSize(settings)} for the low hand">
      ${cards.map((code, index) => html`<button class="fan-card ${station.low.has(code) ? "up" : ""}" aria-pressed=${station.low.has(code)} aria-label="${cardName(code)}, ${station.low.has(code) ? "in the low hand" : "in the high hand"}" aria-keyshortcuts=${index + 1}
        ${styled({ "--n": index - middle, "--m": Math.abs(index - middle) })} @click=${() => station.toggleLow(code)}
        @pointerdown=${(/** @type {PointerEvent} */ event) => dragCard(event, station.low.has(code), () => station.toggleLow(code))} @keydown=${(/** @type {KeyboardEvent} */ event) => station.setOnEnter(event)}>${cardFace(code)}<kbd aria-hidden="true">${index + 1}</kbd></button>`)}
    </div>
    <dl class="hand-names">
      <div class=${chosen && !chosen.legal ? "foul" : ""}><dt>Low hand</dt><dd>${chosen ? chosen.low_words : station.low.size ? `${missing} more` : `choose ${missing} cards`}</dd></div>
      <div class=${chosen && !chosen.legal ? "foul" : ""}><dt>High hand</dt><dd>${chosen ? chosen.high_words : "the other cards"}</dd></div>
      ${chosen?.foul ? html`<p class="foul-words"><b>Foul:</b> ${chosen.foul}. ${clauseLinks(chosen.clauses ?? [], 2)}</p>` : nothing}
    </dl>`;
}

/** @param {string[]} own @param {string[]} board @param {string[]} dealer @param {unknown} words @param {{low: string[], high: string[]} | null} both */
function cardsInPlay(own, board, dealer, words, both) {
  const [first, second] = both ? [both.high, both.low] : [own, board];
  return html`<div class="own-cards" ${cardCounts(first, second)}>
      ${both
        ? html`<span class="hand high">${both.high.map((code) => cardFace(code))}</span><span class="hand board">${both.low.map((code) => cardFace(code, "low"))}</span>`
        : html`<span class="hand ${own.length > 4 ? "many" : ""}">${own.map((code) => cardFace(code))}</span>${board.length ? html`<span class="and" aria-hidden="true">+</span><span class="hand board">${board.map((code) => cardFace(code))}</span>` : nothing}`}
    </div>
    <dl class="hand-names"><div><dt>${both ? "Your hands" : "Your hand"}</dt><dd>${words || "–"}</dd></div>
      <div><dt>Dealer</dt><dd>${dealer.length ? html`<span class="hand small-cards">${dealer.map((code) => cardFace(code, "mini"))}</span>` : "face down"}</dd></div></dl>`;
}

/** Pass the numbers of cards to the style sheet, which makes the cards as large as possible. @param {string[]} first @param {string[]} second */
const cardCounts = (first, second) => styled({ "--first": first.length, "--second": second.length });

/** Draw the cards of the completed round: those of the compared hands outlined, the others dimmed. @param {Station} station */
function cardsOfResult(station) {
  const { result, position } = station;
  if (!result) return nothing;
  const mine = result.hands.find((hand) => hand.position === position);
  const dealer = result.hands.find((hand) => hand.position === 0);
  const counted = new Set(result.wagers.flatMap(({ compared }) => compared.flatMap(({ cards }) => cards)));
  const mark = (/** @type {string} */ code) => (!counted.size ? "" : counted.has(code) ? "hit" : "out");
  if (!mine) return nothing;
  const low = mine.low ?? [];
  const first = low.length ? mine.high : (mine.cards ?? []);
  const second = low.length ? low : result.board;
  return html`<div class="own-cards over" ${cardCounts(first, second)}>
      <span class="hand ${first.length > 4 ? "many" : ""}">${first.map((/** @type {string} */ code) => cardFace(code, low.length ? "" : mark(code)))}</span>
      ${second.length ? html`<span class="and" aria-hidden="true">+</span><span class="hand board">${second.map((/** @type {string} */ code) => cardFace(code, low.length ? "low" : mark(code)))}</span>` : nothing}
    </div>
    <dl class="hand-names"><div><dt>Your ${low.length ? "hands" : "hand"}</dt><dd>${handWords(mine)}</dd></div><div><dt>Dealer</dt><dd>${dealer ? handWords(dealer) : "no hand"}</dd></div></dl>
    ${result.void ? html`<p class="soft">${sentence(result.void)}</p>` : nothing}`;
}

/** @param {any} hand */
const handWords = (hand) => (hand.low_hand ? bothHands(hand.high_hand, hand.low_hand) : hand.hand || "folded");
