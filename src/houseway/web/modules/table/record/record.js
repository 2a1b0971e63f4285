/** The record of the table: what was announced, the sign, and the last rounds. On a phone it opens as a sheet. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { get } from "../../lib/api.js";
import { announce } from "../../lib/announcer.js";
import { LastAnswer } from "../../lib/late-answers.js";
import { readerOf, saidAndLog } from "./announcements.js";
import { LiveElement } from "../live-element.js";
import { chanceWords } from "../player/contribution.js";
import { heardWords, isHeard } from "../player/hearing.js";

const TABS = ["Announcements", "Sign", "Rounds"];

class TableRecord extends LiveElement {
  static properties = { ...LiveElement.properties, tab: { state: true }, signData: { state: true }, rounds: { state: true } };

  constructor() {
    super();
    this.tab = "Announcements";
    /** @type {import("./sign.js").Sign | null} */
    this.signData = null;
    /** @type {import("./rounds.js").ShownRounds | null} */
    this.rounds = null;
    this.lists = new LastAnswer();
    /** @type {typeof import("./sign.js").sign | undefined} */
    this.drawSign = undefined;
    /** @type {typeof import("./rounds.js").roundList | undefined} */
    this.drawRounds = undefined;
  }

  /** @param {import("../../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    for (const event of events) if (isHeard(event, this.state)) announce(heardWords(event));
    if (this.tab === "Rounds" && events.some((event) => event.kind === "round-started")) this.load();
  }

  /** @param {string} tab */
  choose(tab) {
    this.tab = tab;
    this.load();
  }

  /** Load the data and the module of the chosen tab. A failure does no harm. */
  async load() {
    const table = this.live?.table;
    if (!table) return;
    if (this.tab === "Sign") {
      this.drawSign = (await import("./sign.js")).sign;
      this.signData ??= await get(`/api/tables/${table}/sign`).catch(() => null);
    }
    if (this.tab === "Rounds") {
      const { loadRounds, roundList } = await import("./rounds.js");
      this.drawRounds = roundList;
      const isLate = this.lists.ask();
      const rounds = await loadRounds(table).catch(() => null);
      if (rounds && !isLate()) this.rounds = rounds;
    }
  }

  /** Go to the previous or next tab with the arrow keys. @param {KeyboardEvent} event */
  step(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    this.choose(TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]);
    this.updateComplete.then(() => /** @type {HTMLElement | null} */ (this.querySelector("[aria-selected=true]"))?.focus());
  }

  render() {
    return html`<aside class="record" aria-label="Record">
      <div class="tabs" role="tablist" @keydown=${this.step}>
        ${TABS.map((tab) => html`<button role="tab" id="tab-${tab}" aria-controls="record-panel" aria-selected=${tab === this.tab} tabindex=${tab === this.tab ? 0 : -1} @click=${() => this.choose(tab)}>${tab}</button>`)}
        <button class="close" @click=${() => this.dispatchEvent(new CustomEvent("close"))}>Close</button>
      </div>
      <div class="panel-of-tab" role="tabpanel" id="record-panel" aria-labelledby="tab-${this.tab}">${this.content()}</div>
      ${this.foot()}
    </aside>`;
  }

  content() {
    if (this.tab === "Sign") return this.drawSign?.(this.signData) ?? nothing;
    if (this.tab === "Rounds") return this.drawRounds?.(this.live?.table ?? "", this.rounds) ?? nothing;
    return saidAndLog(this.events, readerOf(this.live, this.state));
  }

  foot() {
    const { table, settings } = this.state;
    if (!table) return nothing;
    const dealt = settings?.croupier ? "dealt by the program" : "dealt by a person";
    return html`<p class="foot">Book <code>${table.book}</code>, rules <code>${table.rules.slice(0, 16)}</code>, ${dealt}${settings?.practice ? ", practice" : ""}. ${chanceWords(this.live, false)?.words ?? ""}</p>`;
  }
}
customElements.define("hw-record", TableRecord);
