/** What of a table is said aloud to somebody who plays there: what is called out, and what he has done himself. */
import { alarm } from "../../lib/announcer.js";
import { countThings } from "../../lib/format.js";
import { nameCards } from "../../parts/cards.js";
import { sentence } from "../../parts/clauses.js";
import { ownPositions } from "./own-place.js";

/** @typedef {import("../../lib/live-table.js").TableEvent} TableEvent */

/** Events that tell a player that his own act was carried out. */
const OWN_ACTS = new Set(["wager-placed", "wager-taken-back", "wager-surrendered", "wager-refunded", "hand-set", "bank-passed", "area-given-up"]);
/** From this second on a clock is urgent. */
export const URGENT = 10;

/** Whether an event is said aloud. What a decision has put on the layout is called out with the decision. @param {TableEvent} event @param {Record<string, any>} state */
export const isHeard = ({ kind, facts, announced }, state) =>
  announced || (OWN_ACTS.has(kind) && ownPositions(state).includes(facts?.position) && !(kind === "wager-placed" && state.view.closed));

/** Return an event in words to be heard. @param {TableEvent} event */
export const heardWords = ({ words, facts }) => nameCards(sentence(facts?.said ?? words.replaceAll(" (program)", "").replace(" | ", ", and in the low hand ")));

/** Says once when a clock comes to its last seconds. */
export class ClockWarning {
  constructor() {
    /** The end of the clock of which was warned. */
    this.warned = 0;
  }

  /** @param {{begins_at: number, ends_at: number, words: string} | null} clock @param {number} now the time of the house */
  look(clock, now) {
    if (!clock) return;
    const { begins_at: begin, ends_at: end, words } = clock;
    const left = Math.ceil((end - now) / 1000);
    if (left > URGENT || left <= 0 || this.warned === end || end - begin <= URGENT * 1000) return;
    this.warned = end;
    alarm(`${countThings(left, "second")} left. At zero ${words}.`);
  }
}
