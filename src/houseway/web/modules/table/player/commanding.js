/** Sends the commands of one player, marks those without an answer yet, and stores the last refusal for the page. */
import { CONNECTION_LOST, Refusal } from "../../lib/api.js";
import { alarm } from "../../lib/announcer.js";
import { centsOf, money } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";
import { refusalWords, sentence } from "../../parts/clauses.js";
import { amountFor, cautionOn, cautionOnGivingUp, cautionOnLeaving, cautionOnSetting, fixedAmounts, spotsAt } from "./own-place.js";

/**
 * @typedef {import("./own-place.js").Option} Option @typedef {import("./own-place.js").Spot} Spot
 * @typedef {{round: number, position: number, before: Map<string, number>, done: boolean}} Press done: whether it was carried out
 * @typedef {{position: number, wager: string, most: number, words: string, clauses: string[]}} Caution
 * @typedef {{act: string, key: string, words: string, caution: {words: string, clauses: string[]}, go: () => void}} Doubted
 */

/** How a command that waits for a second thought is called, by its act. */
export const NOT_YET = new Map([["wager", "Not bet yet"], ["leave", "You have not left yet"], ["set-hand", "Your hand would be foul"], ["fold", "Fold this hand?"], ["surrender", "Surrender this hand?"]]);
const GIVES_UP = new Set(["fold", "surrender"]);
/** Acts of which nothing more has to be said. */
const SAYS_ALL = new Set([...GIVES_UP, "set-hand"]);
const ASK = "houseway.ask-before-fold";

/** Say what has not been done yet, or ask whether it is meant. @param {{act: string, words: string}} doubted */
export function doubtWords({ act, words }) {
  const said = NOT_YET.get(act) ?? "";
  return sentence(SAYS_ALL.has(act) ? said : `${said}: ${words}`);
}

export class Commanding {
  /** @param {() => import("../../lib/live-table.js").LiveTable | null} live @param {() => void} changed */
  constructor(live, changed) {
    this.live = live;
    this.changed = changed;
    /** Commands without an answer yet, by keys of wagers or acts, and whether each will have been carried out. @type {Map<string, Promise<boolean>>} */
    this.pending = new Map();
    /** All that is still to be sent for one press: wagers that are cleared, or made again. What is pressed meanwhile comes after it. @type {Promise<void> | null} */
    this.series = null;
    /** Presses that change a wager and are not carried out yet, also those that wait for their turn. @type {Set<Promise<boolean>>} */
    this.underWay = new Set();
    /** A command that waits for a second thought. @type {Doubted | null} */
    this.doubted = null;
    /** The last refusal, and what it concerned. @type {{verdict: string, words: string, refusal: Refusal} | null} */
    this.refused = null;
    this.asksBeforeFold = localStorage.getItem(ASK) !== "off";
    /** Whether the player has just answered another warning of the same choice. */
    this.isSure = false;
    /** What each press has changed in the round in play: how much lay on a wager before. @type {Press[]} */
    this.presses = [];
    /** Whether the last command gives up the seat. A seat that is lost in another way comes as news. */
    this.leaves = false;
  }

  /**
   * Send a command and wait until the table shows its effect. Return whether it was carried out.
   * @param {Option} option @param {Record<string, any>} facts @param {string} mark @param {string} words what it was, if it is refused
   * @param {() => void} [then] what follows once it is carried out, be it after a second thought
   */
  async send(option, facts, mark, words, then = () => {}) {
    const live = this.live();
    if (!live || this.pending.has(mark) || this.doubts(option, facts, mark, words, then)) return false;
    this.refused = null;
    this.doubted = null;
    this.leaves = option.act === "leave" && !("position" in option.facts);
    const carriedOut = Promise.resolve().then(() => this.follow(live, option, facts, mark, words, then));
    this.pending.set(mark, carriedOut);
    this.changed();
    return carriedOut;
  }

  /**
   * @param {import("../../lib/live-table.js").LiveTable} live @param {Option} option @param {Record<string, any>} facts
   * @param {string} mark @param {string} words @param {() => void} then
   */
  async follow(live, option, facts, mark, words, then) {
    try {
      const answer = await live.command(option, facts);
      await live.reach(answer.version);
      then();
      return true;
    } catch (error) {
      this.leaves = false;
      this.refuse(words, error);
      return false;
    } finally {
      this.pending.delete(mark);
      this.changed();
    }
  }

