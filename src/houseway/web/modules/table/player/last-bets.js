/** The wagers of the last round, remembered by this browser, so that they can be made again. */
import { spotsAt } from "./own-place.js";

const KEY = "houseway.bets.";

/** Remembers what is staked while betting is open, so that only wagers count that the player made himself. */
export class LastBets {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** Wagers that were offered in this round. @type {Set<string>} */
    this.offered = new Set();
    this.round = 0;
  }

  /** @param {Record<string, any>} state @param {number} position */
  follow(state, position) {
    if (state.view.round !== this.round) this.offered.clear();
    this.round = state.view.round;
    const spots = spotsAt(state, position);
    for (const { key, add } of spots) if (add) this.offered.add(key);
    const bets = spots.filter(({ key, staked }) => staked && this.offered.has(key)).map(({ key, staked }) => [key, staked]);
    if (bets.length) sessionStorage.setItem(KEY + this.table, JSON.stringify(Object.fromEntries(bets)));
  }

  /** The wagers of the last round in which some were made. @returns {Record<string, number>} */
  get bets() {
    return JSON.parse(sessionStorage.getItem(KEY + this.table) ?? "{}");
  }
}
