/**
 * Matches typed commands against the options of the table: words, act, settled facts and bounds. It knows no game.
 */
import { card, centsOf, money } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";

/**
 * @typedef {import("../player/own-place.js").Option} Option
 * @typedef {{option: Option, facts: Record<string, any>}} Meant
 * @typedef {{option: Option, facts: Record<string, any> | null}} Read an option with the facts that were typed, if they were understood
 */

/** Words before a value that name no option: "sit at position 5", "bet ante with $25". */
const FILLERS = new Set(["at", "position", "seat", "with"]);
/** Words after which a number is a position. A number alone is none: it may be an amount, or a number that one bets on. */
const BEFORE_POSITION = new Set(["at", "position", "seat"]);

/** So many options are named at once; more are a list. */
const FEW = 6;

/** A typed command that cannot be carried out. */
export class NotUnderstood extends Error {}

/** @param {string} text */
const tokensOf = (text) => text.toLowerCase().replaceAll(",", "").replace(/(\d)\s*[x×]\b/g, "$1x").split(/\s+/).filter(Boolean);

/** @param {Option} option */
const vocabularyOf = ({ words, act, facts }) => new Set([...tokensOf(words), ...tokensOf(act.replaceAll("-", " ")), ...Object.entries(facts).filter(([name]) => name !== "position").flatMap(([, fact]) => tokensOf(String(fact).replaceAll(/[-:]/g, " "))), ...("position" in facts ? FILLERS : [])]);

/** Return how many of the first words name an option. @param {string[]} tokens @param {Option} option */
function countNaming(tokens, option) {
  const known = [...vocabularyOf(option)];
  const names = (/** @type {string} */ token) => known.some((word) => word === token || (token.length > 2 && !/\d/.test(token) && word.startsWith(token)));
  const isPosition = (/** @type {string} */ token, /** @type {number} */ place) => BEFORE_POSITION.has(tokens[place - 1]) && token === String(option.facts.position);
  const first = tokens.findIndex((token, place) => !names(token) && !isPosition(token, place));
  return first === -1 ? tokens.length : first;
}

/** Return the option and facts that were meant. @param {string} text @param {Option[]} options @returns {Meant} */
export function matchCommand(text, options) {
  const tokens = tokensOf(text);
  const named = options.map((option) => ({ option, count: countNaming(tokens, option) })).filter(({ count }) => count);
  const most = Math.max(0, ...named.map(({ count }) => count));
  const best = named.filter(({ count }) => count === most);
  if (!best.length) throw new NotUnderstood(`No option is called “${text}” now. ${possibleWords(options)}`);
  const read = best.map(({ option }) => readValues(option, tokens.slice(most)));
  const possible = read.filter(({ facts }) => facts);
  if (!possible.length) throw new NotUnderstood(problemOf(best.map(({ option }) => option), tokens.slice(most), options));
  const literal = possible.filter(({ option }) => beginsWith(option, tokens.slice(0, most)));
  const whole = literal.length === 1 ? literal : possible;
  const shortest = whole.sort((one, other) => vocabularyOf(one.option).size - vocabularyOf(other.option).size);
  if (shortest.length > 1 && (vocabularyOf(shortest[0].option).size === vocabularyOf(shortest[1].option).size || !isNamed(shortest[0].option, tokens.slice(0, most), options))) {
    throw new NotUnderstood(`That may mean ${whole.map(({ option }) => usageOf(option, options)).join("; or ")}. Say more.`);
  }
  return { option: shortest[0].option, facts: shortest[0].facts ?? {} };
}

/** Whether an option is called by words that begin with those that were typed: "leave" is the table, and no single position. @param {Option} option @param {string[]} tokens */
const beginsWith = ({ words }, tokens) => tokens.every((token, place) => tokensOf(words)[place] === token);

/** Whether the words name an option itself, and not only its act: "bet" alone names no wager. @param {Option} option @param {string[]} tokens @param {Option[]} options */
function isNamed(option, tokens, options) {
  const alike = options.filter(({ act }) => act === option.act);
  return tokensOf(option.words).every((word) => tokens.includes(word)) || tokens.some((token) => !alike.every((each) => countNaming([token], each)));
}

/** Say what is possible instead, if that is little. @param {Option[]} options */
function possibleWords(options) {
  if (!options.length) return "There is nothing for you to do now; type help for what you can ask.";
  return options.length > FEW ? "Type options for a list, or help." : `You may: ${options.map((option) => usageOf(option, options)).join("; ")}. Type help for more.`;
}

