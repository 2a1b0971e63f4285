/** What a player's choices in the last round were worth, in a quiet line of its result, if he wants to know. */
import { announce } from "../../lib/announcer.js";
import { capital } from "../../lib/act-words.js";
import { get } from "../../lib/api.js";
import { dollars } from "../../lib/format.js";
import { whenCounted } from "../player/requesting-advice.js";

/**
 * @typedef {import("./advice-box.js").AdvisedChoice} AdvisedChoice
 * @typedef {{words: string, chosen: string, counts: boolean, why_not: string, choices: AdvisedChoice[], cost_cents: {decimal: string} | null}} Weighed
 * @typedef {{round: number, decisions: Weighed[], counted: number, best: number, cost_cents: {decimal: string}}} RoundHindsight
 */

const CHOSEN = "houseway.hindsight";

export class LookingBack {
  /** @param {import("./station.js").Station} station */
  constructor(station) {
    this.station = station;
    /** What he has chosen, at every table; "" if nothing yet: then he is told at tables with practice. */
    this.chosen = localStorage.getItem(CHOSEN) ?? "";
    /** The round that was looked at last, and what is said of it. */
    this.round = 0;
    this.words = "";
  }

  get isWanted() {
    return this.chosen ? this.chosen === "on" : Boolean(this.station.state.settings?.practice);
  }

  /** @param {boolean} wanted */
  choose(wanted) {
    this.chosen = wanted ? "on" : "off";
    localStorage.setItem(CHOSEN, this.chosen);
    this.look();
  }

  /** Look back at the round whose result is shown. */
  async look() {
    const { live, result } = this.station;
    if (!this.isWanted || !live || !result || result.void || this.round === result.round) return this.station.requestUpdate();
    const { round } = result;
    this.round = round;
    this.words = "";
    const path = `/api/tables/${encodeURIComponent(live.table)}/rounds/${round}/hindsight`;
    const found = await whenCounted(() => get(path), () => {}).catch(() => null); // without an answer the line is left out
    if (!found || this.station.result?.round !== round) return undefined;
    this.words = hindsightWords(found);
    if (this.words && this.isWanted) announce(this.words);
    return this.station.requestUpdate();
  }

  /** What is said of the round whose result is shown; "" if nothing is. */
  get line() {
    return this.isWanted && this.station.result?.round === this.round ? this.words : "";
  }
}

/** Say what a round's choices cost. @param {RoundHindsight} found */
export function hindsightWords({ decisions, counted, best, cost_cents: sum }) {
  if (!counted) return "";
  if (best === counted) return counted === 1 ? "You chose best." : "You chose best each time.";
  const costly = decisions.filter((each) => each.counts && centsOf(each.cost_cents)).sort((a, b) => centsOf(b.cost_cents) - centsOf(a.cost_cents));
  const [worst] = costly;
  const said = `${capital(worst.chosen)} ${worst.words === "setting the hand" ? "" : `${worst.words} `}was worth ${lessWords(worst.cost_cents)} less than ${worst.choices[0].words}.`;
  return costly.length > 1 ? `${said} All choices together cost ${lessWords(sum)}.` : said;
}

/** @param {{decimal: string} | null} exact */
const centsOf = (exact) => Number(exact?.decimal ?? 0);

/** @param {{decimal: string} | null} exact */
const lessWords = (exact) => (Math.round(centsOf(exact)) ? dollars(Math.round(centsOf(exact))) : "less than a cent");
