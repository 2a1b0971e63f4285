/** What a player chooses for his own protection: limits, suspension, exclusion, how often he is told, and statements. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime, dollars, signedDollars } from "../lib/format.js";
import { readDollars } from "../parts/bounds.js";
import { playersRefusal } from "../parts/clauses.js";
import "../parts/help-words.js";

/**
 * @typedef {{most: number | null, opens_at: number, closes_at: number}} Asked
 * @typedef {{kind: string, period: string, setter: string, most: number, asked: Asked | null}} OwnLimit
 * @typedef {{kind: string, period: string, setter: string, most: number, done: number, left: number, ends_at: number}} InForce
 * @typedef {{at: number, limits: OwnLimit[], in_force: InForce[], suspended_until: number | null, excluded_until: number | null, is_excluded: boolean, reminder_minutes: number}} State
 * @typedef {{suspension_days: number[], exclusion_months: number[], reminder_minutes: number[], wait_days: Record<string, number>, confirm_days: number}} Choices
 * @typedef {{name: string, title: string, kind: string}} Column
 * @typedef {{first: string, last: string, columns: Column[], rows: Record<string, any>[]}} Statement
 */

const KINDS = [["losses", "Losses"], ["wagers", "Wagers"], ["buy-ins", "Chips bought"], ["time", "Time at tables"]];
const PERIODS = [["day", "a day"], ["week", "a week"], ["month", "a month"]];
const MINUTE = 60;

class ProtectionPage extends PageElement {
  static properties = { state: { state: true }, choices: { state: true }, statement: { state: true }, refusal: { state: true }, busy: { state: true }, said: { state: true }, kind: { state: true }, certain: { state: true } };

  constructor() {
    super();
    /** @type {State | null} */
    this.state = null;
    /** @type {Choices | null} */
    this.choices = null;
    /** @type {Statement | null} */
    this.statement = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    this.said = "";
    /** The kind of limit that the form is about. */
    this.kind = "losses";
    /** The form of which the player was asked whether he is certain. */
    this.certain = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.carryOut(async () => {
      await ensureSession();
      [{ choices: this.choices }, this.state, this.statement] = await Promise.all([get("/api/protection/help"), get("/api/protection"), get("/api/protection/statement")]);
    });
  }

  /** @param {() => Promise<string | void>} work says what was done */
  async carryOut(work) {
    this.busy = true;
    this.refusal = null;
    this.said = "";
    try {
      this.said = (await work()) ?? "";
      if (this.said) announce(this.said);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {string} path @param {Record<string, any>} wanted @param {string} said */
  choose(path, wanted, said) {
    return this.carryOut(async () => {
      this.state = await post(`/api/protection/${path}`, wanted);
      this.certain = "";
      return said;
    });
  }

  /** @param {SubmitEvent} event */
  setLimit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const typed = String(form.get("most"));
    const most = this.kind === "time" ? Number(typed) : readDollars(typed);
    if (!Number.isInteger(most)) return;
    this.changeLimit(this.kind, String(form.get("period")), most);
  }

  /** @param {string} kind @param {string} period @param {number | null} most */
  async changeLimit(kind, period, most) {
    await this.choose("limits", { kind, period, most }, "");
    const asked = this.state?.limits.find((each) => each.kind === kind && each.period === period && each.setter === "player")?.asked;
    if (!this.refusal) this.said = asked ? `You have asked for it. The limit that you have holds; you can confirm the looser one from ${dateTime(asked.opens_at)} on.` : "The limit holds from now on, at every table.";
    if (this.said) announce(this.said);
  }

  /** Ask once more before what nobody can take back. @param {SubmitEvent} event @param {string} path @param {string} name */
  bar(event, path, name) {
    event.preventDefault();
    const length = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get(name));
    if (this.certain !== path) this.certain = path;
    else this.choose(path, { [name]: length }, "It holds from now on, at every table. Your money is paid out at any time.");
  }

