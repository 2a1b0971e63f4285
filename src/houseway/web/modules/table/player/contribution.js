/**
 * What a player adds to the chance of each round, so that nobody can choose its cards: a random value. Its hash is sent before the
 * round, and the value itself once the round has listed the hash. See docs/chance.md.
 */
import { fromHex, sha256, toHex } from "../../rounds/bytes.js";

/** @typedef {{round: number, hashes: Map<number, string>, values: Map<number, string>, withheld: number[], isOpen: boolean, deckRound: number}} ChanceList */

/** How many values and rounds are remembered. */
const KEPT = 20;

/** Read the lines of the round's events. @param {{text: string, open: boolean, deck_round: number} | null | undefined} chance @returns {ChanceList | null} */
export function readChance(chance) {
  if (!chance) return null;
  const words = chance.text.split("\n").map((line) => line.split(" "));
  /** @param {string} kind */
  const ofKind = (kind) => words.filter(([first]) => first === kind);
  /** @param {string} kind @returns {Map<number, string>} */
  const bySeat = (kind) => new Map(ofKind(kind).map(([, seat, hex]) => [Number(seat), hex]));
  const withheld = ofKind("withheld").map(([, seat]) => Number(seat));
  return { round: Number(words[0][1]), hashes: bySeat("seat"), values: bySeat("value"), withheld, isOpen: chance.open, deckRound: chance.deck_round };
}

/** Sends hashes and values for the player of a live table, and remembers in which rounds they counted, also after a reload. */
export class Contribution {
  /** @param {import("../../lib/live-table.js").LiveTable} live */
  constructor(live) {
    this.live = live;
    this.place = `houseway.values.${live.table}`;
    /** @type {{values: [string, string][], rounds: number[]}} values: hash and value */
    this.kept = { values: [], rounds: [] };
    try {
      this.kept = JSON.parse(localStorage.getItem(this.place) ?? "") ?? this.kept;
    } catch {} // nothing is kept yet, or something else
    /** The hash that was sent last over this connection. */
    this.sent = "";
    /** The round whose value was sent over this connection. */
    this.openedRound = 0;
    this.isOffering = false;
    /** The lines of the events of the last rounds, as they were shown. @type {Map<number, {text: string, isOpen: boolean}>} */
    this.seen = new Map();
    /** The hash of the last receipt that was compared. */
    this.compared = "";
    /** What the house has signed or shown that contradicts what it had shown before. */
    this.contradiction = "";
    live.addEventListener("changed", () => this.follow());
  }

  /** Whether the player has a seat, and can add to the rounds. */
  get isPlaying() {
    return this.live.capacity === "player" && Boolean(this.live.state.own?.positions.length) && Boolean(crypto.subtle);
  }

  follow() {
    if (this.live.connection !== "live") {
      this.sent = "";
      this.openedRound = 0;
      return;
    }
    const list = readChance(this.live.state.chance);
    if (list) this.compare(list, this.live.state.chance.text);
    if (list && this.isPlaying) this.contribute(list);
  }

  /** Compare what is shown of a round with what was shown of it before, and the receipt of the last round with both. @param {ChanceList} list @param {string} text */
  compare({ round, isOpen }, text) {
    if (!text.startsWith(this.seen.get(round)?.text ?? "")) this.contradiction = `The house has changed what it had fixed for round ${round}.`;
    this.seen.set(round, { text, isOpen });
    this.seen.delete(round - 2);
    const last = this.seen.get(round - 1);
    if (last?.isOpen) this.compareReceipt(last.text, this.live.state.receipt?.chance, round - 1);
    if (this.kept.rounds.some((each) => each > round)) this.keep({ ...this.kept, rounds: [] }); // another house had a table of this name
  }

  /** @param {string} text @param {string | undefined} signed the hash in the receipt @param {number} round */
  async compareReceipt(text, signed, round) {
    if (!signed || this.compared === signed || !crypto.subtle) return;
    this.compared = signed;
    if ((await sha256(new TextEncoder().encode(text))) !== signed) this.contradiction = `The receipt of round ${round} signs something else than the house had shown.`;
  }

  /** @param {ChanceList} list */
  contribute(list) {
    const own = this.kept.values.filter(([hash]) => [...list.hashes.values()].includes(hash));
    if (!list.isOpen) this.open(list.round, own);
    else if (own.some(([, value]) => [...list.values.values()].includes(value))) this.remember(list.round);
    if (list.isOpen && (!this.sent || own.some(([hash]) => hash === this.sent))) this.offer();
  }

  /** Open what the list names, once. @param {number} round @param {[string, string][]} own */
  open(round, own) {
    if (!own.length || this.openedRound === round) return;
    this.openedRound = round;
    for (const [, value] of own) this.send({ type: "value", round, value });
  }

  /** Send the hash of a new value for the next round. */
  async offer() {
    if (this.isOffering) return;
    this.isOffering = true;
    const value = crypto.getRandomValues(new Uint8Array(32));
    const hash = await sha256(value);
    this.isOffering = false;
    this.keep({ ...this.kept, values: [...this.kept.values, [hash, toHex(value.buffer)]] });
    if (this.send({ type: "hash", hash })) this.sent = hash;
  }

  /** @param {number} round */
  remember(round) {
    if (!this.kept.rounds.includes(round)) this.keep({ ...this.kept, rounds: [...this.kept.rounds, round] });
  }

  /** @param {Contribution["kept"]} kept */
  keep({ values, rounds }) {
    this.kept = { values: values.slice(-KEPT), rounds: rounds.slice(-KEPT) };
    localStorage.setItem(this.place, JSON.stringify(this.kept));
  }

  /** Send a message, and return whether that was possible. @param {object} message */
  send(message) {
    const { socket } = this.live;
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }
}

/** Say on whom the cards of the round depend, and what a player should know before he bets. @param {import("../../lib/live-table.js").LiveTable | null} live @param {boolean} [isAsked] whether he is about to bet @returns {{words: string, warns: boolean} | null} */
export function chanceWords(live, isAsked = true) {
  const list = readChance(live?.state.chance);
  if (!live || !list || live.state.settings?.cards === "physical") return null;
  const contribution = live.contribution;
  const seats = [...(list.isOpen ? list.values : list.hashes).keys()];
  const by = seats.length ? `the house and ${seats.length === 1 ? "seat" : "seats"} ${seats.join(", ")}` : "the house alone";
  const from = `The shuffle of round ${list.round} depends on ${by}.`;
  if (contribution?.contradiction) return { words: contribution.contradiction, warns: true };
  if (!isAsked || !contribution?.isPlaying) return { words: from, warns: false };
  const isIn = contribution.kept.rounds.includes(list.round) || (!list.isOpen && contribution.kept.values.some(([hash]) => [...list.hashes.values()].includes(hash)));
  if (list.deckRound && list.deckRound < list.round && !contribution.kept.rounds.includes(list.deckRound)) return { words: `${from} It was made before you came; from the next shuffle on, your browser takes part.`, warns: true };
  return isIn ? { words: from, warns: false } : { words: `${from} From the next round on, your browser takes part.`, warns: true };
}
