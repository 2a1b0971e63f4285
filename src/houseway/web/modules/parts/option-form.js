/** The open facts of an option as form fields. It fires `facts-changed`, and `facts-sent` when its button or Enter is pressed. */
import { html, nothing } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import { factsOf, firstValues, missingFacts } from "./bounds.js";
import { drawField } from "./fields.js";

let number = 0;

export class OptionForm extends PageElement {
  static properties = {
    option: { attribute: false },
    words: { attribute: false },
    seen: { attribute: false },
    preset: { attribute: false },
    deck: { attribute: false },
    action: {},
    busy: { type: Boolean },
    quiet: { type: Boolean },
    again: { type: Boolean },
    values: { state: true },
    rarely: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").Option | null} */
    this.option = null;
    /** @type {import("../lib/act-words.js").ActWords | null} */
    this.words = null;
    /** Cards that have been seen, which cannot be entered again. @type {Set<string>} */
    this.seen = new Set();
    /** Initial values of some fields. @type {Record<string, any>} */
    this.preset = {};
    /** Codes of the cards that a whole deck has. @type {string[]} */
    this.deck = [];
    /** The label of the button; without a label there is no button. */
    this.action = "";
    this.busy = false;
    /** Whether the button appears only with the rarely used facts, because the form can be sent in another way without them. */
    this.quiet = false;
    /** Whether its button was pressed, and another one leads on. */
    this.again = false;
    /** @type {Record<string, any>} */
    this.values = {};
    /** Whether the rarely used facts are shown. */
    this.rarely = false;
    this.drawn = "";
    this.number = ++number;
  }

  /** Start over for another option, but keep the typed values if the same option arrives again. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("option") && !changed.has("preset")) return;
    const { act, facts, bounds } = this.option ?? { act: "", facts: {}, bounds: {} };
    const drawn = JSON.stringify([act, facts, bounds, this.preset]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.rarely = false;
    this.values = this.option ? firstValues(this.option, this.preset) : {};
  }

  get facts() {
    return this.option ? factsOf(this.option, this.values) : {};
  }

  get missing() {
    return this.option ? missingFacts(this.option, this.values) : [];
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    this.values = { ...this.values, [name]: value };
    this.tell("facts-changed");
  }

  /** Move the focus to the next field of cards when one is complete; after the last card was tapped, to the button, since Enter would take the card back. @param {Event} event */
  async goOn({ target }) {
    const entry = /** @type {import("./card-entry.js").CardEntry} */ (target);
    if (entry.cards.length < entry.count) return;
    const entries = /** @type {import("./card-entry.js").CardEntry[]} */ ([...this.querySelectorAll("hw-card-entry")]);
    const next = entries.find(({ cards, count }) => cards.length < count);
    if (next) return next.querySelector("input")?.focus();
    await this.updateComplete;
    if (document.activeElement?.closest(".deck")) /** @type {HTMLElement | null} */ (this.querySelector(".send button"))?.focus();
  }

  /** @param {string} what */
  tell(what) {
    this.dispatchEvent(new CustomEvent(what, { detail: { facts: this.facts, missing: this.missing }, bubbles: true }));
  }

  /** @param {SubmitEvent} event */
  send(event) {
    event.preventDefault();
    if (!this.missing.length && !this.busy) this.tell("facts-sent");
  }

  render() {
    if (!this.option || !this.words) return nothing;
    const fields = Object.entries(this.option.bounds);
    const usual = fields.filter(([, bound]) => !bound.optional && !bound.instead);
    const rare = fields.filter(([, bound]) => bound.optional || bound.instead);
    return html`<form class="option-form" @submit=${this.send} @cards-entered=${this.goOn}>
      ${usual.map((each) => this.field(each))}
      ${rare.length ? html`<details class="rare" .open=${this.rarely} @toggle=${(/** @type {Event} */ event) => (this.rarely = /** @type {HTMLDetailsElement} */ (event.target).open)}>
        <summary>${usual.length ? "More, if it applies" : "If something was unusual"}</summary>${this.rarely ? rare.map((each) => this.field(each)) : nothing}</details>` : nothing}
      ${this.action && (!this.quiet || this.rarely) ? html`<p class="send"><button class="btn ${this.again ? "" : "primary"}" ?disabled=${this.busy || this.missing.length > 0}>${this.action}</button>
        ${this.missing.length ? html`<span class="small soft">Still needed: ${this.missing.map((name) => this.words?.label(this.option?.act ?? "", name).toLowerCase()).join(", ")}</span>` : nothing}</p>` : nothing}
    </form>`;
  }

  /** @param {[string, any]} field */
  field([name, bound]) {
    if (!this.option || !this.words) return nothing;
    const { act } = this.option;
    return drawField({
      id: `option-${this.number}-${name}`, act, name, bound, label: this.words.label(act, name), value: this.values[name], values: this.values,
      words: this.words, seen: this.seen, deck: this.deck, set: (value) => this.set(name, value),
    });
  }
}
customElements.define("hw-option-form", OptionForm);
