/** The dealer's console of one table: the step that is due, seats, reports, what else is legal, cards and devices. */
import { html, nothing } from "../../vendor/lit/index.js";
import { refusalBox } from "../parts/clauses.js";
import { isPhone, WidthListener } from "../parts/folding.js";
import { notices } from "../table/notices.js";
import { awaitedPlayers } from "./awaited.js";
import { floorCalls } from "./floor-calls.js";
import { dueStep } from "./due-step.js";
import { dealerOnDuty } from "./duty.js";
import { equipmentPanel } from "./equipment.js";
import { DeskKeys } from "./desk-keys.js";
import { deskHead, otherOptions, reportOptions } from "./desk-parts.js";
import { seatsPanel } from "./seats.js";
import { StaffElement } from "./staff-element.js";
import { floorQueue, WaitingList } from "./waiting.js";
import { programsSteps, whereToDeal } from "./watching.js";
import "./also-legal.js";
import "./report.js";

class ConsolePage extends StaffElement {
  static properties = StaffElement.properties;
  /** @type {"dealer" | "floor"} */
  static capacity = "dealer";

  constructor() {
    super();
    this.waiting = new WaitingList(this);
    this.width = new WidthListener(this);
    this.keys = new DeskKeys(this);
  }

  page() {
    const queue = floorQueue(this.waiting, this.table);
    const isUrgent = isPhone() && this.waiting.waitsElsewhere(this.table); // on a phone it comes before the seats
    const parts = { live: this.live, words: this.words, seen: this.seen, deck: this.deck };
    return html`<div class="page desk">
      ${deskHead(this, html`${dealerOnDuty(this)}<a class="btn" href="/tables/${this.table}">See the table</a>`)}
      ${notices(this, true)}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="desk-grid"><div class="col-a">
        ${this.overtaking.note(this)}
        ${this.keys.note()}
        ${dueStep(this)}
        ${this.isProgramDealt && isPhone() ? whereToDeal(this) : nothing}
        ${floorCalls(this)}
        ${awaitedPlayers(this)}
        ${isUrgent ? queue : nothing}
        ${seatsPanel(this)}
        ${this.isProgramDealt ? programsSteps(this) : this.state.frozen ? nothing : html`<hw-report .live=${parts.live} .words=${parts.words} .seen=${parts.seen} .deck=${parts.deck} .options=${reportOptions(this)}></hw-report>`}
      </div><div class="col-b">
        ${this.isProgramDealt ? (isPhone() ? nothing : whereToDeal(this)) : this.state.frozen ? nothing : html`<hw-also-legal .live=${parts.live} .words=${parts.words} .seen=${parts.seen} .deck=${parts.deck} .options=${otherOptions(this)}></hw-also-legal>`}
        ${isUrgent || (this.isProgramDealt && !this.waiting.for("floor").length) ? nothing : queue}
        ${equipmentPanel(this)}
      </div></div>
    </div>`;
  }
}
customElements.define("hw-console-page", ConsolePage);
