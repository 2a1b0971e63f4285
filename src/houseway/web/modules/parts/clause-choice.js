/** One of many clauses of a book: found by its name or by the words of its gist. */
import { html } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import { loadClauses } from "../rules/data.js";

const ROWS = 6;

class ClauseChoice extends PageElement {
  static properties = { book: {}, choices: { attribute: false }, chosen: { attribute: false }, name: {}, label: {}, gists: { state: true }, wanted: { state: true } };

  constructor() {
    super();
    this.book = "";
    /** The clauses, as the server names them. @type {string[]} */
    this.choices = [];
    /** The place of the one that is chosen. @type {number | undefined} */
    this.chosen = undefined;
    /** The id of its list. */
    this.name = "";
    this.label = "";
    /** @type {Map<string, string>} */
    this.gists = new Map();
    this.wanted = "";
  }

  async connectedCallback() {
    super.connectedCallback();
    const lines = await loadClauses(this.book).catch(() => []);
    this.gists = new Map(lines.map(({ clause, gist }) => [clause, gist]));
  }

  /** @param {Event} event */
  choose(event) {
    const chosen = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    this.dispatchEvent(new CustomEvent("clause-chosen", { detail: chosen, bubbles: true }));
  }

  /** The clauses that are found, each with its place. @returns {[string, number][]} */
  get found() {
    const words = this.wanted.toLowerCase().split(" ");
    const lines = this.choices.map((clause, place) => /** @type {[string, number]} */ ([`${clause}  ${this.gists.get(clause) ?? ""}`, place]));
    return lines.filter(([line]) => words.every((word) => line.toLowerCase().includes(word)));
  }

  render() {
    const { found } = this;
    return html`<input class="in" type="search" placeholder="13.E, misdeal, vigorish" aria-label="Find a clause" .value=${this.wanted}
        @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)}>
      <select id=${this.name} class="in which" aria-label=${this.label} size=${Math.min(ROWS, Math.max(2, found.length))} @change=${this.choose}>
        ${found.map(([line, place]) => html`<option value=${place} ?selected=${place === this.chosen}>${line}</option>`)}</select>
      <span class="small soft">${found.length} of ${this.choices.length} clauses</span>`;
  }
}
customElements.define("hw-clause-choice", ClauseChoice);
