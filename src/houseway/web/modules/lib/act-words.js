/** The server's words for acts, facts and choices, applied to one table and its people. */
import { get } from "./api.js";
import { asMap, cardOf } from "./facts.js";
import { dollars } from "./format.js";

/**
 * @typedef {import("./live-table.js").Option} Option
 * @typedef {{group: string, title: string, done: string, facts: Record<string, string>}} ActEntry
 * @typedef {{groups: Record<string, string>, acts: Record<string, ActEntry>, facts: Record<string, string>, values: Record<string, string>}} Vocabulary
 */

/** @type {Promise<Vocabulary> | undefined} */
let asked;

/** Return the vocabulary of the server, which is fetched once. @returns {Promise<Vocabulary>} */
export function loadVocabulary() {
  asked ??= get("/api/acts");
  return asked;
}

/** Facts whose numbers are positions at the table. */
const PLACES = new Set(["position", "seat", "first", "place", "standing", "hands", "exposed"]);

/** Return a name as people say it. @param {string} name */
const spoken = (name) => name.replaceAll("-", " ");

/** Return words with a capital at first. @param {string} words */
export const capital = (words) => words && words[0].toUpperCase() + words.slice(1);

export class ActWords {
  /** @param {Vocabulary} vocabulary @param {Record<string, any>} [state] the state of a live table */
  constructor(vocabulary, state = {}) {
    this.vocabulary = vocabulary;
    this.names = state.names ?? {};
    this.seats = asMap(state.view?.seats);
    this.wagers = state.table?.wagers ?? {};
    /** The rule book of the table. @type {string} */
    this.book = state.table?.book ?? "";
  }

  /** @param {string} act */
  title(act) {
    return this.vocabulary.acts[act]?.title ?? capital(spoken(act));
  }

  /** Return what is announced after a step, such as "Shuffled". @param {string} act */
  done(act) {
    return this.vocabulary.acts[act]?.done || this.title(act);
  }

  /** @param {string} act */
  group(act) {
    return this.vocabulary.acts[act]?.group ?? "table";
  }

  /** @param {string} act @param {string} fact */
  label(act, fact) {
    return this.vocabulary.acts[act]?.facts[fact] ?? this.vocabulary.facts[fact] ?? capital(spoken(fact));
  }

  /** Return the name of whoever sits at a position; "" for nobody. @param {number} position */
  player(position) {
    const id = this.seats.get(position);
    return id === undefined ? "" : (this.names[id] ?? id);
  }

  /** Return a place in words: "Seat 2, Ann", "Dealer", "the board". @param {number | string} place */
  place(place) {
    if (typeof place === "string") return capital(this.vocabulary.values[place] ?? spoken(place));
    if (place === 0) return "Dealer";
    const player = this.player(place);
    return player ? `Seat ${place}, ${player}` : `Seat ${place}`;
  }

  /** Return the value of a fact in words. @param {string} fact @param {any} value @returns {string} */
  value(fact, value) {
    if (Array.isArray(value)) return value.map((part) => this.value(fact, part)).join(", ");
    if (typeof value === "boolean") return value ? "on" : "off";
    if (typeof value === "number") return PLACES.has(fact) ? this.place(value) : String(value);
    if (value?.cents !== undefined) return dollars(value.cents);
    if (value?.card !== undefined) return cardOf(value);
    return this.text(fact, String(value));
  }

  /** @param {string} fact @param {string} text */
  text(fact, text) {
    if (fact === "wager" || fact === "wagers") return this.wagers[text] ?? spoken(text);
    if (fact === "clause") return text;
    if (fact === "meter") return `the ${text.slice(text.lastIndexOf("/") + 1)} meter`.replace("meter meter", "meter");
    if (text.startsWith("seat:")) return this.place(Number(text.slice(5)));
    return this.vocabulary.values[text] ?? spoken(text);
  }

  /** Say which of several options of one act this is, by its settled facts: "Seat 2, Ann", "round 3". @param {Option} option */
  detail(option) {
    return Object.entries(option.facts).map(([fact, value]) => this.factDetail(option.act, fact, value)).join(", ");
  }

  /** @param {string} act @param {string} fact @param {any} value */
  factDetail(act, fact, value) {
    const words = this.value(fact, value);
    return typeof value === "number" && !PLACES.has(fact) ? `${this.label(act, fact).toLowerCase()} ${words}` : words;
  }
}
