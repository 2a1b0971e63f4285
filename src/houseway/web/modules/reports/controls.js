/** The form that limits a report: days, a table, a game. */
import { html, nothing } from "../../vendor/lit/index.js";

/** @typedef {{today: string, begins_at: number, ends_at: number, gaming_day: {zone: string, hour: number}, next_gaming_day: object | null, tables: string[], games: string[], game_titles: Record<string, string>, reports: {name: string, title: string, about: string, needs_player: boolean, takes_player: boolean}[]}} ReportList */

/** Return a day so many days later. @param {string} day @param {number} days */
export function dayAfter(day, days) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Return usual periods up to a day. @param {string} today @returns {[string, string, string][]} */
export const periods = (today) => [
  ["Today", today, today],
  ["Yesterday", dayAfter(today, -1), dayAfter(today, -1)],
  ["7 days", dayAfter(today, -6), today],
  ["This month", `${today.slice(0, 8)}01`, today],
  ["This year", `${today.slice(0, 5)}01-01`, today],
];

/**
 * Draw the form. @param {ReportList} list @param {URLSearchParams} asked @param {(event: Event) => void} submit
 * @param {(first: string, last: string) => void} choose
 */
export function reportControls(list, asked, submit, choose) {
  const first = asked.get("first") || asked.get("last") || list.today;
  const last = asked.get("last") || first;
  return html`<form class="panel report-controls" @change=${submit} @submit=${submit}>
    <div class="quick" role="group" aria-label="Usual periods">${periods(list.today).map(([title, begin, end]) => html`<button type="button" class="btn quiet" aria-pressed=${first === begin && last === end} @click=${() => choose(begin, end)}>${title}</button>`)}</div>
    ${dayField("first", "From", first)}${dayField("last", "To", last)}
    ${choice("table", "Table", "All tables", list.tables, asked)}${choice("game", "Game", "All games", list.games, asked, list.game_titles)}
    ${asked.get("player") ? html`<input type="hidden" name="player" .value=${asked.get("player") ?? ""}>` : nothing}
  </form>`;
}

/** A day as this house writes it everywhere; a browser would write it in its own way. @param {string} name @param {string} title @param {string} value */
const dayField = (name, title, value) => html`<label><span class="label">${title}</span><input class="in day" name=${name} inputmode="numeric" maxlength="10" autocomplete="off" required
  pattern="[0-9]{4}-[0-9]{2}-[0-9]{2}" title="A day, as 2026-11-17" .value=${value}></label>`;

/** Draw a choice among values, each by its title if it has one. @param {string} name @param {string} title @param {string} all @param {string[]} values @param {URLSearchParams} asked @param {Record<string, string>} [titles] */
function choice(name, title, all, values, asked, titles = {}) {
  if (values.length < 2) return nothing;
  const chosen = asked.get(name) ?? "";
  return html`<label><span class="label">${title}</span><select class="in" name=${name}>
    <option value="" ?selected=${!chosen}>${all}</option>${values.map((value) => html`<option value=${value} ?selected=${value === chosen}>${titles[value] ?? value}</option>`)}</select></label>`;
}
