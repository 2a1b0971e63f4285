/** Cards as people type them, and as readers send them: "AsKd", "10h", "jk", "SA", "♦K". */

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SYMBOLS = new Map([..."♠♥♦♣"].map((symbol, place) => [symbol, SUITS[place]]));
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
  let left = [...text.replace(/[\s,;|]+/g, "").replaceAll("10", "T")].map((letter) => SYMBOLS.get(letter) ?? letter).join("");
  while (left) {
    const card = firstCard(left);
    if (card === null) return { cards, rest: "", wrong: left };
    if (card === "") return { cards, rest: left, wrong: "" };
    cards.push(card);
    left = left.slice(2);
  }
  return { cards, rest: "", wrong: "" };
}

/** Return the first card of a text, rank or suit first; "" if it is incomplete, null if there is none. @param {string} text */
function firstCard(text) {
  const [first, second] = [text[0].toLowerCase(), text[1]?.toLowerCase()];
  if (second === undefined) return isPartOfCard(first) ? "" : null;
  if (first + second === "jk") return JOKER;
  const [rank, suit] = SUITS.includes(first) ? [second, first] : [first, second];
  if (rank === "1") return SUITS.includes(first) && text.length === 2 ? "" : null;
  return RANKS.includes(rank.toUpperCase()) && SUITS.includes(suit) ? rank.toUpperCase() + suit : null;
}

/** Whether a key may begin a card: a rank, the first digit of a ten, or a suit. @param {string} key */
export const isPartOfCard = (key) => key.length === 1 && (key === "1" || RANKS.includes(key.toUpperCase()) || SUITS.includes(key.toLowerCase()) || SYMBOLS.has(key));

/** Return the cards of a text that is nothing but whole cards; none otherwise. @param {string} text */
export function wholeCards(text) {
  const { cards, rest, wrong } = readCards(text);
  return rest || wrong ? [] : cards;
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
