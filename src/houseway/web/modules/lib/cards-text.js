/** Cards as people type them: "AsKd", "10h", "jk". */

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
export const JOKER = "Jk";

const IN_ORDER = [...[...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)), JOKER];

/** Return the cards of a deck suit by suit. @param {string[]} deck @returns {string[]} */
export const suitBySuit = (deck) => IN_ORDER.filter((card) => deck.includes(card));

/**
 * Read typed cards. `rest` is what is not a whole card yet, `wrong` what can never become one.
 * @param {string} text @returns {{cards: string[], rest: string, wrong: string}}
 */
export function readCards(text) {
  const cards = [];
  let left = text.replace(/[\s,]+/g, "").replaceAll("10", "T");
  while (left) {
    const card = firstCard(left);
    if (card === null) return { cards, rest: "", wrong: left };
    if (card === "") return { cards, rest: left, wrong: "" };
    cards.push(card);
    left = left.slice(2);
  }
  return { cards, rest: "", wrong: "" };
}

/** Return the first card of a text; "" if it is incomplete, null if there is none. @param {string} text */
function firstCard(text) {
  const [first, second] = [text[0].toUpperCase(), text[1]?.toLowerCase()];
  if (first === "J" && second === "k") return JOKER;
  if (!RANKS.includes(first) && first !== "1") return null;
  if (second === undefined) return "";
  return SUITS.includes(second) && first !== "1" ? first + second : null;
}

/** Return the codes of all cards that are anywhere in a value of the server. @param {any} value @param {Set<string>} [found] @returns {Set<string>} */
export function cardsIn(value, found = new Set()) {
  if (Array.isArray(value)) for (const part of value) cardsIn(part, found);
  else if (value && typeof value === "object") {
    if (typeof value.card === "string") found.add(value.card);
    else for (const part of Object.values(value)) cardsIn(part, found);
  }
  return found;
}
