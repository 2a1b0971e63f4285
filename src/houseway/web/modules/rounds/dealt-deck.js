/** The order of the dealt deck, computed in the browser from the seed to which the house had committed. */
import { html, nothing } from "../../vendor/lit/index.js";
import { cardFace } from "../parts/cards.js";
import { fromHex, sha256 } from "./bytes.js";
import { drawnSeed, newDeckOrder, shuffleDeck } from "./chance-stream.js";
import { CANNOT } from "./proofs.js";

/**
 * @typedef {import("./proofs.js").Proof} Proof
 * @typedef {{round: number, purpose: string, version: number, deck: string, commitment: string, seed: string, order: string[], number: number, values: string}} Shuffle
 * @typedef {{shuffle: Shuffle | null, order: string[], proof: Proof}} DealtDeck
 */

/** Find the shuffle of the dealt deck, and compute its order. @param {import("./recording.js").Moment[]} moments @param {Shuffle[]} shuffles @returns {Promise<DealtDeck>} */
export async function checkDealtDeck(moments, shuffles) {
  const dealt = moments.find(({ kind }) => kind === "deal-begun");
  const shuffle = shuffles.findLast(({ deck, version }) => dealt && deck === dealt.facts.deck && version < dealt.number) ?? null;
  if (!shuffle) return { shuffle, order: [], proof: { verdict: "open", words: dealt ? "The program did not shuffle this deck" : "No cards were dealt" } };
  if (!shuffle.seed) return { shuffle, order: [], proof: { verdict: "open", words: "The seed of this deck is not open yet" } };
  if (!crypto.subtle) return { shuffle, order: shuffle.order, proof: { verdict: "cannot", words: CANNOT } };
  const order = await shuffleDeck(await drawnSeed(shuffle), newDeckOrder(shuffle.order));
  return { shuffle, order, proof: await judge(shuffle, order) };
}

/** @param {Shuffle} shuffle @param {string[]} order @returns {Promise<Proof>} */
async function judge({ seed, commitment, purpose, values, order: recorded }, order) {
  if ((await sha256(fromHex(seed))) !== commitment) return { verdict: "failed", words: "The seed is not the one that was committed to" };
  const wrongValue = values ? await wrongSeat(values, `${purpose} ${commitment}`) : "";
  if (wrongValue) return { verdict: "failed", words: wrongValue };
  const wrong = order.findIndex((card, place) => card !== recorded[place]);
  if (wrong >= 0) return { verdict: "failed", words: `Card ${wrong + 1} of the deck is not the one that the seed gives` };
  const seats = values.split("\n").filter((line) => line.startsWith("value ")).length;
  const by = values ? ` (${seats ? `the house's seed and ${seats === 1 ? "one player's value" : `${seats} players' values`}` : "the house alone"})` : "";
  return { verdict: "proved", words: `${order.length} cards, all where the seed puts them${by}` };
}

/** Compare the players' values with the hashes that were listed before them; "" if all is well. @param {string} values the lines of both events @param {string} commitment the line of the seed */
async function wrongSeat(values, commitment) {
  const lines = values.split("\n");
  if (!lines.includes(commitment)) return "The commitment is not in the list of the round";
  for (const [, seat, value] of lines.map((line) => line.split(" ")).filter(([kind]) => kind === "value")) {
    if (!lines.includes(`seat ${seat} ${await sha256(fromHex(value))}`)) return `The value of seat ${seat} is not the one that was listed`;
  }
  return "";
}

const TAGS = { proved: "ok done", failed: "bad", open: "wait", cannot: "off" };

/** @param {DealtDeck} dealt */
export const deckPanel = ({ shuffle, order, proof }) => html`<section class="panel dealt-deck"><header><h2>The deck that was dealt</h2><span class="tag ${TAGS[proof.verdict]}">${proof.words}</span></header>
  ${shuffle && order.length ? html`<div class="body"><p class="soft">${shuffle.deck} was shuffled in round ${shuffle.round}. This page has computed its order again from the opened seed, before any cut; the first card is the top one.</p>
    <ol class="order">${order.map((card, place) => html`<li class=${shuffle.order[place] === card ? "" : "wrong"}>${cardFace(card, "mini")}</li>`)}</ol></div>` : nothing}
</section>`;
