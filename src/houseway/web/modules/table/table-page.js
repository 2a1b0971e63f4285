/** The page of a table: the bar, the felt, the player's own place and the record. Each of them listens to the table by itself. */
import { html, nothing } from "../../vendor/lit/index.js";
import { alarm } from "../lib/announcer.js";
import { get } from "../lib/api.js";
import { playersRefusal } from "../parts/clauses.js";
import { arrival, tableName } from "./arrival.js";
import { LiveElement } from "./live-element.js";
import { nothingHere, notices, sayNotice } from "./notices.js";
import { Playback } from "./felt/playback.js";
import { tableBar } from "./table-bar.js";
import { ticker } from "./record/announcements.js";
import "./felt/felt.js";
import "./record/record.js";

const FOUR_COLOURS = "houseway.four-colours";

class TablePage extends LiveElement {
  static properties = {
    ...LiveElement.properties, layout: { state: true }, refusal: { state: true }, fourColours: { state: true }, sheet: { state: true },
  };

  constructor() {
    super();
    this.table = tableName;
    /** @type {import("./felt/geometry.js").Layout | null} */
    this.layout = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.fourColours = localStorage.getItem(FOUR_COLOURS) === "on";
    /** Whether the record is open as a sheet, on a phone. */
    this.sheet = false;
    /** What kept the table from going on, when it was last said. */
    this.noticed = "";
  }

  firstUpdated() {
    import("./player/play-time.js");
    import("./station/station.js"); // after the felt, which already shows the table
  }

  connectedCallback() {
    super.connectedCallback();
    document.title = `${this.table} · houseway`;
    this.addEventListener("refused", (event) => (this.refusal = /** @type {CustomEvent} */ (event).detail));
    this.come().catch((refusal) => (this.refusal = refusal));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.close();
  }

  async come() {
    get(`/api/tables/${encodeURIComponent(this.table)}/layout`).then((layout) => (this.layout = layout), (refusal) => refusal.status === 404 || (this.refusal = refusal));
    const live = await arrival;
    this.playback = new Playback(live);
    this.live = live;
  }

  /** @param {import("../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    sayNotice(this, alarm);
  }

  /** @param {boolean} wanted */
  chooseColours(wanted) {
    this.fourColours = wanted;
    localStorage.setItem(FOUR_COLOURS, wanted ? "on" : "off");
  }

  /** Bet on a wager of the felt that was clicked, if it is the player's own. @param {MouseEvent} event */
  betOnFelt(event) {
    const place = /** @type {Element} */ (event.target).closest("[data-spot], [data-print]");
    if (place) /** @type {any} */ (this.querySelector("hw-station"))?.betOn?.(place);
  }

  /** Give up the seat, then go back to the tables. */
  leave() {
    this.refusal = null;
    const option = this.state.options?.find((/** @type {any} */ each) => each.act === "leave" && !("position" in each.facts));
    const goHome = () => location.assign("/");
    if (option && this.state.own?.positions.length) /** @type {any} */ (this.querySelector("hw-station"))?.leave(option, goHome);
    else goHome();
  }

  /** Whether nothing of the table came before the connection ended: there is no such table, or the session is over. */
  get isGone() {
    return Boolean(this.live?.ending && !this.state.view);
  }

  render() {
    if (this.isGone) return html`<div class="table-page">${tableBar(this)}${nothingHere(this)}</div>`;
    return html`<div class="table-page ${this.fourColours ? "four-colour" : ""} ${["lost", "ended"].includes(this.live?.connection ?? "") ? "offline" : ""} ${this.state.table?.open === false ? "closed" : ""}">
      ${tableBar(this)}
      ${notices(this)}
      ${this.refusal ? html`<div class="page-toast">${playersRefusal(this.refusal)}<button class="btn quiet" @click=${() => (this.refusal = null)}>Close</button></div>` : nothing}
      ${ticker(this)}
      <div class="room">
        <div class="stage" ?inert=${this.live?.connection === "ended"}>
          <hw-felt @click=${this.betOnFelt} .live=${this.live} .layout=${this.layout} .playback=${this.playback}></hw-felt>
          <hw-station @colours=${() => this.chooseColours(!this.fourColours)} .live=${this.live} .playback=${this.playback}></hw-station>
        </div>
        <hw-record class=${this.sheet ? "open" : ""} .live=${this.live} .playback=${this.playback} @close=${() => (this.sheet = false)}></hw-record>
      </div>
    </div>`;
  }
}
customElements.define("hw-table-page", TablePage);
