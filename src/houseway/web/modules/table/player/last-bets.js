/** Stores the wagers of the last round in this browser, so that the player can repeat them. */
import { spotsAt } from "./own-place.js";

const KEY = "houseway.bets.";

/** @typedef {Record<string, number>} Bets amounts in cents by the keys of wagers */

/** Follows the stakes while betting is open, and stores those with which it closes: what was taken back before was not played. */
export class LastBets {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.round = 0;
    /** The wagers of the round in which betting is open, with those that follow from others. @type {Bets} */
    this.current = {};
    /** The most that was bet in that round at any time. @type {Bets} */
    this.most = {};
  }

  /** @param {Record<string, any>} state @param {number} position */
  follow(state, position) {
    const { round, closed } = state.view;
    if (closed || round !== this.round) this.store();
    this.round = round;
    if (closed) return;
    this.current = Object.fromEntries(spotsAt(state, position).filter(({ staked }) => staked).map(({ key, staked }) => [key, staked]));
    if (total(this.current) >= total(this.most)) this.most = this.current;
  }

  store() {
    if (total(this.current)) sessionStorage.setItem(KEY + this.table, JSON.stringify(this.current));
    this.current = this.most = {};
  }

  /** The wagers of the last round in which the player made any; before the first, those that he has taken back. @returns {Bets} */
  get bets() {
    return JSON.parse(sessionStorage.getItem(KEY + this.table) ?? "null") ?? this.most;
  }
}

/** @param {Bets} bets */
const total = (bets) => Object.values(bets).reduce((sum, cents) => sum + cents, 0);
