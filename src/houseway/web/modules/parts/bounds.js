/** Turns values of form fields into facts within the bounds that the server sent. The server decides whether an act is legal. */
import { Refusal } from "../lib/api.js";
import { card, money } from "../lib/facts.js";

/**
 * @typedef {Record<string, any> & {kind: string, optional?: boolean, instead?: string}} Bound
 * @typedef {import("../lib/live-table.js").Option} Option
 * @typedef {Record<string, any>} Values what stands in the fields, by the name of the fact
 */

/** Return the initial value of a field, if one value is obvious. @param {Bound} bound */
export function firstValue(bound) {
  if (bound.optional) return undefined;
  if (bound.kind === "choice" && bound.choices.length === 1) return 0;
  if (bound.kind === "number") return firstNumber(bound);
  if (bound.kind === "counts" && bound.places.length === 1) return { place: 0, count: firstNumber({ ...bound, ...bound.places[0] }) };
  if (bound.kind === "several" && bound.fewest === 0) return [];
  return undefined;
}

/** Return the initial number: the least one, or the one next to the correct number, which cannot be reported. A count that may be 0 has to be typed. @param {any} range */
export function firstNumber({ least, most, right }) {
  if (right === undefined) return least > 0 ? least : undefined;
  return right + 1 <= most ? right + 1 : right - 1;
}

/** @param {Option} option @param {Values} [preset] @returns {Values} */
export function firstValues(option, preset = {}) {
  const values = Object.entries(option.bounds).map(([name, bound]) => [name, preset[name] ?? firstValue(bound)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Return the names of facts that are still missing. @param {Option} option @param {Values} values */
export function missingFacts(option, values) {
  const replaced = new Set(Object.entries(option.bounds).filter(([name, bound]) => bound.instead && values[name] !== undefined).map(([, bound]) => bound.instead));
  return Object.entries(option.bounds)
    .filter(([name, bound]) => !bound.optional && !bound.instead && !replaced.has(name) && factOf(bound, values[name]) === undefined)
    .map(([name]) => name);
}

/** Return the values of the fields as facts. @param {Option} option @param {Values} values @returns {Record<string, any>} */
export function factsOf(option, values) {
  const facts = Object.entries(option.bounds).map(([name, bound]) => [name, factOf(bound, values[name])]);
  return Object.fromEntries(facts.filter(([, fact]) => fact !== undefined));
}

/** Return a field's value as a fact; undefined if it is empty or not whole. @param {Bound} bound @param {any} value */
function factOf(bound, value) {
  if (value === undefined || value === null || value === "") return undefined;
  return READERS[bound.kind](value, bound);
}

/** @type {Record<string, (value: any, bound: Bound) => any>} */
const READERS = {
  amount: (value) => (Number.isFinite(value) ? money(value) : undefined),
  number: (value) => (Number.isInteger(value) ? value : undefined),
  choice: (value, bound) => bound.choices[value],
  flag: (value, bound) => (bound.optional && !value ? undefined : value),
  several: (value, bound) => (value.length || !bound.optional ? value : undefined),
  counts: (value, bound) => (Number.isInteger(value.count) ? { table: [[bound.places[value.place].place, value.count]] } : undefined),
  hand: (value, bound) => (value.length === bound.count ? value.map(card) : undefined),
  "entered-cards": (value, bound) => (value.length === bound.count ? value.map(card) : undefined),
  "cards-of-fact": (value) => (value.length ? value.map(card) : undefined),
  "deck-order": (value, bound) => (value.length === bound.count ? value.map(card) : undefined),
  dice: (value, bound) => (value.filter(Boolean).length === bound.count ? value : undefined),
  text: (value) => value.trim() || undefined,
  document: (value) => value.trim() || undefined,
  parts: (value, bound) => {
    const table = Object.entries(bound.parts).map(([name, part]) => [name, factOf(/** @type {Bound} */ (part), value[name])]);
    const given = table.filter(([, fact]) => fact !== undefined);
    return given.length ? { table: given } : undefined;
  },
};

/** Read a typed amount of dollars as cents; NaN if it is none, or too large to be counted. @param {string} text */
export function readDollars(text) {
  const typed = text.replace(/[$,\s]/g, "");
  const cents = /^\d+(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : NaN;
  return Number.isSafeInteger(cents) ? cents : NaN;
}

/** Read the amount of dollars that a form needs, as cents. What is none is refused before anything is sent. @param {string} text */
export function requireDollars(text) {
  const cents = readDollars(text);
  if (cents > 0) return cents;
  throw new Refusal({ code: "amount.unreadable", message: "This takes an amount of dollars", given: text, allowed: "more than 0, such as 250 or 12.50" });
}
