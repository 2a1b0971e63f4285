/** Amounts, numbers and times in words and figures. */

// Made once: to make one takes more than ten times as long as to use it, and a table shows dozens of amounts after every message.
const WHOLE = new Intl.NumberFormat("en-US");
const WITH_CENTS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** Return cents as people write them: $25, $1,250.50. A minus sign stands before the dollar. @param {number} cents */
export function dollars(cents) {
  const whole = Math.abs(cents);
  return `${cents < 0 ? "−" : ""}$${(whole % 100 ? WITH_CENTS : WHOLE).format(whole / 100)}`;
}

/** Return an amount that changes in view, always with its cents: $25,000.00. @param {number} cents */
export const dollarsAndCents = (cents) => `$${WITH_CENTS.format(cents / 100)}`;

/** Return a result with its sign: +$25, −$5, $0. @param {number} cents */
export const signedDollars = (cents) => (cents > 0 ? "+" : "") + dollars(cents);

/** Return the clock time of the house: 21:40:53. @param {number} milliseconds */
export const clockTime = (milliseconds) => CLOCK.format(milliseconds);

/** Return a date and time: 16 Nov 2026, 21:40:53. @param {number} milliseconds */
export const dateTime = (milliseconds) =>
  new Date(milliseconds).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Return the day of a time: Tuesday 17 November 2026. @param {number} milliseconds */
export const dayName = (milliseconds) => new Date(milliseconds).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** Return a time as it is typed: 2026-11-17 21:40. @param {number} milliseconds */
export const typedTime = (milliseconds) => new Date(milliseconds).toLocaleString("sv-SE").slice(0, 16);

/** Return how long something has lasted: 0:38, or 3 h 12 min from an hour on. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? minutesAndSeconds(seconds) : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Return seconds as a clock shows them: 0:38. @param {number} seconds */
export const minutesAndSeconds = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Return a number with its noun, in the plural form where there is not exactly one: 1 light, 2 lights. @param {number} number @param {string} what @param {string} [several] */
export const countThings = (number, what, several = `${what}s`) => `${number.toLocaleString("en-US")} ${number === 1 ? what : several}`;

/** Return an exact fraction as a number, to be shown. @param {string | number} text */
export function numberOf(text) {
  const [above, below = "1"] = String(text).split("/");
  return Number(above) / Number(below);
}

/** Return a share as a percentage with two places. @param {string | number} share */
export const percent = (share) => `${(numberOf(share) * 100).toFixed(2).replace("-", "−")}%`;