  /**
   * Whether a command waits for a second thought: a wager of whose amount the service warns, a foul setting, or leaving with money on
   * the table.
   * The same once more is meant.
   * @param {Option} option @param {Record<string, any>} facts @param {string} mark @param {string} words @param {() => void} then
   */
  doubts(option, facts, mark, words, then) {
    const isSure = this.isSure;
    this.isSure = false;
    if (isSure && GIVES_UP.has(option.act)) return false;
    const amount = centsOf(facts.amount);
    const key = `${mark} ${amount} ${JSON.stringify(facts.low ?? "")}`;
    const caution = this.cautionBefore(option, facts, amount);
    if (!caution || this.doubted?.key === key) return false;
    this.doubted = { act: option.act, key, words, caution, go: () => this.send(option, facts, mark, words, then) };
    this.refused = null;
    alarm(`${doubtWords({ act: option.act, words })} ${sentence(caution.words)} Do it again if you mean it.`);
    this.changed();
    return true;
  }

  /** Return the warning that a command deserves. A wager that will be refused deserves none. @param {Option} option @param {Record<string, any>} facts @param {number} amount */
  cautionBefore(option, facts, amount) {
    const state = this.live()?.state ?? {};
    if (option.act === "leave") return cautionOnLeaving(state, option);
    if (option.act === "set-hand") return cautionOnSetting(state, { ...option.facts, ...facts });
    if (GIVES_UP.has(option.act)) return this.asksBeforeFold ? cautionOnGivingUp(state, option) : null;
    if (option.act !== "wager" || amount > (option.bounds.amount?.most ?? Infinity)) return null;
    const caution = cautionOn(state, option.facts);
    return caution && amount > caution.most ? caution : null;
  }

  /** Forget the question whether a hand is given up: its decision is over. */
  forgetGivingUp() {
    if (this.doubted && GIVES_UP.has(this.doubted.act)) this.dismiss();
  }

  /** Ask before a hand is given up, or do not. @param {boolean} wanted */
  chooseAsking(wanted) {
    this.asksBeforeFold = wanted;
    localStorage.setItem(ASK, wanted ? "on" : "off");
    this.changed();
  }

  /** Forget a second thought that has become idle: betting is closed, or the round is over. @param {boolean} closed */
  dismissIdle(closed) {
    if (this.doubted && closed === (this.doubted.act === "wager")) this.dismiss();
  }

  /** Store a refusal, and announce it at once. @param {string} words @param {unknown} error */
  refuse(words, error) {
    if (!(error instanceof Refusal)) throw error;
    const verdict = error.code === CONNECTION_LOST ? "No connection" : "Refused";
    this.refused = { verdict, words, refusal: error };
    alarm(`${verdict}: ${words}. ${refusalWords(error)}`);
    this.changed();
  }

  dismiss() {
    if (!this.refused && !this.doubted) return;
    this.refused = null;
    this.doubted = null;
    this.changed();
  }

  /** Put chips on a wager, after those whose answer is still on its way: somebody who clicks twice wants two chips. @param {Spot} spot @param {number} chip in cents @returns {Promise<boolean>} */
  bet(spot, chip) {
    return this.track(this.series ? this.series.then(() => this.betOnTop(spot, chip)) : this.betNext(spot, chip));
  }

  /** Put chips on a wager once the command about it is answered. @param {Spot} spot @param {number} chip in cents @returns {Promise<boolean>} */
  async betNext(spot, chip) {
    const before = this.pending.get(spot.key);
    if (before) return (await before) && this.betOnTop(spot, chip);
    if (!spot.add) return false;
    const fixed = fixedAmounts(spot.add);
    const amount = fixed.length ? (fixed.find((each) => each === chip) ?? fixed[0]) : amountFor(spot.add, chip);
    return this.betAmount(spot, amount);
  }

  /** Put chips on a wager as it is offered now. @param {Spot} spot @param {number} chip in cents @returns {Promise<boolean>} */
  async betOnTop({ key, position }, chip) {
    const spot = spotsAt(this.live()?.state ?? {}, position).find((each) => each.key === key);
    return spot ? this.betNext(spot, chip) : false;
  }

  /** Bet an amount on a wager. @param {Spot} spot @param {number} amount in cents */
  betAmount(spot, amount) {
    const press = this.remember(spot.position, [[spot.key, spot.staked]], false);
    return this.track(this.place(spot, amount, () => (press.done = true)));
  }

  /** Remember that a press is under way: to undo it, it has to be over. @param {Promise<boolean>} press */
  track(press) {
    this.underWay.add(press);
    return press.finally(() => this.underWay.delete(press));
  }

  /** @param {Spot} spot @param {number} amount in cents @param {() => void} [then] */
  place(spot, amount, then) {
    if (!spot.add) return Promise.resolve(false);
    return this.send(spot.add, { amount: money(amount) }, spot.key, `${dollars(amount)} on ${spot.title}`, then);
  }

  /** Take a wager back. @param {Spot} spot */
  takeBack(spot) {
    const press = this.remember(spot.position, this.stakesAt(spot.position), false); // others may go with it
    return this.track(this.withdraw(spot, () => (press.done = true)));
  }

