/** The chips of a table: its inventory, forms for a fill and a credit with their previews, and recent ones. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { centsOf } from "../lib/facts.js";
import { clockTime, dollars } from "../lib/format.js";
import { foldingPanel } from "../parts/folding.js";
import { OptionPanel } from "./option-panel.js";
import "./act.js";

/** @typedef {{inventory: number, drop: number, movements: {at: number, reason: string, amount: number, by: string, why: string}[], names: Record<string, string>}} Chips */

export const CHIP_ACTS = ["fill", "credit"];

class Inventory extends OptionPanel {
  static properties = { ...OptionPanel.properties, table: {}, round: { type: Number }, chips: { state: true }, open: { state: true } };

  constructor() {
    super();
    this.table = "";
    /** The round at the table: chips have moved when it is another one. */
    this.round = 0;
    /** @type {Chips | null} */
    this.chips = null;
    /** The act whose form is open. */
    this.open = "";
  }

  willUpdate() {
    if (!this.open || !this.words) return;
    if (this.isOvertaken(this.words.title(this.open).split(":")[0], this.options.some(({ act }) => act === this.open))) this.done();
  }

  /** @param {string} act */
  toggle(act) {
    this.open = this.open === act ? "" : act;
    this.startForm();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("round")) this.refresh();
  }

  async refresh() {
    this.chips = await get(`/api/tables/${encodeURIComponent(this.table)}/inventory`).catch(() => this.chips);
  }

  done() {
    this.open = "";
    this.refresh();
  }

  leave() {
    this.open = "";
  }

  render() {
    const { chips, words } = this;
    if (!chips || !words) return nothing;
    const option = this.options.find(({ act }) => act === this.open);
    const note = html`<span class="soft small">${dollars(chips.inventory)} at the table</span>`;
    return foldingPanel("chips-of-table", "Fills and credits", note, html`${this.overtakenNote()}<div class="body">
      <dl class="dev"><div><dt>Table inventory</dt><dd><b>${dollars(chips.inventory)}</b></dd></div><div><dt>Drop box</dt><dd>${dollars(chips.drop)}</dd></div></dl>
      <p class="rowb">${this.options.map(({ act }) => html`<button class="btn" aria-expanded=${this.open === act} @click=${() => this.toggle(act)}>${words.title(act)}</button>`)}</p>
      ${option ? html`<div class="opened" @act-done=${this.done} @act-left=${this.leave}><hw-act .live=${this.live} .words=${words} .options=${[option]}
        .doubt=${(/** @type {Record<string, any>} */ facts) => doubtAbout(option.act, centsOf(facts.amount), chips.inventory)}></hw-act></div>` : nothing}
      ${chips.movements.length ? this.movements(chips) : nothing}
    </div>`);
  }

  /** @param {Chips} chips */
  movements({ movements, names }) {
    return html`<table class="decks"><thead><tr><th>When</th><th>What</th><th class="n">Amount</th></tr></thead><tbody>
      ${movements.slice(0, 6).map(({ at, reason, amount, by, why }) => html`<tr><td class="nw">${clockTime(at)}</td>
        <td>${reason.replaceAll("-", " ")}<span class="soft small about"><br>${[names[by] ?? by, why].filter(Boolean).join(": ")}</span></td><td class="n">${dollars(amount)}</td></tr>`)}</tbody></table>`;
  }
}
customElements.define("hw-inventory", Inventory);

/** A fill has no limit of its own, so one that is larger than all chips of the table may be a slip of the keyboard. @param {string} act @param {number} amount @param {number} inventory */
const doubtAbout = (act, amount, inventory) => (act === "fill" && amount > inventory ? `${dollars(amount)} is right, although the table holds ${dollars(inventory)} now` : "");
