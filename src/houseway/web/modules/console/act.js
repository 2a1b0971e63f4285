/** The form of one act: choose an option, enter its facts, read the preview, and confirm. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { alarm, announce } from "../lib/announcer.js";
import { CONNECTION_LOST, SentOnce } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { factsOf, firstValues, missingFacts } from "../parts/bounds.js";
import { refusalBox } from "../parts/clauses.js";
import { confirmation, isGrave, remedyBox } from "../parts/remedy.js";
import "../parts/option-form.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

/** Groups whose acts show a preview before they can be confirmed. */
const READ_FIRST = new Set(["report", "ruling", "money", "table"]);
const AS_BUTTONS = 8;
/** The panels in which a form is opened. */
const PANELS = "hw-report, hw-also-legal, hw-inventory";
/** Options with longer names than this are shown as a list. */
const LONG = 28;

class Act extends PageElement {
  static properties = {
    live: { attribute: false },
    words: { attribute: false },
    options: { attribute: false },
    seen: { attribute: false },
    deck: { attribute: false },
    doubt: { attribute: false },
    sure: { state: true },
    chosen: { state: true },
    preview: { state: true },
    refusal: { state: true },
    busy: { state: true },
    wanted: { state: true },
    isChanged: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.live = null;
    /** @type {import("../lib/act-words.js").ActWords | null} */
    this.words = null;
    /** The options of one act. @type {Option[]} */
    this.options = [];
    this.seen = new Set();
    /** Codes of the cards that a whole deck has. @type {string[]} */
    this.deck = [];
    /** Return why somebody should look again before he confirms these facts; "" if nothing is unusual. @type {(facts: Record<string, any>) => string} */
    this.doubt = () => "";
    /** Whether the user has confirmed that this act is meant. */
    this.sure = false;
    this.chosen = -1;
    /** @type {import("../parts/remedy.js").Preview | null} */
    this.preview = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** The text by which a long list of options is filtered. */
    this.wanted = "";
    /** @type {Record<string, any>} */
    this.facts = {};
    /** The number of the table's last event when the preview was made. @type {number | null} */
    this.lookedAt = null;
    /** Whether the preview says something else than when it was read first. */
    this.isChanged = false;
    this.once = new SentOnce();
  }

  /** @returns {Option | undefined} */
  get option() {
    return this.options.length === 1 ? this.options[0] : this.options[this.chosen];
  }

  get isReadFirst() {
    return READ_FIRST.has(this.words?.group(this.options[0]?.act) ?? "");
  }

  firstUpdated() {
    if (this.options.length === 1) this.begin();
  }

  /** Bring a preview into view when it comes: on a phone it may lie below the fold. @param {Map<string, unknown>} changed */
  updated(changed) {
    if (this.preview && changed.get("preview") === null) this.querySelector(".remedy")?.scrollIntoView({ block: "nearest" });
  }

  /** The table has moved on since the preview was made: make it again. */
  willUpdate() {
    const number = this.live?.number ?? null;
    if (!this.preview || this.busy || this.lookedAt === number || this.live?.connection !== "live") return;
    this.lookedAt = number;
    this.lookAgain(this.preview);
  }

  /** Without an answer the preview stays, and is made again once the connection is back. @param {import("../parts/remedy.js").Preview} before */
  async lookAgain(before) {
    const { facts } = this;
    try {
      const preview = await /** @type {NonNullable<Act["live"]>} */ (this.live).preview(/** @type {Option} */ (this.option), facts);
      if (this.facts !== facts) return;
      this.preview = preview;
      this.refusal = null;
      if (this.isChanged || contentOf(preview) === contentOf(before)) return;
    } catch (error) {
      const refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      if (this.facts !== facts) return;
      if (refusal.code === CONNECTION_LOST) return void (this.lookedAt = null);
      this.preview = null;
      this.refusal = refusal;
    }
    this.isChanged = true;
    alarm("The table has moved on. Read again what would happen before you confirm.");
  }

  /** @param {number} place */
  choose(place) {
    this.chosen = place;
    this.begin();
  }

  /** Request the preview at once if no fact is missing. */
  begin() {
    const option = this.option;
    this.forget();
    if (!option || !this.isReadFirst) return;
    const values = firstValues(option);
    if (!missingFacts(option, values).length) this.look(factsOf(option, values));
  }

  forget() {
    this.facts = {};
    this.sure = false;
    this.preview = null;
    this.refusal = null;
    this.isChanged = false;
  }

  /** @param {CustomEvent} event */
  changed({ detail: { facts, missing } }) {
    this.forget();
    if (this.isReadFirst && !missing.length && !this.hasText) this.look(facts);
  }

  /** Whether a fact is typed text; then a button requests the preview. */
  get hasText() {
    return Object.values(this.option?.bounds ?? {}).some((bound) => ["text", "document"].includes(bound.kind) && !bound.optional);
  }

  /** @param {CustomEvent} event */
  sent({ detail: { facts } }) {
    if (this.isReadFirst) this.look(facts);
    else this.send(facts);
  }

  /** Ask what would follow. An answer about facts that have been changed since is not shown. @param {Record<string, any>} facts */
  async look(facts) {
    if (!this.live || !this.option) return;
    this.facts = facts;
    this.lookedAt = this.live.number;
    try {
      const preview = await this.live.preview(this.option, facts);
      if (this.facts === facts) Object.assign(this, { preview, refusal: null });
    } catch (error) {
      if (this.facts === facts) Object.assign(this, { preview: null, refusal: error });
    }
  }

