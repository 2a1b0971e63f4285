/** Cards: one element each, drawn by cards.css. */
import { html } from "../../vendor/lit/index.js";

const SUITS = new Map([["s", "spade"], ["h", "heart"], ["d", "diamond"], ["c", "club"]]);
const RANKS = new Map([
  ["A", "ace"], ["K", "king"], ["Q", "queen"], ["J", "jack"], ["T", "ten"], ["9", "nine"], ["8", "eight"],
  ["7", "seven"], ["6", "six"], ["5", "five"], ["4", "four"], ["3", "three"], ["2", "two"],
]);

/** Return a card's name in words: "ace of spades". @param {string} code */
export function cardName(code) {
  if (!code) return "a card face down";
  if (code === "Jk") return "joker";
  return `${RANKS.get(code[0])} of ${SUITS.get(code[1])}s`;
}

const SIGNS = new Map([["♠", "s"], ["♥", "h"], ["♦", "d"], ["♣", "c"]]);
const SIGN = "(?:Joker|(?:10|[2-9AKQJ])[♠♥♦♣])";
const SIGNS_IN_WORDS = new RegExp(`${SIGN}(?: ${SIGN})*`, "g");

/** Return words in which cards that are written as signs, such as "A♠ 10♦", have their names: screen readers do not name signs well. @param {string} words */
export const nameCards = (words) => words.replace(SIGNS_IN_WORDS, (signs) => signs.split(" ").map(nameOfSign).join(", "));

/** @param {string} sign */
const nameOfSign = (sign) => (sign === "Joker" ? "joker" : cardName(sign.slice(0, -1).replace("10", "T") + SIGNS.get(sign.at(-1) ?? "")));

/** Draw a card by its code ("As", "Td", "Jk"); "" is face down. @param {string} code @param {string} [classes] such as "mini", "out", "hit" */
export function cardFace(code, classes = "") {
  if (!code) return html`<span class="card back ${classes}" role="img" aria-label=${cardName("")}></span>`;
  const [suit, rank] = suitAndRank(code);
  return html`<span class="card ${classes}" data-s=${suit} data-r=${rank} role="img" aria-label=${cardName(code)}></span>`;
}

/** Draw a card that can be pressed. @param {string} code @param {string} classes @param {{label: string, tabindex?: number, press: () => void}} button */
export function cardButton(code, classes, { label, tabindex = 0, press }) {
  const [suit, rank] = suitAndRank(code);
  return html`<button type="button" class="card ${code ? "" : "back"} ${classes}" data-s=${suit} data-r=${rank} aria-label="${cardName(code)}. ${label}" tabindex=${tabindex} @click=${press}></button>`;
}

/** @param {string} code @returns {[string, string]} */
function suitAndRank(code) {
  if (!code || code === "Jk") return [code ? "joker" : "", ""];
  return [SUITS.get(code[1]) ?? "", code[0] === "T" ? "10" : code[0]];
}

/** Draw cards side by side. @param {string[]} codes @param {string} [classes] */
export const cardRow = (codes, classes = "") => html`<span class="hand">${codes.map((code) => cardFace(code, classes))}</span>`;
