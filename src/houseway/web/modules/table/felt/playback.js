/**
 * Shows a round at a pace that people can follow. A turn of the program may turn over every hand, settle every wager and begin the
 * next round in one message; the felt plays such a message event by event, and ends at the current view.
 */
import { pace } from "../speed.js";
import { applyEvent, roundFromView } from "./shown-round.js";

/** @typedef {import("../../lib/live-table.js").TableEvent} TableEvent */
/** @typedef {{events: TableEvent[], pause: number}} Beat */

const SHOWDOWN = 9000;
const LONGEST_PAUSE = 900;
const LINGER = 4500;
/** How long the end of a round stays at least, however fast the felt shows it. */
const SHORTEST_LINGER = 2500;

export class Playback extends EventTarget {
  /** @param {import("../../lib/live-table.js").LiveTable} live */
  constructor(live) {
    super();
    this.live = live;
    /** @type {import("./shown-round.js").ShownRound | null} */
    this.shown = null;
    /** @type {Beat[]} */
    this.beats = [];
    /** The number of the last event that is shown; later ones would give away how the round ends. */
    this.number = Infinity;
    /** The timer of the next step; 0 if the current view is shown. */
    this.timer = 0;
    live.addEventListener("changed", (event) => this.take(/** @type {CustomEvent} */ (event).detail));
    this.take([]); // the first message may have arrived already
  }

  /** Whether a round that is over is still being shown. */
  get busy() {
    return this.timer !== 0;
  }

  /** Wait until a round that is over has been shown to its end. */
  async settled() {
    while (this.beats.length) await new Promise((resolve) => this.addEventListener("shown", resolve, { once: true }));
  }

  /** The events that have been played. */
  get events() {
    return this.live.events.filter((event) => event.number <= this.number);
  }

  /** @param {TableEvent[]} events */
  take(events) {
    if (!this.live.state.view) return;
    const ended = events.findIndex((event) => event.kind === "round-ended");
    if (this.shown && ended >= 0 && !document.hidden) this.play(events.slice(0, ended));
    else if (!this.busy || this.isOvertaken(events)) this.rest(events);
  }

  /** Whether play has gone on so far that the last round need not be shown any longer. @param {TableEvent[]} events */
  isOvertaken(events) {
    const mine = this.live.state.own?.positions ?? [];
    return events.some(({ kind, facts }) => kind === "betting-closed" || (kind === "wager-placed" && (!this.beats.length || mine.includes(facts.position))));
  }

  /** Show the current view. @param {TableEvent[]} events the events that have led there */
  rest(events) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.beats = [];
    this.number = Infinity;
    this.shown = roundFromView(this.live.state.view, this.live.state.own);
    this.tell(events);
  }

  /** @param {TableEvent[]} events */
  play(events) {
    clearTimeout(this.timer);
    for (const beat of this.beats) beat.events.forEach((event) => this.shown && applyEvent(this.shown, event));
    this.beats = pace() ? beatsOf(events) : [{ events, pause: 0 }];
    this.step();
  }

  step() {
    const beat = this.beats.shift();
    if (!this.shown || !beat) return this.linger();
    for (const event of beat.events) applyEvent(this.shown, event);
    this.number = beat.events.at(-1)?.number ?? this.number;
    this.shown = { ...this.shown };
    this.tell(beat.events);
    this.timer = window.setTimeout(() => this.step(), beat.pause * pace());
  }

  linger() {
    if (this.shown) this.shown = { ...this.shown, over: true };
    this.number = Infinity;
    this.tell([]);
    this.timer = window.setTimeout(() => this.rest([]), Math.max(SHORTEST_LINGER, LINGER * pace()));
  }

  /** @param {TableEvent[]} events */
  tell(events) {
    this.dispatchEvent(new CustomEvent("shown", { detail: events }));
  }
}

/** Divide events into beats: each hand that is turned over begins one, and so does the settlement that follows it. @param {TableEvent[]} events @returns {Beat[]} */
function beatsOf(events) {
  /** @type {TableEvent[][]} */
  const groups = [[]];
  let settling = false;
  for (const event of events) {
    const reveals = Boolean(event.facts?.cards || event.facts?.high);
    const settles = event.kind === "wager-settled" || event.kind === "money-moved";
    if (reveals || (settles && !settling)) groups.push([]);
    if (reveals || settles) settling = settles;
    groups[groups.length - 1].push(event);
  }
  const pause = Math.min(LONGEST_PAUSE, SHOWDOWN / groups.length);
  return groups.filter((group) => group.length).map((group) => ({ events: group, pause }));
}
