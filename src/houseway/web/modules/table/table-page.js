/** A table: the bar, the felt, one's own station and the record. Each of them hears the table by itself. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ensureSession, get } from "../lib/api.js";
import { LiveTable } from "../lib/live-table.js";
import { refusalBox } from "../parts/clauses.js";
import { LiveElement } from "./live-element.js";
import { notices } from "./notices.js";
import { tableBar } from "./table-bar.js";
import "./felt.js";
import "./record.js";
import "./station.js";

const FOUR_COLOURS = "houseway.four-colours";

class TablePage extends LiveElement {
  static properties = { ...LiveElement.properties, summary: { state: true }, refusal: { state: true }, fourColours: { state: true } };

  constructor() {
    super();
    this.table = decodeURIComponent(location.pathname.split("/")[2]);
    /** What the lobby says of this table: its game, book and limits. @type {import("../lobby/lobby.js").Table | null} */
    this.summary = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.fourColours = localStorage.getItem(FOUR_COLOURS) === "on";
  }

  connectedCallback() {
    super.connectedCallback();
    this.come().catch((refusal) => (this.refusal = refusal));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.close();
  }

  /** Come to the table: as a player whoever may play, others to watch. */
  async come() {
    const [person, lobby] = await Promise.all([ensureSession(), get("/api/tables")]);
    this.summary = lobby.tables.find((/** @type {any} */ table) => table.id === this.table) ?? null;
    this.live = new LiveTable(this.table, person.permissions.includes("table.play") ? "player" : "watch");
    this.live.connect();
  }

  /** @param {boolean} wanted */
  chooseColours(wanted) {
    this.fourColours = wanted;
    localStorage.setItem(FOUR_COLOURS, wanted ? "on" : "off");
  }

  render() {
    return html`<div class="table-page ${this.fourColours ? "four-colour" : ""} ${this.live?.connection === "lost" ? "offline" : ""}">
      ${tableBar(this)}
      ${notices(this)}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="room">
        <div class="stage">
          <hw-felt .live=${this.live}></hw-felt>
          <hw-station .live=${this.live}></hw-station>
        </div>
        <hw-record .live=${this.live}></hw-record>
      </div>
    </div>`;
  }
}
customElements.define("hw-table-page", TablePage);