/** Say what was not understood or is no choice, and how the options that may be meant are typed. @param {Option[]} meant @param {string[]} left @param {Option[]} options */
function problemOf(meant, left, options) {
  const isChoice = meant.every(({ bounds }) => Object.values(bounds).some(({ kind }) => kind === "choice"));
  const wrong = left.length ? `“${left.join(" ")}” ${isChoice ? "is not possible now" : "was not understood"}. ` : "";
  return `${wrong}Type it as: ${meant.map((option) => usageOf(option, options)).join("; or ")}.`;
}

/** Read the facts that the bounds of an option leave open. @param {Option} option @param {string[]} tokens @returns {Read} */
function readValues(option, tokens) {
  const left = [...tokens];
  /** @type {Record<string, any>} */
  const facts = {};
  for (const [name, bound] of Object.entries(option.bounds)) {
    if (bound.optional) continue;
    const fact = readValue(bound, left);
    if (fact === undefined) return { option, facts: null };
    facts[name] = fact;
  }
  return { option, facts: left.length ? null : facts };
}

/** Read one fact from the front of the words. @param {any} bound @param {string[]} left */
function readValue(bound, left) {
  while (FILLERS.has(left[0]) && bound.kind !== "text") left.shift();
  if (bound.kind === "amount") return readAmount(left);
  if (bound.kind === "choice") return readChoice(bound, left);
  if (bound.kind === "number") return /^\d+$/.test(left[0] ?? "") ? Number(left.shift()) : undefined;
  if (bound.kind === "flag") return readFlag(left);
  if (bound.kind === "hand") return readCards(left);
  if (bound.kind === "text") return left.splice(0).join(" ") || undefined;
  return undefined;
}

/** @param {string[]} left */
function readAmount(left) {
  const found = /^\$?(\d+(?:\.\d{1,2})?)$/.exec(left[0] ?? "");
  if (!found) return undefined;
  left.shift();
  return money(Math.round(Number(found[1]) * 100));
}

/** Find a choice by its value, by a digit of its words ("4x" for "4 times"), or because it is the only one. @param {any} bound @param {string[]} left */
function readChoice(bound, left) {
  const [word] = left;
  if (word === undefined) return bound.choices.length === 1 ? bound.choices[0] : undefined;
  const multiple = /^(\d+)x$/.exec(word)?.[1];
  const index = bound.choices.findIndex((/** @type {any} */ choice, /** @type {number} */ place) =>
    multiple ? bound.words?.[place]?.split(" ").includes(multiple) || (multiple === "1" && /as much/.test(bound.words?.[place] ?? "")) : (choice.cents === undefined ? String(choice) : String(centsOf(choice) / 100)) === word.replace("$", ""));
  if (index === -1) return undefined;
  left.shift();
  return bound.choices[index];
}

/** @param {string[]} left */
function readFlag(left) {
  const word = left.shift() ?? "";
  if (["yes", "on", "true"].includes(word)) return true;
  return ["no", "off", "false"].includes(word) ? false : undefined;
}

/** @param {string[]} left @returns {{card: string}[] | undefined} */
export function readCards(left) {
  const codes = left.map((word) => (/^(jk|joker)$/.test(word) ? "Jk" : /^(10|[2-9tjqka])[shdc]$/.test(word) ? word.slice(0, -1).replace("10", "t").toUpperCase() + word.at(-1) : ""));
  if (!codes.length || codes.includes("")) return undefined;
  left.splice(0);
  return codes.map(card);
}

/** Describe how an option is typed, with its position if another one has the same words. @param {Option} option @param {Option[]} options */
export function usageOf(option, options) {
  const open = Object.entries(option.bounds).filter(([, { optional }]) => !optional).map(([name, bound]) => `${name === "position" ? "at position " : ""}${boundWords(bound)}`);
  const isAlike = options.some(({ words, facts }) => words === option.words && facts.position !== option.facts.position);
  return [option.words, ...(isAlike ? [`at position ${option.facts.position}`] : []), ...open].join(" ");
}

/** @param {any} bound */
function boundWords(bound) {
  if (bound.kind === "amount") return amountWords(bound);
  if (bound.kind === "choice") return bound.choices.map((/** @type {any} */ choice, /** @type {number} */ index) => (choice.cents === undefined ? String(choice) : dollars(centsOf(choice))) + (bound.words?.[index] ? ` (${bound.words[index]})` : "")).join(" or ");
  if (bound.kind === "number") return `with a number from ${bound.least} to ${bound.most}`;
  if (bound.kind === "hand") return "with two cards, such as As Kd";
  return bound.kind === "flag" ? "on or off" : "";
}

/** @param {{least: number, most?: number}} bound in cents */
function amountWords({ least, most }) {
  if (most === undefined) return `with at least ${dollars(least)}`;
  return least === 1 ? `with up to ${dollars(most)}` : `with ${dollars(least)} to ${dollars(most)}`;
}
