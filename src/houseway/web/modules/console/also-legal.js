/** All other legal acts, by group and searchable. Each has a form for its facts and, if it moves money, a preview. */
import { html, nothing } from "../../vendor/lit/index.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { clauseLinks } from "../parts/clauses.js";
import { printedKey } from "../parts/printed-key.js";
import { OptionPanel } from "./option-panel.js";
import "./act.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

const SEARCHED_FROM = 7;
const MAIN = "What else you can do";

class AlsoLegal extends OptionPanel {
  static properties = { ...OptionPanel.properties, title: {}, note: {}, open: { state: true }, wanted: { state: true } };

  constructor() {
    super();
    this.title = MAIN;
    this.note = "";
    /** The act whose form is open. */
    this.open = "";
    this.wanted = "";
  }

  /** The options of each act, in the order of the groups. @returns {[string, Option[]][]} */
  get acts() {
    /** @type {Map<string, Option[]>} */
    const acts = new Map();
    for (const option of this.options) acts.set(option.act, [...(acts.get(option.act) ?? []), option]);
    const order = Object.keys(this.words?.vocabulary.groups ?? {});
    return [...acts].sort(([one], [other]) => order.indexOf(this.words?.group(one) ?? "") - order.indexOf(this.words?.group(other) ?? ""));
  }

  /** Whether a key leads here: the lists of rulings have none. */
  get isMain() {
    return this.title === MAIN && this.options.length > 0;
  }

  willUpdate() {
    if (!this.open || !this.words) return;
    if (this.isOvertaken(this.words.title(this.open), this.options.some(({ act }) => act === this.open))) this.open = "";
  }

  /** @param {string} act */
  toggle(act) {
    this.open = this.open === act ? "" : act;
    this.startForm();
  }

  /** Enter in the search goes to the first act found. @param {KeyboardEvent} event */
  openFirst(event) {
    event.preventDefault();
    /** @type {HTMLElement | null} */ (this.querySelector(".acts button"))?.focus();
  }

  /** @param {string} act @param {Option[]} options */
  isFound(act, options) {
    const text = `${this.words?.title(act)} ${options.map((option) => this.words?.detail(option)).join(" ")} ${options[0].clauses.join(" ")}`;
    return this.wanted.toLowerCase().split(" ").every((word) => text.toLowerCase().includes(word));
  }

  render() {
    if (!this.words) return nothing;
    const acts = this.acts;
    const found = acts.filter(([act, options]) => this.isFound(act, options));
    return html`<section class="panel also"><header><h2>${this.title}</h2><span class="soft small">${this.note} ${this.isMain ? printedKey("L") : nothing}</span></header>${this.overtakenNote()}
      ${acts.length >= SEARCHED_FROM ? html`<p class="find"><input class="in" type="search" placeholder="Find it by a word, a seat or a clause" aria-label="Find what you can do" .value=${this.wanted} @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)} @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.openFirst(event)}></p>` : nothing}
      ${found.length ? html`<ul class="acts">${repeat(found, ([act]) => act, ([act, options], place) => this.row(act, options, found[place - 1]?.[0]))}</ul>`
        : html`<p class="empty"><b>${acts.length ? "Nothing has this word" : "Nothing else"}</b>${acts.length ? "Try a shorter word." : "What you can do beside the step that is due is listed here."}</p>`}
    </section>`;
  }

  /** @param {string} act @param {Option[]} options @param {string} [before] the act above */
  row(act, options, before) {
    const { words } = this;
    if (!words) return nothing;
    const group = words.group(act);
    const open = this.open === act;
    const details = options.map((option) => words.detail(option)).filter(Boolean);
    const note = details.length > 3 ? `${details.length} to choose from` : details.join("; ");
    return html`${before === undefined || words.group(before) !== group ? html`<li class="group">${words.vocabulary.groups[group]}</li>` : nothing}
      <li class=${open ? "open" : ""}>
        <button aria-expanded=${open} @click=${() => this.toggle(act)}>${words.title(act)}${note ? html`<span class="soft">${note}</span>` : nothing}</button>
        ${clauseLinks(options[0].clauses, 1)}
        ${open ? html`<div class="opened" @act-done=${this.close} @act-left=${this.close}><hw-act .live=${this.live} .words=${words} .options=${options} .seen=${this.seen} .deck=${this.deck}></hw-act></div>` : nothing}
      </li>`;
  }

  close() {
    this.open = "";
  }
}
customElements.define("hw-also-legal", AlsoLegal);