  /** @param {Record<string, any>} facts */
  async send(facts) {
    const option = this.option;
    if (!this.live || !option || this.busy) return;
    const panel = this.closest(PANELS); // it stays on the page if the table moves on before the answer comes
    this.busy = true;
    this.dispatchEvent(new CustomEvent("act-sent", { bubbles: true }));
    try {
      await this.live.command(option, facts, this.once.idFor([option.act, option.facts, facts]));
      this.once.answered();
      announce(`${this.words?.title(option.act)}: done`);
      this.dispatchEvent(new CustomEvent("act-done", { bubbles: true }));
      this.chosen = -1;
      this.forget();
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      this.once.answered(this.refusal);
      this.dispatchEvent(new CustomEvent("act-unsent", { detail: this.refusal, bubbles: true }));
      if (!this.isConnected) panel?.dispatchEvent(new CustomEvent("act-refused", { detail: this.refusal.message }));
      alarm(this.refusal.message);
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { words, option } = this;
    if (!words || !this.options.length) return nothing;
    const { act } = this.options[0];
    const action = this.isReadFirst ? (this.hasText || !this.preview ? "Preview" : "") : words.title(act);
    const hasForm = option && (action || Object.keys(option.bounds).length);
    return html`<div class="act">
      ${this.options.length > 1 ? this.choices() : nothing}
      ${hasForm ? html`<hw-option-form .option=${option} .words=${words} .seen=${this.seen} .deck=${this.deck} .busy=${this.busy} .again=${this.preview !== null} .action=${action}
        @facts-changed=${this.changed} @facts-sent=${this.sent}></hw-option-form>` : nothing}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.refusal?.code === CONNECTION_LOST && this.preview ? html`<p class="soft">Confirm it again once the connection is back. It will be done only once.</p>` : nothing}
      ${this.isChanged ? html`<p><span class="tag wait">The table has moved on: read this again</span></p>` : nothing}
      ${option && this.preview ? remedyBox(words.group(act) === "report" ? "The remedy" : "What would happen", this.preview, words, this.confirmed(words, act, this.preview)) : nothing}
    </div>`;
  }

  /** Draw the buttons under a preview. Unusual facts are confirmed with a switch first. @param {import("../lib/act-words.js").ActWords} words @param {string} act @param {import("../parts/remedy.js").Preview} preview */
  confirmed(words, act, preview) {
    const doubt = this.doubt(this.facts);
    const buttons = confirmation(isGrave(preview), confirmWords(words, act, preview, this.facts), this.busy || (doubt !== "" && !this.sure), () => this.send(this.facts), () => this.cancel());
    if (!doubt) return buttons;
    return html`<label class="field of-flag doubt"><input type="checkbox" class="sw" .checked=${this.sure} @change=${(/** @type {Event} */ event) => (this.sure = /** @type {HTMLInputElement} */ (event.target).checked)}><span>${doubt}</span></label>${buttons}`;
  }

  /** Draw many options as a list with a filter. @param {string[]} names */
  searched(names) {
    const isFound = (/** @type {string} */ name) => this.wanted.toLowerCase().split(" ").every((word) => name.toLowerCase().includes(word));
    const found = names.map((name, place) => /** @type {[string, number]} */ ([name, place])).filter(([name]) => isFound(name));
    return html`<label class="field"><span>Find one of ${names.length}</span><input class="in" type="search" placeholder="a seat, a wager, a reason" .value=${this.wanted}
        @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)}></label>
      <label class="field"><span>Which</span><select class="in which" size=${Math.min(6, Math.max(2, found.length))} @change=${(/** @type {Event} */ event) => this.choose(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${found.map(([name, place]) => html`<option value=${place} ?selected=${place === this.chosen}>${name}</option>`)}</select></label>`;
  }

  cancel() {
    this.forget();
    this.chosen = -1;
    this.dispatchEvent(new CustomEvent("act-left", { bubbles: true }));
  }

  choices() {
    const names = this.options.map((option) => capital(option.words || this.words?.detail(option) || "This one"));
    if (names.length > AS_BUTTONS) return this.searched(names);
    const isLong = names.some((name) => name.length > LONG);
    return html`<fieldset class="field"><legend>${this.question}</legend><span class="pick ${isLong ? "long" : ""}">${names.map((name, place) => html`<label><input type="radio" name="which-${this.options[0].act}" .checked=${place === this.chosen} @click=${() => this.choose(place)}><span>${name}</span></label>`)}</span></fieldset>`;
  }

  /** The question that a choice of option answers: the one fact in which the options differ, if there is one. */
  get question() {
    const { act, facts } = this.options[0];
    const differing = Object.keys(facts).filter((name) => this.options.some((other) => JSON.stringify(other.facts[name]) !== JSON.stringify(facts[name])));
    return differing.length === 1 ? this.words?.label(act, differing[0]) : "Which";
  }
}
customElements.define("hw-act", Act);

/** What a preview says, to compare it with another one. @param {import("../parts/remedy.js").Preview} preview */
const contentOf = ({ shown, events, money }) => JSON.stringify([shown, events, money]);

/** Say what a confirmation does. @param {import("../lib/act-words.js").ActWords} words @param {string} act @param {import("../parts/remedy.js").Preview} preview @param {Record<string, any>} facts */
export function confirmWords(words, act, preview, facts) {
  if (typeof facts.choice === "string") return `Rule: ${words.value("choice", facts.choice)}`;
  if (preview.events.some(({ kind }) => kind === "round-voided")) return "Void the round";
  if (words.group(act) === "report") return isGrave(preview) ? "Carry out this remedy" : "Record it";
  return words.title(act).split(":")[0];
}
