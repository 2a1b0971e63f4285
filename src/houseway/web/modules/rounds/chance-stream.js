/** Computes numbers and shuffles from a seed as docs/chance.md describes. It knows no game. */
import { fromHex, toHex } from "./bytes.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** Return cards in the order of a new deck: by rank, clubs, diamonds, hearts, spades, and the joker last. @param {string[]} cards */
export const newDeckOrder = (cards) => [...cards].sort((one, other) => placeInDeck(one) - placeInDeck(other));

/** @param {string} card */
const placeInDeck = (card) => (card === "Jk" ? Infinity : RANKS.indexOf(card[0]) * SUITS.length + SUITS.indexOf(card[1]));

/** Shuffle a deck with a seed: from the last place to the second, exchange with a place that is drawn. @param {string} seed in hexadecimal @param {string[]} deck */
export async function shuffleDeck(seed, deck) {
  const drawBelow = await numbersFrom(fromHex(seed));
  const cards = [...deck];
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = await drawBelow(place + 1);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards;
}

/** Return the seed of a shuffle in hexadecimal: the house's, over what it and the players had fixed before. Of shuffles that share a seed, each has a number. @param {{seed: string, values: string, number: number}} shuffle */
export async function drawnSeed({ seed, values, number }) {
  const text = new TextEncoder();
  const mixed = values ? await keyedHash(seed, text.encode(values)) : seed;
  return number ? keyedHash(mixed, text.encode(String(number))) : mixed;
}

/** @param {string} key in hexadecimal @param {Uint8Array<ArrayBuffer>} message */
async function keyedHash(key, message) {
  const imported = await crypto.subtle.importKey("raw", fromHex(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toHex(await crypto.subtle.sign("HMAC", imported, message));
}

/** Return a function that draws numbers below a limit from a seed. @param {Uint8Array<ArrayBuffer>} seed @returns {Promise<(limit: number) => Promise<number>>} */
async function numbersFrom(seed) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let [block, left] = [0, /** @type {number[]} */ ([])];
  const takeBytes = async (/** @type {number} */ count) => {
    while (left.length < count) {
      const number = new DataView(new ArrayBuffer(8));
      number.setBigUint64(0, BigInt(block++));
      left.push(...new Uint8Array(await crypto.subtle.sign("HMAC", key, number.buffer)));
    }
    return left.splice(0, count);
  };
  return async (limit) => {
    const bits = Math.ceil(Math.log2(limit));
    for (;;) {
      const value = (await takeBytes(Math.ceil(bits / 8))).reduce((sum, byte) => sum * 256 + byte, 0) % 2 ** bits;
      if (value < limit) return value;
    }
  };
}
