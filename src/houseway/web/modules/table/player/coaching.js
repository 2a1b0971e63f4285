/** What is said to somebody who has each step explained: what to do now, and what each answer means. */
import { get } from "../../lib/api.js";
import { asMap, centsOf } from "../../lib/facts.js";
import { decisionsAt, spotsAt } from "./own-place.js";

/**
 * @typedef {{state: Record<string, any>, position: number, hasResult: boolean, isEnding: boolean, deal: string, undo: string}} Moment
 *   deal, undo: how both are called where they are asked for
 */

const COACH = "houseway.explain-steps";

/** Whether the player may have the cards dealt now: he is alone, and the program deals. @param {Record<string, any>} state @param {number} position */
export const mayDeal = ({ due, view }, position) => Boolean(due?.player) && due.player === asMap(view?.seats).get(position);

export class Coaching {
  /** @param {() => Record<string, any>} state @param {() => void} changed */
  constructor(state, changed) {
    this.state = state;
    this.changed = changed;
    /** What each act is, in the book's own lesson. @type {Record<string, string> | null} */
    this.steps = null;
  }

  /** Whether steps are explained: as the player has chosen, and otherwise where newcomers are sent. */
  get isOn() {
    const chosen = localStorage.getItem(COACH);
    return chosen ? chosen === "on" : Boolean(this.state().settings?.newcomers);
  }

  /** @param {boolean} wanted */
  choose(wanted) {
    localStorage.setItem(COACH, wanted ? "on" : "off");
    this.changed();
  }

  /** Fetch the sentences, once. */
  async load() {
    const book = this.state().table?.book;
    if (!book || this.steps) return;
    this.steps = {};
    this.steps = await get(`/api/how-to-play/${encodeURIComponent(book)}/steps`).catch(() => ({}));
    this.changed();
  }

  /** Return what is said at a moment; nothing while it is off. @param {Moment} moment @returns {string[]} */
  wordsAt({ state, position, hasResult, isEnding, deal, undo }) {
    if (!this.isOn || !state.view) return [];
    this.load();
    const steps = this.steps ?? {};
    if (!position) return ["Take any free seat: all seats have the same odds."];
    const decisions = decisionsAt(state, position);
    if (decisions.length) return [...new Set(decisions.map(({ act }) => steps[act]).filter(Boolean))];
    if (isEnding) return ["The hands are compared, and each wager is settled in turn. Watch where the chips go."];
    const spots = spotsAt(state, position);
    const isOpen = spots.some(({ add }) => add);
    const isPoor = !centsOf(asMap(state.chips).get(asMap(state.view.seats).get(position))) && !spots.some(({ staked }) => staked);
    if (isPoor && !state.view.closed) return ["Buy chips first. You bet with them, and cash in what is left when you leave."];
    const said = hasResult && !state.view.closed ? ["The round is over. Why says how each wager ended, card by card."] : [];
    if (!isOpen) return said.length ? said : ["Now it is somebody else's turn. You will be asked when it is yours."];
    if (mayDeal(state, position)) return [`${deal} has the cards dealt; until then you may add chips, or take them back with ${undo}.`];
    if (spots.some(({ staked }) => staked)) return [`Your wagers are made. The cards are dealt when betting closes; until then you may add chips, or take them back with ${undo}.`];
    return [...said, steps.wager].filter(Boolean);
  }
}
