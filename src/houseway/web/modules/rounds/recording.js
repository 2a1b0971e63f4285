/** A completed round as it was recorded: its events, and the table and the money after each of them. */
import { asMap, cardOf, centsOf } from "../lib/facts.js";
import { cardGroups } from "../table/felt/pieces.js";
import { handsOf, roundFromView } from "../table/felt/shown-round.js";

/**
 * @typedef {{number: number, kind: string, words: string, clauses: string[], facts: Record<string, any>, view: Record<string, any>}} RecordedEvent
 * @typedef {{at: number, role: string, by: string, stand_in: string, phase: string, events: RecordedEvent[]}} RecordedCommand
 * @typedef {{through: string, title: string, is_own: boolean}} Perspective
 * @typedef {{table: string, round: number, book: string, title: string, through: string, began_at: number, ended_at: number, positions: number[],
 *   wagers: Record<string, string>, accounts: Record<string, string>, balances: Record<string, number>, perspectives: Perspective[],
 *   commands: RecordedCommand[], names: Record<string, string>}} Replay
 * @typedef {RecordedEvent & {at: number, by: string, role: string, standIn: string, phase: string, act: number}} Moment
 */

export class Recording {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    /** Every event, with its act. @type {Moment[]} */
    this.moments = replay.commands.flatMap((command, act) =>
      command.events.map((event) => ({ ...event, at: command.at, by: replay.names[command.by] ?? command.by, role: command.role, standIn: command.stand_in, phase: command.phase, act })),
    );
    /** The view after each event: the view before it, with the parts that it changed. @type {Record<string, any>[]} */
    this.views = [];
    for (const { view } of this.moments) this.views.push({ ...this.views.at(-1), ...view });
    /** What lay on the table after each event, computed once. @type {import("../table/felt/shown-round.js").ShownRound[]} */
    this.shown = this.views.map(shownFrom);
    this.ledger = [...runningBalances(replay.balances, this.moments)];
  }

  get last() {
    return this.moments.length - 1;
  }

  /** Return the balance of each account after a moment. @param {number} place @returns {Map<string, number>} */
  balancesAt(place) {
    return this.ledger[place];
  }

  /** Whether the accounts have the same sum after every event, so that no money appears or vanishes. */
  get balances() {
    return this.ledger.every((balances) => [...balances.values()].reduce((sum, cents) => sum + cents, 0) === 0);
  }

  /** The first moment of the act before or after another. @param {number} place @param {1 | -1} step */
  neighbouringAct(place, step) {
    const { act } = this.moments[place];
    const found = this.moments.findIndex((moment) => moment.act === act + step);
    if (found >= 0) return found;
    return step > 0 ? this.last : 0;
  }

  /** The parts of the round, each with its first moment. @returns {{name: string, first: number, count: number}[]} */
  get phases() {
    /** @type {{name: string, first: number, count: number}[]} */
    const found = [];
    this.moments.forEach(({ phase }, first) => {
      if (found.at(-1)?.name !== phase) found.push({ name: phase, first, count: 0 });
      /** @type {{count: number}} */ (found.at(-1)).count += 1;
    });
    return found;
  }

  /**
   * Return the moment that put a card where it lies: from then on the same card has lain there, with the same side up.
   * @param {number} place the moment at which it lies there @param {import("../table/felt/geometry.js").Layout} layout
   * @param {string} key the group of cards, as the felt names it @param {number} index its place in the group
   */
  momentOfCard(place, layout, key, index) {
    const lying = (/** @type {number} */ moment) => cardLying(layout, this.shown[moment], key, index);
    const card = lying(place);
    let first = place;
    while (first > 0 && lying(first - 1) === card) first -= 1;
    return first;
  }
}

/** @param {Record<string, any>} view @returns {import("../table/felt/shown-round.js").ShownRound} */
function shownFrom(view) {
  const faceDown = asMap(view.face_down);
  return {
    ...roundFromView(view, null),
    under: new Map([...asMap(faceDown.get("cards"))].map(([where, cards]) => [where, cards.map(cardOf)])),
    underHands: new Map([...asMap(faceDown.get("settings"))].map(([where, hands]) => [where, handsOf(asMap(hands))])),
  };
}

/** Return which card lies at a place, and whether it lies open; "" if none does. @param {import("../table/felt/geometry.js").Layout} layout @param {import("../table/felt/shown-round.js").ShownRound} shown @param {string} key @param {number} index */
function cardLying(layout, shown, key, index) {
  const group = [...cardGroups(layout, shown)].find((each) => each.key === key);
  const code = group?.codes[index];
  if (!group || code === undefined) return "";
  return code ? `open ${code}` : `down ${group.under?.[index] ?? ""}`;
}

/** @param {Record<string, number>} begin @param {Moment[]} moments @returns {Generator<Map<string, number>>} */
function* runningBalances(begin, moments) {
  let balances = new Map(Object.entries(begin));
  for (const { kind, facts } of moments) {
    if (kind === "money-moved") {
      balances = new Map(balances);
      const cents = centsOf(facts.amount);
      balances.set(facts.source, (balances.get(facts.source) ?? 0) - cents);
      balances.set(facts.target, (balances.get(facts.target) ?? 0) + cents);
    }
    yield balances;
  }
}
