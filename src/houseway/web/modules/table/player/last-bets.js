/** Stores the wagers of the last round in this browser, so that the player can repeat them. */
import { spotsAt } from "./own-place.js";

const KEY = "houseway.bets.";

/** Records stakes while betting is open, so that it stores only wagers that the player made himself. */
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

  /** The wagers of the last round in which the player made any. @returns {Record<string, number>} */
  get bets() {
    return JSON.parse(sessionStorage.getItem(KEY + this.table) ?? "{}");
  }
}
