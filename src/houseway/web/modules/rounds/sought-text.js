/** Reads what somebody types into one search field: a name or a part of it, a time, a period. */
import { clockTime, dateTime } from "../lib/format.js";

/**
 * @typedef {{name: string, since: number | null, until: number | null, when: string, near: number | null, words: string, wrong: string}} Sought
 *   when: a period by the clock of the house; near: the time that was typed; words: how the text was understood; wrong: what of it is no time
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The hours in which a night ends and begins. */
const [MORNING, EVENING] = [6, 18];
/** A time alone means the rounds around it. */
const AROUND = 15 * MINUTE;
/** A time that has not come yet by more than this was the day before. */
const AHEAD = 5 * MINUTE;

const CLOCK = "(\\d{1,2}[:.]\\d\\d(?:\\s*[ap]m)?|\\d{1,2}\\s*[ap]m)";
const TO = "\\s*(?:-|–|to|until|and)\\s*";
const SPAN = new RegExp(`\\b(?:from|between|since)?\\s*${CLOCK}${TO}${CLOCK}(?=\\s|$)`, "i");
const POINT = new RegExp(`(?<=^|\\s)(from|since|after|until|before|at|about|around|near)?\\s*${CLOCK}(?=\\s|$)`, "i");
const LAST = /\b(?:in the |the )?(?:last|past) (\d+ )?(hours?|h|minutes?|min)\b/i;
const AGO = /\b(?:about )?(\d+) (hours?|h|minutes?|min) ago\b/i;
const DATE = /(?<=^|\s)(?:on )?(\d{4}-\d\d?-\d\d?)(?=\s|$)/i;
const DAYS = /\b(today|tonight|yesterday|last night)\b/i;

/** Read a search. @param {string} text @param {number} [now] @returns {Sought} */
export function readSought(text, now = Date.now()) {
  let rest = text;
  const take = (/** @type {RegExp} */ what) => {
    const found = what.exec(rest);
    if (found) rest = rest.replace(found[0], " ");
    return found;
  };
  const length = (/** @type {RegExpExecArray} */ [, number, unit]) => Number(number ?? 1) * (unit.startsWith("h") ? HOUR : MINUTE);
  const last = take(LAST), ago = take(AGO), date = take(DATE), day = take(DAYS), span = take(SPAN), point = span ? null : take(POINT);
  const name = rest.trim().replace(/\s+/g, " ");
  if (last) return understood(name, { since: now - length(last), words: `in the ${last[0].trim().replace(/^(in )?the /i, "")}` });
  if (ago) return around(name, now - length(ago));
  const begin = dayOf(date?.[1], day?.[1]?.toLowerCase(), now);
  if (Number.isNaN(begin)) return { ...understood(name, {}), wrong: date?.[1] ?? "" };
  const clocks = (span ?? point ?? []).filter((part) => part && /\d/.test(part)).slice(1).map(minutesOf);
  if (clocks.some(Number.isNaN)) return { ...understood(name, {}), wrong: (span ?? point)?.[0].trim() ?? "" };
  const isDay = date !== null || /^(yesterday|last)/i.test(day?.[1] ?? "");
  if (span) return between(name, begin + clocks[0], begin + clocks[1], isDay ? Infinity : now);
  if (point) return atTime(name, point[1]?.toLowerCase() ?? "", begin + clocks[0], isDay, now);
  if (date) return understood(name, { since: begin, until: begin + DAY - 1, words: `on ${date[1]}` });
  return day ? wholeDay(name, day[1].toLowerCase(), begin) : understood(name, {});
}

/** Return the first minute of the day that is meant: today if none is named, NaN if there is no such day. @param {string | undefined} date @param {string | undefined} day @param {number} now */
function dayOf(date, day, now) {
  if (date) return firstMinuteOf(date);
  const start = new Date(now);
  const isBefore = day === "yesterday" || day === "last night" || (day === "tonight" && start.getHours() < MORNING);
  start.setDate(start.getDate() - Number(isBefore));
  return start.setHours(0, 0, 0, 0);
}

/** @param {string} date */
function firstMinuteOf(date) {
  const [year, month, day] = date.split("-").map(Number);
  const start = new Date(year, month - 1, day);
  return start.getMonth() === month - 1 && start.getDate() === day ? start.getTime() : NaN; // NaN as of the 31st of June
}

/** Return a clock time as milliseconds of its day; NaN if there is no such time. @param {string} text */
function minutesOf(text) {
  const [, hours, minutes = "0", half = ""] = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap]m)?$/i.exec(text) ?? [];
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hours);
  const isTime = hour < 24 && Number(minutes) < 60 && (!half || (Number(hours) >= 1 && Number(hours) <= 12));
  return isTime ? hour * HOUR + Number(minutes) * MINUTE : NaN;
}

/** @param {string} name @param {Partial<Sought>} rest @returns {Sought} */
const understood = (name, rest) => ({ name, since: null, until: null, when: "", near: null, words: "", wrong: "", ...rest });

/** @param {string} name @param {number} time */
const around = (name, time) => understood(name, { since: time - AROUND, until: time + AROUND, near: time, words: `around ${dateTime(time).slice(0, -3)}` });

/** A span that goes past midnight ends on the next day; one that has not begun was the day before. @param {string} name @param {number} since @param {number} until @param {number} latest */
function between(name, since, until, latest) {
  const back = since > latest ? DAY : 0;
  const [from, to] = [since - back, until - back + (until < since ? DAY : 0)];
  return understood(name, { since: from, until: to + MINUTE - 1, words: `from ${dateTime(from).slice(0, -3)} to ${clockTime(to).slice(0, -3)}` });
}

/** @param {string} name @param {string} side @param {number} given @param {boolean} isDay whether a day was named @param {number} now */
function atTime(name, side, given, isDay, now) {
  const time = !isDay && given > now + AHEAD ? given - DAY : given;
  if (/^(from|since|after)$/.test(side)) return understood(name, { since: time, words: `since ${dateTime(time).slice(0, -3)}` });
  if (/^(until|before)$/.test(side)) return understood(name, { until: time, words: `until ${dateTime(time).slice(0, -3)}` });
  return around(name, time);
}

/** Today and yesterday are gaming days of the house; a night is from six in the evening to six in the morning. @param {string} name @param {string} day @param {number} begin */
function wholeDay(name, day, begin) {
  if (day === "today" || day === "yesterday") return understood(name, { when: day, words: `${day}, by the gaming day` });
  return understood(name, { since: begin + EVENING * HOUR, until: begin + DAY + MORNING * HOUR, words: `from ${dateTime(begin + EVENING * HOUR).slice(0, -3)} to 06:00` });
}
