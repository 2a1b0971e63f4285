/** A live table over its WebSocket: connects, resumes after a lost connection, and sends commands. See docs/feed.md. */
import { ACCOUNT_CHANGED, CONNECTION_LOST, Refusal, newCommandId } from "./api.js";

/**
 * @typedef {{act: string, words: string, clauses: string[], facts: Record<string, any>, bounds: Record<string, any>, meaning: string}} Option
 * @typedef {{number: number, kind: string, words: string, facts: Record<string, any>, clauses: string[], stand_in?: string, announced?: boolean, skip?: boolean, at?: number}} TableEvent
 * @typedef {"connecting" | "live" | "lost" | "ended"} Connection
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Milliseconds in which a live connection is heard at least once, because it is asked for a sign of life as often. */
const BEAT = 10_000;

const NO_SUCH_TABLE = 4404;
const STOPPED = 4503;
/** The refusal of a table that a fault has stopped. */
const FROZEN = "house.frozen";

/** Why money moves between a table and the accounts of its players. */
const WITH_ACCOUNTS = ["buy-in", "cash-out"];

/** Codes with which a connection ends for good, and why. */
const ENDINGS = new Map([
  [4401, "Your session has ended. Sign in again to go on."],
  [4403, "You may not take part at this table in that way."],
  [NO_SUCH_TABLE, "There is no such table."],
  [STOPPED, "This table has stopped."],
]);

/**
 * The state of one table for one person. It fires `changed` after each message (detail: the events that came), `refused` for a
 * message that could not be read, and `notice` for words to everybody.
 */
