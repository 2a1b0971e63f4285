/** The record of the house: who changed what, when and why. The latest part comes first. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { sentence } from "../parts/clauses.js";

class HouseRecord extends PageElement {
  static properties = { events: { state: true }, names: { state: true }, ended: { state: true } };

  constructor() {
    super();
    /** @type {{number: number, at: number, kind: string, facts: Record<string, any>}[]} */
    this.events = [];
    /** @type {Record<string, string>} */
    this.names = {};
    this.ended = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    const { people } = await get("/api/people").catch(() => ({ people: [] }));
    this.names = Object.fromEntries(people.map((/** @type {any} */ person) => [person.id, person.name]));
    await this.earlier();
  }

  async earlier() {
    const before = this.events[0]?.number;
    const { events } = await get(`/api/house/record${before ? `?before=${before}` : ""}`);
    this.ended = events.length === 0 || events[0].number <= 1;
    this.events = [...events, ...this.events];
  }

  render() {
    return html`<section class="panel"><header><h2>Record of the house</h2><span class="soft small">the latest first</span></header>
      ${this.events.length ? html`<table class="rec"><thead><tr><th>When</th><th>What</th><th>By</th><th>Why</th></tr></thead><tbody>${[...this.events].reverse().map((event) => this.row(event))}</tbody></table>`
        : html`<p class="empty"><b>Nothing on record</b>Changes of people, stops and settings come here.</p>`}
      ${this.ended ? nothing : html`<p class="body"><button class="btn" @click=${this.earlier}>Earlier entries</button></p>`}
    </section>`;
  }

  /** @param {{number: number, at: number, kind: string, facts: Record<string, any>}} event */
  row({ at, kind, facts }) {
    const { by, why, ...others } = facts;
    const about = Object.entries(others).filter(([, fact]) => typeof fact === "string" && fact).map(([name, fact]) => `${name.replaceAll("_", " ")} ${this.names[fact] ?? fact}`);
    return html`<tr><td data-l="When" class="nw">${dateTime(at)}</td><td class="t">${sentence(kind.replaceAll("-", " "))} <span class="soft small about">${about.join(", ")}</span></td>
      <td data-l="By">${this.names[by] ?? by ?? ""}</td><td data-l="Why">${why ?? ""}</td></tr>`;
  }
}
customElements.define("hw-house-record", HouseRecord);
