/** Advice that a player asks for, and the warning before a choice that is worth less than another. */
import { Refusal } from "../../lib/api.js";
import { announce } from "../../lib/announcer.js";
import { decisionsAt } from "../player/own-place.js";
import { requestAdvice } from "../player/requesting-advice.js";
import { advisedChoice, worth } from "./advice-box.js";

/** @typedef {import("./advice-box.js").Advice} Advice @typedef {import("./advice-box.js").AdvisedChoice} AdvisedChoice @typedef {import("../player/own-place.js").Option} Option */

/** Decisions on which the service gives advice. */
const ADVISED = new Set(["set-hand", "check", "play", "fold"]);
const WARN = "houseway.warn";
/** How many choices are said with their worth. */
const SAID = 3;

export class Advising {
  /** @param {import("./station.js").Station} station */
  constructor(station) {
    this.station = station;
    /** @type {Advice | null} */
    this.advice = null;
    /** The advice that has been requested. @type {"" | "house-way" | "expectation"} */
    this.asking = "";
    /** How far the computation of the requested advice is, if it takes long. @type {import("../player/requesting-advice.js").Job | null} */
    this.job = null;
    /** Whether the decision was over before its values were counted. */
    this.isLate = false;
    /** @type {{choice: AdvisedChoice, best: AdvisedChoice, go: () => void} | null} */
    this.doubt = null;
    /** The decision that is due, and the number of the table's event since which it is. */
    this.decision = "";
    this.since = 0;
    this.warns = localStorage.getItem(WARN) === "on";
  }

  /** @param {Option[]} decisions */
  mayBeAsked(decisions) {
    return decisions.some(({ act }) => ADVISED.has(act));
  }

  /** Look after a message of the table whether another decision is due: what was said of the last one is over, whoever has made it. */
  look() {
    const { state, position, live } = this.station;
    const decision = JSON.stringify(decisionsAt(state, position).map(({ act, meaning }) => [position, act, meaning]));
    if (decision === this.decision) return;
    this.decision = decision;
    this.since = live?.number ?? 0;
    if (this.advice || this.doubt) this.drop();
    this.station.commands.forgetGivingUp();
  }

  /** @param {"house-way" | "expectation"} about */
  async ask(about) {
    if (this.asking || !this.station.live) return;
    this.drop();
    this.asking = about;
    try {
      this.take(await requestAdvice(this.station.live, about, this.station.position, (job) => this.follow(job)));
    } catch (error) {
      this.isLate = this.job !== null && error instanceof Refusal && error.code === "advice.not-due";
      if (this.isLate) announce("Your decision was over before its values were counted.");
      else this.station.commands.refuse(about === "house-way" ? "the house way" : "what each choice is worth", error);
    } finally {
      this.asking = "";
      this.job = null;
      this.station.requestUpdate();
    }
  }

  /** @param {import("../player/requesting-advice.js").Job} job */
  follow(job) {
    if (!this.job) announce("What each choice is worth is being counted. You may decide before.");
    this.job = job;
    this.station.requestUpdate();
  }

  /** Show advice, unless it is on a decision that was made while it was on its way. @param {Advice} advice */
  take(advice) {
    if (advice.number < this.since || advice.position !== this.station.position) return;
    this.advice = advice;
    const [best] = advice.choices;
    if (advice.about === "house-way" && best.facts.low) this.station.low = new Set(best.facts.low.map((/** @type {any} */ fact) => fact.card));
    announce(advice.about === "house-way" ? `House way: ${best.words}.` : `Best: ${advice.choices.slice(0, SAID).map((choice) => `${choice.words}, worth ${worth(choice)}`).join("; ")}.`);
  }

  drop() {
    this.advice = null;
    this.doubt = null;
    this.isLate = false;
    this.station.requestUpdate();
  }

  /** @param {boolean} wanted */
  chooseWarnings(wanted) {
    this.warns = wanted;
    localStorage.setItem(WARN, wanted ? "on" : "off");
    this.station.requestUpdate();
  }

  /** Carry out a choice; first warn if it is worth less than the best and warnings are on. @param {Option} option @param {Record<string, any>} facts @param {() => any} go */
  async afterDoubt(option, facts, go) {
    if (!this.warns || !this.station.state.settings?.practice || !ADVISED.has(option.act)) return this.goOn(go);
    if (this.advice?.about !== "expectation") await this.ask("expectation");
    if (!this.isOpen(option)) return undefined;
    const choice = advisedChoice(this.advice, option.act, facts);
    const best = this.advice?.choices[0];
    if (!choice || !best || Number(choice.cost?.decimal ?? 0) === 0) return this.goOn(go);
    this.doubt = { choice, best, go: () => this.goOn(() => this.asSure(go)) };
    this.station.requestUpdate();
  }

  /** Carry out a choice after a warning, without another one. @param {() => any} go */
  asSure(go) {
    this.station.commands.isSure = true;
    return go();
  }

  /** Whether a decision is still to be made. Counting takes a while, and a clock or a second press may have made it. @param {Option} option */
  isOpen({ act, meaning }) {
    const { state, position } = this.station;
    return decisionsAt(state, position).some((each) => each.act === act && each.meaning === meaning);
  }

  /** @param {() => any} go */
  goOn(go) {
    this.drop();
    return go();
  }
}
