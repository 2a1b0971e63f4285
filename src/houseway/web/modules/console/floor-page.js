/** The floor's desk of one table: what waits for a ruling, rulings and corrections, money, meters, and the table itself. */
import { html, nothing } from "../../vendor/lit/index.js";
import { refusalBox } from "../parts/clauses.js";
import { isPhone, rarePanel, WidthListener } from "../parts/folding.js";
import { notices } from "../table/notices.js";
import { DeskKeys } from "./desk-keys.js";
import { deskHead, otherOptions, reportOptions } from "./desk-parts.js";
import { awaitedPlayers } from "./awaited.js";
import { dueStep } from "./due-step.js";
import { dealerOnDuty } from "./duty.js";
import { equipmentPanel } from "./equipment.js";
import { floorCalls } from "./floor-calls.js";
import { frozenTable } from "./frozen.js";
import { seatsPanel } from "./seats.js";
import { StaffElement } from "./staff-element.js";
import { floorQueue, WaitingList } from "./waiting.js";
import "./also-legal.js";
import "./chip-count.js";
import { CHIP_ACTS } from "./inventory.js";
import "./report.js";
import "./stop-switch.js";
import "./table-settings.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

class FloorPage extends StaffElement {
  static properties = { ...StaffElement.properties, requested: { state: true } };
  /** @type {"dealer" | "floor"} */
  static capacity = "floor";

  constructor() {
    super();
    this.waiting = new WaitingList(this);
    this.width = new WidthListener(this);
    /** Rulings and corrections, which are sent on request. @type {Option[] | null} */
    this.requested = null;
    this.keys = new DeskKeys(this);
  }

  /** @param {import("../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    if (events.length && this.requested) this.request();
  }

  async request() {
    if (!this.live) return;
    try {
      const [rulings, corrections] = await Promise.all([this.live.requestOptions("rulings"), this.live.requestOptions("corrections")]);
      this.requested = [...corrections.options, ...rulings.options];
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  page() {
    const { waits, chips, others } = this.split();
    const queue = floorQueue(this.waiting, this.table);
    const isOpen = this.state.table.open; // a closed table is read: nothing is reported, set or stopped there
    const isPlayed = isOpen && !this.state.frozen;
    const isUrgent = isPhone() && this.waiting.waitsElsewhere(this.table); // on a phone it comes before the seats
    const parts = { live: this.live, words: this.words, seen: this.seen, deck: this.deck };
    return html`<div class="page desk">
      ${deskHead(this, html`${dealerOnDuty(this)}<a class="btn" href="/floor">All tables</a>`)}
      ${notices(this, true)}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="desk-grid"><div class="col-a">
        ${this.overtaking.note(this)}
        ${this.keys.note()}
        ${dueStep(this)}
        ${frozenTable(this)}
        ${floorCalls(this)}
        ${awaitedPlayers(this)}
        ${isUrgent ? queue : nothing}
        ${waits.length ? html`<hw-also-legal class="waits" .live=${parts.live} .words=${parts.words} .seen=${parts.seen} title="Waits for a ruling" .options=${waits}></hw-also-legal>` : nothing}
        ${seatsPanel(this)}
        ${isPlayed ? html`<hw-report .live=${parts.live} .words=${parts.words} .seen=${parts.seen} .deck=${parts.deck} .options=${reportOptions(this)}></hw-report>` : nothing}
        ${rarePanel("rulings", "Rulings and corrections", html`<span class="soft small">see what can be ruled or corrected</span>`, this.rulings(parts), ({ target }) => /** @type {HTMLDetailsElement} */ (target).open && this.request())}
        <hw-chip-count .table=${this.table}></hw-chip-count>
        ${isOpen ? html`<hw-table-settings .table=${this.table}></hw-table-settings>` : nothing}
      </div><div class="col-b">
        ${isPlayed ? html`<hw-also-legal .live=${parts.live} .words=${parts.words} .seen=${parts.seen} .deck=${parts.deck} .options=${others}></hw-also-legal>` : nothing}
        ${isUrgent || !this.waiting.waitsElsewhere(this.table) ? nothing : queue}
        <hw-inventory .table=${this.table} .round=${this.state.view.round} .live=${parts.live} .words=${parts.words} .options=${chips}></hw-inventory>
        ${equipmentPanel(this)}
        ${isOpen ? html`<hw-stop-switch .scope=${"table"} .target=${this.table} .stopped=${this.state.stopped ?? ""}></hw-stop-switch>` : nothing}
      </div></div>
    </div>`;
  }

  /** Rulings and corrections, once they have come. @param {{live: any, words: any}} parts */
  rulings({ live, words }) {
    if (!this.requested) return html`<p class="body loading">Loading…</p>`;
    return html`<hw-also-legal .live=${live} .words=${words} title="Rulings and corrections" note="each is recorded with who, why and clause" .options=${this.requested}></hw-also-legal>`;
  }

  /** What waits for a ruling, fills and credits, and what else is possible. @returns {{waits: Option[], chips: Option[], others: Option[]}} */
  split() {
    const partOf = (/** @type {Option} */ { act }) => (this.words.group(act) === "ruling" ? "waits" : CHIP_ACTS.includes(act) ? "chips" : "others");
    const parts = { waits: /** @type {Option[]} */ ([]), chips: /** @type {Option[]} */ ([]), others: /** @type {Option[]} */ ([]) };
    for (const option of otherOptions(this)) parts[partOf(option)].push(option);
    return parts;
  }
}
customElements.define("hw-floor-page", FloorPage);
