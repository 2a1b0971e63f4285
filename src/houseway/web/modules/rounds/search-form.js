/** The form of the search over rounds: usual periods and results at one press, and what else limits it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { readDollars } from "../parts/bounds.js";
import { isPhone } from "../parts/folding.js";

/** Periods by the clock of the house; the days are gaming days. @type {[string, string][]} */
export const PERIODS = [["", "Any time"], ["hour", "Last hour"], ["eight-hours", "Last 8 hours"], ["today", "Today"], ["yesterday", "Yesterday"], ["between", "Between…"]];
/** @type {[string, string][]} */
export const RESULTS = [["", "Any result"], ["won", "A player won"], ["lost", "A player lost"], ["void", "Void"], ["meter", "A meter paid"]];
const TIME = /^(?:(\d{4})-(\d\d)-(\d\d))?[ T]*(?:([01]?\d|2[0-3]):([0-5]\d))?$/;
const MINUTE = 60_000;

/** The terms that a phone folds. */
const FOLDED = ["table", "player", "least", "words"];

/** @typedef {(name: string) => string} Sought what is sought under a name; empty if nothing is */

/**
 * @param {Sought} sought @param {string[]} tables @param {boolean} busy
 * @param {(event: Event) => void} submit
 */
export function searchForm(sought, tables, busy, submit) {
  const between = sought("when") === "between";
  const given = FOLDED.filter(sought).length;
  return html`<form class="panel search" role="search" aria-label="Rounds" @change=${submit} @submit=${submit}>
    <div class="at-once">${oneOf("when", "Time", PERIODS, sought)}${oneOf("result", "Result", RESULTS, sought)}
      <label class="tick"><input type="checkbox" class="sw" name="irregular" value="true" .checked=${live(Boolean(sought("irregular")))}>Only irregular</label></div>
    ${between ? html`<div class="between">${timeField("since", "From", sought)}${timeField("until", "Until", sought)}<p class="small soft">On your clock, as 2026-11-17 21:40; a time alone is today’s.</p></div>` : nothing}
    <details class="terms" ?open=${!isPhone() || given > 0}><summary>Table, player, amount${given ? html` <span class="tag wait">${given} given</span>` : nothing}</summary>
      <div class="fields">
        <label><span class="label">Table</span><select class="in" name="table"><option value="">All tables</option>${tables.map((table) => html`<option ?selected=${table === sought("table")}>${table}</option>`)}</select></label>
        <label><span class="label">Player</span><input class="in" name="player" maxlength="60" placeholder="a name or an id" autocomplete="off" .value=${sought("player")}></label>
        <label><span class="label">Won or lost at least</span><span class="money-in"><span aria-hidden="true">$</span><input class="in" name="least" inputmode="decimal" autocomplete="off" aria-invalid=${isNoAmount(sought("least")) ? "true" : nothing} .value=${sought("least")}></span>
          ${isNoAmount(sought("least")) ? html`<span class="small lose" role="alert">Type an amount in dollars, as 250 or 12.50.</span>` : nothing}</label>
        <label><span class="label">What was irregular</span><input class="in" name="words" maxlength="60" placeholder="exposed, misdeal" autocomplete="off" .value=${sought("words")}></label>
        <button class="btn primary" ?disabled=${busy}>Search</button>
      </div></details>
  </form>`;
}

/** @param {string} name @param {string} title @param {[string, string][]} choices @param {Sought} sought */
const oneOf = (name, title, choices, sought) => html`<fieldset class="seg"><legend class="vh">${title}</legend>
  ${choices.map(([value, words]) => html`<label><input type="radio" name=${name} value=${value} .checked=${live(value === sought(name))}><span>${words}</span></label>`)}</fieldset>`;

/** @param {string} name @param {string} title @param {Sought} sought */
function timeField(name, title, sought) {
  const given = sought(name);
  const isWrong = given !== "" && Number.isNaN(readTime(given));
  return html`<label><span class="label">${title}</span><input class="in" name=${name} maxlength="16" autocomplete="off" placeholder=${name === "since" ? "2026-11-17 18:00" : "now"} aria-invalid=${isWrong ? "true" : nothing} .value=${given}>
    ${isWrong ? html`<span class="small lose" role="alert">This is not a time: write 2026-11-17 21:40, or 21:40 for today.</span>` : nothing}</label>`;
}

/** Return a time that was typed, in milliseconds; NaN if it is none. A day alone is its first minute, or its last one. @param {string} text @param {boolean} [isEnd] */
export function readTime(text, isEnd = false) {
  const [, year, month, day, hour, minute] = TIME.exec(text.trim()) ?? [];
  if (!year && !hour) return NaN;
  const time = new Date();
  if (year) time.setFullYear(Number(year), Number(month) - 1, Number(day));
  if (year && (time.getMonth() !== Number(month) - 1 || time.getDate() !== Number(day))) return NaN; // as of the 31st of June
  time.setHours(Number(hour ?? (isEnd ? 23 : 0)), Number(minute ?? (isEnd ? 59 : 0)), 0, 0);
  return time.getTime() + (isEnd ? MINUTE - 1 : 0);
}

/** @param {string} text */
const isNoAmount = (text) => text !== "" && Number.isNaN(readDollars(text));

/** Return the search as parameters of the request; null if a time or an amount in it cannot be read. @param {URLSearchParams} sought @param {string} after */
export function questionOf(sought, after) {
  const question = new URLSearchParams(sought);
  for (const name of ["since", "until"]) {
    const given = sought.get(name);
    const time = given ? readTime(given, name === "until") : 0;
    if (Number.isNaN(time)) return null;
    if (given) question.set(name, String(time));
  }
  if (sought.get("when") === "between") question.delete("when");
  const least = sought.get("least") ?? "";
  if (isNoAmount(least)) return null;
  if (least) question.set("least", String(readDollars(least)));
  if (after) question.set("after", after);
  return question;
}
