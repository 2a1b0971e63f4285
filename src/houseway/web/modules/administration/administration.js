/** Administration: people and their roles, stop switches, the program's integrity, and the record of the house. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import "../console/stops.js";
import "./integrity.js";
import "./people.js";
import "./record.js";

class Administration extends PageElement {
  static properties = { person: { state: true }, tables: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    /** @type {import("../lobby/lobby.js").Table[]} */
    this.tables = [];
  }

  async connectedCallback() {
    super.connectedCallback();
    this.person = await whoAmI();
    this.tables = (await get("/api/tables")).tables;
  }

  render() {
    if (!this.person) return nothing;
    return html`<div class="page desk">
      <div class="head"><div><h1>Administration</h1><p>Who may do what, what is stopped, and what was done. Every change goes on record with its reason.</p></div>
        <a class="btn to-stops" href="#stops">Stop switches</a></div>
      <div class="desk-grid administration"><div class="col-a"><hw-people .self=${this.person.id}></hw-people></div>
        <div class="col-b"><hw-stops id="stops" .tables=${this.tables}></hw-stops><hw-integrity></hw-integrity></div>
        <hw-house-record></hw-house-record></div>
    </div>`;
  }
}
customElements.define("hw-administration", Administration);
