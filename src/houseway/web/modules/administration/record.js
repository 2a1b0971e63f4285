/** The record of the house: who changed what, when and why. The latest part comes first. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { sentence } from "../parts/clauses.js";
import { foldingPanel } from "../parts/folding.js";

/** @typedef {{number: number, at: number, kind: string, words: string, facts: Record<string, any>}} RecordedEvent */

/** How many entries are listed at first, and added with each press of the button. */
const FIRST = 15;
const MORE = 50;

class HouseRecord extends PageElement {
  static properties = { events: { state: true }, shown: { state: true }, names: { state: true }, ended: { state: true } };

  constructor() {
    super();
    /** @type {RecordedEvent[]} */
    this.events = [];
    /** How many of them are listed. */
    this.shown = FIRST;
    /** @type {Record<string, string>} */
    this.names = {};
    this.ended = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    await this.earlier();
  }

  /** List more entries; fetch older ones when none are left. */
  async showMore() {
    this.shown += MORE;
    if (this.shown > this.events.length && !this.ended) await this.earlier();
  }

  async earlier() {
    const before = this.events[0]?.number;
    const { events, names } = await get(`/api/house/record${before ? `?before=${before}` : ""}`);
    this.ended = events.length === 0 || events[0].number <= 1;
    this.events = [...events, ...this.events];
    this.names = { ...this.names, ...names };
  }

  render() {
    return foldingPanel("", "Record of the house", html`<span class="soft small">the latest first</span>`, html`
      ${this.events.length ? html`<table class="rec house-record"><thead><tr><th>When</th><th>What</th><th>By</th><th>Why</th></tr></thead><tbody>${this.events.slice(-this.shown).reverse().map((event) => this.row(event))}</tbody></table>`
        : html`<p class="empty"><b>${this.ended ? "Nothing on record" : "Loading"}</b>Changes of people, stops and settings appear here.</p>`}
      ${!this.events.length || (this.ended && this.shown >= this.events.length) ? nothing : html`<p class="body"><button class="btn" @click=${this.showMore}>Earlier entries</button></p>`}`);
  }

  /** @param {RecordedEvent} event */
  row({ at, words, facts: { by, why } }) {
    return html`<tr><td data-l="When" class="nw">${dateTime(at)}</td><td class="t">${sentence(words)}</td>
      <td data-l="By">${this.names[by] ?? by ?? ""}</td><td data-l="Why">${why ?? ""}</td></tr>`;
  }
}
customElements.define("hw-house-record", HouseRecord);
