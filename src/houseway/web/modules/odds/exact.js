/** Shows exact numbers as decimals; the title has the fraction itself. */
import { html } from "../../vendor/lit/index.js";

/** @typedef {{exact: string, decimal: string}} Exact */

const MINUS = "−";

/** @param {Exact} number @param {number} [places] @param {boolean} [signed] */
export function percent(number, places = 4, signed = false) {
  const value = Number(number.decimal) * 100;
  const text = Math.abs(value).toFixed(places);
  return `${value < 0 ? MINUS : signed ? "+" : ""}${text}%`;
}

/** Draw a percentage with its fraction as a title. @param {Exact} number @param {number} [places] @param {boolean} [signed] */
export const exactPercent = (number, places = 4, signed = false) => html`<span title=${number.exact}>${percent(number, places, signed)}</span>`;

/** Say how often something happens: "1 in 30,940". @param {Exact} probability */
export function oneIn(probability) {
  const value = Number(probability.decimal);
  if (!value) return "never";
  const times = 1 / value;
  return `1 in ${times.toLocaleString("en-US", { maximumFractionDigits: times < 10 ? 2 : 0 })}`;
}

/** @param {number} count */
export const whole = (count) => count.toLocaleString("en-US");

/** Return a number of units with its sign: +0.2969. @param {string | number} value @param {number} [places] */
export function signed(value, places = 4) {
  const number = Number(value);
  return `${number < 0 ? MINUS : "+"}${Math.abs(number).toFixed(places)}`;
}

/** Return words for a hand's name: "royal-flush" becomes "Royal flush". @param {string} hand */
export const handWords = (hand) => hand[0].toUpperCase() + hand.slice(1).replaceAll("-", " ");