  /** @param {SubmitEvent} event */
  askStatement(event) {
    event.preventDefault();
    const days = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (event.target))));
    this.carryOut(async () => {
      this.statement = await get(`/api/protection/statement?${days}`);
    });
  }

  render() {
    const { state, choices } = this;
    return html`<div class="page protection">
      <div class="head"><div><h1>Your limits</h1><p>Set bounds to your play. They hold at every table of this house, from the moment in which you set them.</p></div></div>
      ${this.refusal ? playersRefusal(this.refusal) : nothing}
      ${this.said ? html`<p class="done" role="status">${this.said}</p>` : nothing}
      ${state && choices ? html`${barred(state)}
        <div class="two"><div class="stack">${this.limits(state)}${this.reminder(state, choices)}</div>${this.newLimit(choices)}</div>
        <div class="two">${this.barForm("suspension", "days", "Suspend your play", choices.suspension_days, (days) => countThings(days, "day"), "Nothing can be bought, bet or begun until then. A round in which you have wagers is finished, and your money is paid out at any time. Nobody can end it sooner.")}
        ${this.barForm("exclusion", "months", "Exclude yourself", choices.exclusion_months, (months) => (months ? countThings(months, "month") : "for life"), "For when you want no way back. Nobody of the house can lift it before its end.")}</div>` : nothing}
      ${this.statement ? this.statementPanel(this.statement) : nothing}
      <hw-help-words></hw-help-words>
    </div>`;
  }

  /** @param {State} state */
  limits(state) {
    return html`<section class="panel"><header><h2>What holds now</h2></header>
      ${state.in_force.length ? html`<table class="rec"><thead><tr><th scope="col">Limit</th><th scope="col" class="n">Done</th><th scope="col" class="n">Left</th></tr></thead><tbody>
        ${state.in_force.map((each) => html`<tr><td class="t"><b>${amount(each.kind, each.most)}</b> ${titleOf(KINDS, each.kind).toLowerCase()} ${titleOf(PERIODS, each.period)}${each.setter === "house" ? html` <span class="tag off">set by the house</span>` : nothing}<span class="under">until ${dateTime(each.ends_at)}</span></td>
          <td class="n" data-l="Done">${amount(each.kind, each.done)}</td><td class="n" data-l="Left">${amount(each.kind, each.left)}</td></tr>`)}
      </tbody></table>` : html`<p class="empty"><b>You have no limits</b>Set one with the form. You can always make it stricter at once.</p>`}
      <ul class="asked">${state.limits.filter(({ setter }) => setter === "player").map((limit) => this.ownLimit(state, limit))}</ul>
    </section>`;
  }

  /** @param {State} state @param {OwnLimit} limit */
  ownLimit({ at }, { kind, period, most, asked }) {
    const name = `${titleOf(KINDS, kind).toLowerCase()} ${titleOf(PERIODS, period)}`;
    const seconds = kind === "time" ? MINUTE : 1;
    if (!asked || at >= asked.closes_at) return html`<li>${name}: <button class="btn quiet" ?disabled=${this.busy} @click=${() => this.changeLimit(kind, period, null)}>Ask to remove the limit on ${name}</button></li>`;
    const wanted = asked.most === null ? "no limit" : amount(kind, asked.most * seconds);
    const keep = html`<button class="btn quiet" ?disabled=${this.busy} @click=${() => this.changeLimit(kind, period, most)}>Keep ${amount(kind, most * seconds)}</button>`;
    return at < asked.opens_at
      ? html`<li>You have asked for ${wanted} on ${name}. You can confirm it from ${dateTime(asked.opens_at)} to ${dateTime(asked.closes_at)}. ${keep}</li>`
      : html`<li>Do you still want ${wanted} on ${name}? <button class="btn" ?disabled=${this.busy} @click=${() => this.choose("limits/confirm", { kind, period }, "The looser limit holds now.")}>Yes, ${wanted}</button> ${keep}</li>`;
  }

  /** @param {Choices} choices */
  newLimit({ wait_days, confirm_days }) {
    const isTime = this.kind === "time";
    return html`<section class="panel"><header><h2>Set a limit</h2></header><form class="body one-form" @submit=${this.setLimit}>
      <label>On<select class="in" name="kind" @change=${(/** @type {any} */ event) => (this.kind = event.target.value)}>${KINDS.map(([name, title]) => html`<option value=${name} ?selected=${name === this.kind}>${title}</option>`)}</select></label>
      <label>${isTime ? "At most, in minutes" : "At most, in dollars"}<input class="in" name="most" required inputmode=${isTime ? "numeric" : "decimal"} pattern=${isTime ? "[0-9]{1,6}" : "\\$?[0-9,]+(\\.[0-9]{1,2})?"} title=${isTime ? "A number of minutes, such as 120" : "An amount in dollars, such as 250"} autocomplete="off"></label>
      <label>For<select class="in" name="period">${PERIODS.map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>
      <p class="soft">A stricter limit holds at once. A looser one has to wait (${wait_days.day}, ${wait_days.week} or ${wait_days.month} days, as long as the old one ran) and is confirmed within ${confirm_days} days then. A round that has begun is always finished.</p>
      <button class="btn primary" ?disabled=${this.busy}>Set the limit</button>
    </form></section>`;
  }

  /** @param {string} path @param {string} name @param {string} title @param {number[]} lengths @param {(length: number) => string} words @param {string} about */
  barForm(path, name, title, lengths, words, about) {
    return html`<section class="panel"><header><h2>${title}</h2></header><form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.bar(event, path, name)}>
      <p class="soft">${about}</p>
      <label>For how long<select class="in" name=${name} @change=${() => (this.certain = "")}>${lengths.map((length) => html`<option value=${length}>${words(length)}</option>`)}</select></label>
      ${this.certain === path ? html`<p role="alert"><b>Are you certain?</b> This cannot be taken back.</p>` : nothing}
      <button class="btn ${this.certain === path ? "danger" : ""}" ?disabled=${this.busy}>${this.certain === path ? "Yes, from now on" : title}</button>
    </form></section>`;
  }

  /** @param {State} state @param {Choices} choices */
  reminder({ reminder_minutes }, { reminder_minutes: lengths }) {
    return html`<section class="panel"><header><h2>Notices at the table</h2></header><div class="body"><p class="soft">At the table you are told how long you have played, what you have wagered and what it came to.</p><fieldset class="seg"><legend class="vh">How often</legend>
      ${lengths.map((minutes) => html`<label><input type="radio" name="reminder" .checked=${minutes === reminder_minutes} @change=${() => this.choose("reminder", { minutes }, `You are told every ${minutes} minutes.`)}><span>every ${minutes} min</span></label>`)}
    </fieldset></div></section>`;
  }

  /** @param {Statement} statement */
  statementPanel({ first, last, columns, rows }) {
    const file = `/api/protection/statement/file?${new URLSearchParams({ first, last })}`;
    return html`<section class="panel"><header><h2>Statement</h2></header><div class="body">
      <form class="days" @submit=${this.askStatement}><label>From<input class="in" type="date" name="first" required .value=${first}></label><label>To<input class="in" type="date" name="last" required .value=${last}></label><button class="btn" ?disabled=${this.busy}>Show</button><a class="btn" href=${file} download>Save as CSV</a></form>
      <div class="wide" tabindex="0" role="region" aria-label="Statement"><table class="rec"><thead><tr>${columns.map(({ title, kind }) => html`<th scope="col" class=${numeric(kind)}>${title}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${columns.map(({ name, title, kind }) => html`<td class="${numeric(kind)} ${name === "day" ? "t" : ""}" data-l=${title}>${kind === "money" ? (name === "net" ? signedDollars(row[name]) : dollars(row[name])) : row[name]}</td>`)}</tr>`)}</tbody></table></div>
    </div></section>`;
  }
}
customElements.define("hw-protection", ProtectionPage);

/** @param {string[][]} pairs @param {string} name */
const titleOf = (pairs, name) => pairs.find(([each]) => each === name)?.[1] ?? name;

/** @param {string} kind */
const numeric = (kind) => (kind === "money" || kind === "count" ? "n" : "");

/** Cents, or seconds of time. @param {string} kind @param {number} value */
const amount = (kind, value) => (kind === "time" ? `${Math.floor(value / MINUTE)} min` : dollars(value));

/** @param {State} state */
function barred({ is_excluded, excluded_until, suspended_until }) {
  if (is_excluded) return html`<p class="panel barred"><b>You have excluded yourself ${excluded_until ? `until ${dateTime(excluded_until)}` : "for life"}.</b> Your money is paid out at any time.</p>`;
  return suspended_until ? html`<p class="panel barred"><b>Your play is suspended until ${dateTime(suspended_until)}.</b> Your money is paid out at any time.</p>` : nothing;
}