  /** @param {Spot} spot @param {() => void} [then] */
  withdraw(spot, then) {
    return spot.takeBack ? this.send(spot.takeBack, {}, spot.key, `taking back ${spot.title}`, then) : Promise.resolve(false);
  }

  /** Take back every wager that may be taken back, the last first. @param {number} position */
  clear(position) {
    return this.inSeries(async () => {
      this.remember(position, this.stakesAt(position)); // with what was pressed just before
      await this.oneByOne(() => {
        const spot = spotsAt(this.live()?.state ?? {}, position).findLast(({ takeBack }) => takeBack);
        return spot ? this.withdraw(spot) : null;
      });
    });
  }

  /** Make the last bets again, each as far as it is offered now. What is being cleared belongs to them. @param {number} position @param {import("./last-bets.js").LastBets | null} last */
  repeat(position, last) {
    const nothing = Object.keys(last?.bets ?? {}).map((key) => /** @type {[string, number]} */ ([key, 0]));
    this.remember(position, nothing);
    return this.inSeries(() => this.fill(position, { ...last?.bets }));
  }

  /** Bet what is wanted on wagers without chips, each as far as it is offered. @param {number} position @param {import("./last-bets.js").Bets} bets */
  fill(position, bets) {
    return this.oneByOne(() => {
      const spot = spotsAt(this.live()?.state ?? {}, position).find(({ key, add, staked }) => bets[key] && add && !staked);
      if (!spot) return null;
      const amount = bets[spot.key];
      delete bets[spot.key];
      return this.place(spot, amount);
    });
  }

  // The last press undone

  /** What lies on each wager of a position. @param {number} position @returns {[string, number][]} */
  stakesAt(position) {
    return spotsAt(this.live()?.state ?? {}, position).filter(({ staked }) => staked).map(({ key, staked }) => [key, staked]);
  }

  /** Remember a press, in the order in which they were made: the answer to one may come after the next. @param {number} position @param {[string, number][]} before @param {boolean} [done] @returns {Press} */
  remember(position, before, done = true) {
    const round = this.live()?.state.view?.round ?? 0;
    const press = { round, position, before: new Map(before), done };
    this.presses = [...this.presses.filter((each) => each.round === round), press];
    return press;
  }

  /** Whether the last press at a position can still be undone. @param {number} position */
  canUndo(position) {
    const { view } = this.live()?.state ?? {};
    return Boolean(view && !view.closed && this.presses.some((press) => press.done && press.round === view.round && press.position === position));
  }

  /** Undo the last press: a wager that has changed is taken back, and what lay there before is bet again. @param {number} position */
  undo(position) {
    const before = [...this.underWay]; // what was pressed just before belongs to it, and what is pressed from now on does not
    return this.inSeries(async () => {
      await Promise.allSettled(before);
      if (!this.canUndo(position)) return;
      const place = this.presses.findLastIndex((press) => press.done && press.position === position);
      const [press] = this.presses.splice(place, 1);
      await this.restore(position, press.before);
    });
  }

  /** Let lie on wagers what lay there before. @param {number} position @param {Map<string, number>} before */
  async restore(position, before) {
    const now = Object.fromEntries(this.stakesAt(position));
    const wanted = { ...now, ...Object.fromEntries(before) };
    const changed = Object.keys(now).filter((key) => wanted[key] !== now[key]);
    await this.oneByOne(() => {
      const spot = spotsAt(this.live()?.state ?? {}, position).find(({ key, takeBack }) => takeBack && changed.includes(key));
      changed.splice(changed.indexOf(spot?.key ?? ""), 1);
      return spot ? this.withdraw(spot) : null;
    });
    await this.fill(position, wanted);
  }

  /**
   * Do the work of one press that sends several commands, after that of the presses before it. What is pressed meanwhile comes after it.
   * @param {() => Promise<void>} work
   */
  inSeries(work) {
    const before = this.series;
    const series = (async () => {
      await Promise.allSettled([before]);
      await Promise.allSettled(this.pending.values());
      await work();
    })().finally(() => {
      if (this.series !== series) return;
      this.series = null;
      this.changed();
    });
    this.series = series;
    return series;
  }

  /**
   * Send several commands, until there is none left or one was not carried out. The table may show what a command did before its answer
   * is there, so each waits for the answers to those before it: a wager that is made again in this moment would be taken for one that is
   * still to be cleared.
   * @param {() => Promise<boolean> | null} next
   */
  async oneByOne(next) {
    let goesOn = true;
    while (goesOn) {
      await Promise.allSettled(this.pending.values());
      goesOn = (await next()) ?? false;
    }
  }
}