export class LiveTable extends EventTarget {
  /** @param {string} table @param {"player" | "dealer" | "floor" | "watch"} capacity */
  constructor(table, capacity) {
    super();
    this.table = table;
    this.capacity = capacity;
    /** All sections of the last snapshot, with the updates since. @type {Record<string, any>} */
    this.state = {};
    /** The number of the last event. @type {number | null} */
    this.number = null;
    /** The last events, oldest first. @type {TableEvent[]} */
    this.events = [];
    /** @type {Connection} */
    this.connection = "connecting";
    this.attempt = 0;
    /** When the next attempt to reconnect begins, by this machine's clock, in milliseconds. */
    this.triesAt = 0;
    /** Why the connection ended for good. */
    this.ending = "";
    /** Whether signing in, or another account, might help. */
    this.mayComeBack = true;
    /** Why nothing of the table can be shown, if a fault has stopped it. */
    this.fault = "";
    /** The house's clock minus this machine's, in milliseconds. */
    this.clockOffset = 0;
    /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Refusal) => void}>} */
    this.waiting = new Map();
    /** What the player adds to the chance of the rounds. @type {import("../table/player/contribution.js").Contribution | null} */
    this.contribution = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    /** Whether something came since the last beat. */
    this.heard = true;
    /** @type {number | undefined} */
    this.pulse = undefined;
    this.comeOnline = () => this.connection === "lost" && this.tryNow();
  }

  /** The time of the house now, in milliseconds. */
  now() {
    return Date.now() + this.clockOffset;
  }

  connect() {
    this.drop();
    this.heard = true;
    this.pulse ??= window.setInterval(() => this.beat(), BEAT);
    addEventListener("online", this.comeOnline);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", as: this.capacity, ...(this.number === null ? {} : { last: this.number }) }));
    socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    socket.onclose = (closing) => this.lose(closing.code);
  }

  /** Notice a connection that has died without a word, as they do when a machine sleeps: nothing came since the last beat. */
  beat() {
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) return;
    if (!this.heard) {
      this.drop();
      this.lose(0);
    } else if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: "ping" }));
    this.heard = false;
  }

  /** Reconnect at once, without waiting. */
  tryNow() {
    clearTimeout(this.timer);
    this.connect();
  }

  close() {
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.pulse = undefined;
    removeEventListener("online", this.comeOnline);
    this.connection = "ended";
    this.drop();
  }

  /** Listen no longer to the connection there was. */
  drop() {
    if (this.socket) this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket?.close();
    this.socket = null;
  }

  /** Take part in another capacity, from a fresh snapshot. @param {"player" | "dealer" | "floor" | "watch"} capacity */
  changeCapacity(capacity) {
    this.close();
    this.capacity = capacity;
    this.number = null;
    this.connection = "connecting";
    this.connect();
  }

  /** @param {number} code */
  lose(code) {
    const lost = new Refusal({ code: CONNECTION_LOST, message: "The connection was lost before the answer came." });
    for (const { reject } of this.waiting.values()) reject(lost);
    this.waiting.clear();
    this.ending = ENDINGS.get(code) ?? "";
    this.mayComeBack = ![NO_SUCH_TABLE, STOPPED].includes(code);
    this.connection = this.ending ? "ended" : "lost";
    if (!this.ending) {
      this.attempt += 1;
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.attempt - 1));
      this.triesAt = Date.now() + wait;
      this.timer = window.setTimeout(() => this.connect(), wait);
    }
    this.changed([]);
  }

  /** @param {any} message */
  receive(message) {
    this.heard = true;
    if (message.at) this.clockOffset = message.at - Date.now();
    if (message.type === "snapshot") this.takeSnapshot(message);
    else if (message.type === "update") this.takeUpdate(message);
    else if (message.type === "meters") this.takeMeters(message);
    else if (["answer", "preview", "advice"].includes(message.type)) this.takeAnswer(message);
    else if (message.type === "options") this.takeAnswer({ ...message, id: `options:${message.part}`, ok: true });
    else if (message.type === "notice") this.dispatchEvent(new CustomEvent("notice", { detail: message.words }));
    else if (message.type === "error" && message.error.code === FROZEN) this.fault = message.error.message;
    else if (message.type === "error") this.dispatchEvent(new CustomEvent("refused", { detail: new Refusal(message.error) }));
  }

  /** @param {any} message */
  takeSnapshot({ type, number, announcements = [], ...sections }) {
    this.state = sections;
    this.number = number;
    this.events = announcements;
    this.comeAlive([]);
  }

  /** @param {any} message */
  takeUpdate({ type, from, to, events, view, own, names, ...sections }) {
    Object.assign(this.state, sections);
    if (view) this.state.view = { ...this.state.view, ...view };
    if (own !== undefined) this.state.own = own;
    if (names) this.state.names = { ...this.state.names, ...names };
    this.number = to;
    /** @type {TableEvent[]} */
    const known = events.filter((/** @type {TableEvent} */ event) => !event.skip);
    this.events = [...this.events, ...known].slice(-200);
    this.comeAlive(known);
    if (known.some(({ kind, facts }) => kind === "money-moved" && WITH_ACCOUNTS.includes(facts.reason))) dispatchEvent(new CustomEvent(ACCOUNT_CHANGED));
  }

  /** @param {any} message */
  takeMeters({ meters }) {
    this.state.meters = meters;
    this.changed([]);
  }

  /** @param {any} answer */
  takeAnswer(answer) {
    if (answer.snapshot) this.takeSnapshot(answer.snapshot);
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.ok) waiting?.resolve(answer);
    else waiting?.reject(new Refusal(answer.error));
    this.changed([]);
  }

  /** @param {TableEvent[]} events */
  comeAlive(events) {
    this.connection = "live";
    this.attempt = 0;
    this.changed(events);
  }

  /** @param {TableEvent[]} events */
  changed(events) {
    this.dispatchEvent(new CustomEvent("changed", { detail: events }));
  }

  /** Whether a command waits for its answer. */
  get pending() {
    return this.waiting.size > 0;
  }

  /**
   * Send a command and wait until it is durable. A refused command rejects with a Refusal.
   * @param {Option} option one of the options that the table sent @param {Record<string, any>} [facts] the facts that its bounds leave open
   * @param {string} [id] the same one if it is sent again because no answer came
   */
  command(option, facts = {}, id = newCommandId()) {
    return this.ask({ type: "command", id, act: option.act, facts: { ...option.facts, ...facts }, meaning: option.meaning });
  }

  /** Ask what a command would lead to. Nothing is changed. @param {Option} option @param {Record<string, any>} [facts] */
  preview(option, facts = {}) {
    return this.ask({ type: "preview", id: newCommandId(), act: option.act, facts: { ...option.facts, ...facts }, meaning: option.meaning });
  }

  /**
   * Ask for advice on the player's own decision. The request is recorded. See docs/service.md#advice
   * @param {"house-way" | "expectation"} about @param {number} position 0 for somebody without a seat @returns {Promise<any>}
   */
  advise(about, position) {
    return this.ask({ type: "advice", id: newCommandId(), about, position: position || null });
  }

  /** Wait until the table has reached a number, such as the version of an answer. @param {number} number @returns {Promise<void>} */
  reach(number) {
    if (this.number !== null && this.number >= number) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (this.connection === "live" && (this.number ?? 0) < number) return;
        this.removeEventListener("changed", look);
        resolve();
      };
      this.addEventListener("changed", look);
    });
  }

  /** Ask for options that are sent on request. @param {"rulings" | "corrections"} part @returns {Promise<{options: Option[]}>} */
  requestOptions(part) {
    return this.ask({ type: "options", part }, `options:${part}`);
  }

  /** @param {any} message @param {string} [id] @returns {Promise<any>} */
  ask(message, id = message.id) {
    if (this.connection !== "live" || this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refusal({ code: CONNECTION_LOST, message: "There is no connection to the table now. Nothing was sent." }));
    }
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket?.send(JSON.stringify(message));
      this.changed([]);
    });
  }
}
