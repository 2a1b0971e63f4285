/** The settings of a table: clocks, absent players, practice; a form to change them with a reason, and earlier changes. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { rarePanel } from "../parts/folding.js";
import "../parts/request-form.js";

/**
 * @typedef {Record<string, any> & {absent: Record<string, any>}} Settings
 * @typedef {{in_force: Settings, following: Settings | null, from_round: number | null, changes: {at: number, by: string, why: string, before: Settings, after: Settings, from_round: number}[], names: Record<string, string>}} Plan
 * @typedef {{name: string, label: string, choices?: [string, string][], unit?: string}} Setting
 */

/** @type {Setting[]} */
const CLOCKS = [
  { name: "betting_seconds", label: "Bets are taken for", unit: "seconds; 0 for no clock" },
  { name: "decision_seconds", label: "A player may think for", unit: "seconds; 0 for no clock" },
  { name: "surrender_seconds", label: "The dealer waits for a surrender for", unit: "seconds" },
];
/** @type {Setting[]} */
const ABSENT = [
  { name: "absent.decision", label: "A player who does not decide", choices: [["check-then-fold", "checks, then folds"], ["fold", "folds"]] },
  { name: "absent.exposed_card", label: "With an exposed card", choices: [["play", "the hand is played"], ["void", "the hand is void"]] },
  { name: "absent.seconds", label: "The table waits for an absent player for", unit: "seconds" },
  { name: "absent.rounds", label: "An absent player loses his seat after", unit: "rounds; 0 for never" },
];
/** @type {Setting[]} */
const SWITCHES = [
  { name: "practice", label: "Players may ask what each choice is worth" },
  { name: "newcomers", label: "Newcomers are sent here, and each step is explained to them" },
  { name: "program_floor", label: "The program takes floor steps that need no judgement" },
];
const ALL = [...CLOCKS, ...ABSENT, ...SWITCHES];

class TableSettings extends PageElement {
  static properties = { table: {}, plan: { state: true }, open: { state: true } };

  constructor() {
    super();
    this.table = "";
    /** @type {Plan | null} */
    this.plan = null;
    /** Whether the form is open. */
    this.open = false;
  }

  get path() {
    return `/api/tables/${encodeURIComponent(this.table)}/settings`;
  }

  async connectedCallback() {
    super.connectedCallback();
    this.plan = await get(this.path).catch(() => null);
  }

  /** @param {Record<string, string>} values @param {string} id */
  async change({ why, ...values }, id) {
    const plan = /** @type {Plan} */ (this.plan);
    const before = plan.following ?? plan.in_force;
    this.plan = await post(this.path, { id, settings: changesIn(before, values), why });
    return this.plan?.from_round ? `In force from round ${this.plan.from_round} on` : "In force now";
  }

  render() {
    const { plan } = this;
    if (!plan) return nothing;
    const settings = plan.following ?? plan.in_force;
    const fields = html`<div class="settings-grid">${CLOCKS.map((each) => field(each, settings))}${ABSENT.map((each) => field(each, settings))}</div>
      ${SWITCHES.map((each) => switchOf(each, settings))}
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`;
    const note = plan.from_round ? html`<span class="tag wait">changes with round ${plan.from_round}</span>` : html`<span class="soft small">in force now</span>`;
    return rarePanel("table-settings", "How the table is run", note, html`<div class="body">
      ${this.open ? nothing : settingsInForce(settings)}
      <p class="rowb"><button class="btn ${this.open ? "quiet" : ""}" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>${this.open ? "Leave it as it is" : "Change how it is run"}</button></p>
      ${this.open ? html`<hw-request-form class="opened" action="Change the settings" .fields=${fields} .send=${(/** @type {any} */ values, /** @type {any} */ _, /** @type {string} */ id) => this.change(values, id)}></hw-request-form>` : nothing}
      ${plan.changes.length ? html`<ol class="history">${plan.changes.slice(-5).reverse().map((each) => changeLine(each, plan.names))}</ol>` : nothing}
    </div>`);
  }
}
customElements.define("hw-table-settings", TableSettings);

/** @param {Settings} settings @param {string} name */
const valueOf = (settings, name) => name.split(".").reduce((part, key) => part[key], /** @type {any} */ (settings));

/** @param {Settings} settings */
const settingsInForce = (settings) => html`<dl class="settings-grid in-force">${[...CLOCKS, ...ABSENT, ...SWITCHES].map((each) => html`<div><dt>${each.label}</dt><dd>${inWords(each, valueOf(settings, each.name))}</dd></div>`)}</dl>`;

/** @param {Setting} setting @param {any} value */
function inWords({ choices, unit }, value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (choices) return choices.find(([choice]) => choice === value)?.[1] ?? value;
  return value === 0 ? (unit?.split("for ")[1] ?? `0 ${unit}`) : `${value} ${unit?.split(";")[0]}`;
}

/** @param {Setting} setting @param {Settings} settings */
function field({ name, label, choices, unit }, settings) {
  const value = valueOf(settings, name);
  return html`<label><span>${label}${unit ? html` <span class="soft small">${unit}</span>` : nothing}</span>${choices
    ? html`<select class="in" name=${name}>${choices.map(([id, words]) => html`<option value=${id} ?selected=${id === value}>${words}</option>`)}</select>`
    : html`<input class="in" name=${name} inputmode="numeric" required value=${value} autocomplete="off">`}</label>`;
}

/** @param {Setting} setting @param {Settings} settings */
const switchOf = ({ name, label }, settings) => html`<label class="field of-flag"><input type="checkbox" class="sw" name=${name} ?checked=${valueOf(settings, name)}><span>${label}</span></label>`;

/** Return the settings that a form changes, in the form in which they travel. @param {Settings} before @param {Record<string, string>} values */
function changesIn(before, values) {
  /** @type {Record<string, any>} */
  const changed = {};
  for (const setting of ALL) {
    const value = read(setting, values[setting.name]);
    if (value === valueOf(before, setting.name)) continue;
    const [part, inner] = setting.name.split(".");
    if (inner) changed[part] = { ...changed[part], [inner]: value };
    else changed[part] = value;
  }
  return changed;
}

/** @param {Setting} setting @param {string | undefined} given */
function read({ choices, unit }, given = "") {
  if (choices) return given;
  if (!unit) return given === "on";
  return /^\d+$/.test(given.trim()) ? Number(given) : given;
}

/** @param {Plan["changes"][0]} change @param {Record<string, string>} names */
function changeLine({ at, by, why, before, after, from_round: round }, names) {
  const changed = ALL.filter(({ name }) => valueOf(before, name) !== valueOf(after, name)).map((each) => `${each.label}: ${inWords(each, valueOf(before, each.name))}, now ${inWords(each, valueOf(after, each.name))}`);
  return html`<li><span class="soft small">${dateTime(at)}, ${names[by] ?? by}, from round ${round}</span><br>${changed.join("; ")} <span class="soft">(${why})</span></li>`;
}
