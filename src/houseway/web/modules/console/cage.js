/** The cage: see a player's account, deposit what he brings, pay him out. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, newCommandId, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars } from "../lib/format.js";
import { readDollars } from "../parts/bounds.js";
import { refusalBox } from "../parts/clauses.js";
import "../parts/request-form.js";

class Cage extends PageElement {
  static properties = { people: { state: true }, account: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** Display names of people at the tables, by id. @type {Record<string, string>} */
    this.people = {};
    /** @type {any} */
    this.account = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/tables").then(({ names }) => (this.people = names), () => {});
  }

  /** @param {string} person */
  async open(person) {
    this.account = null;
    if (!person) return;
    try {
      this.account = await get(`/api/accounts/${encodeURIComponent(person)}`);
      this.refusal = null;
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** @param {"deposit" | "withdraw"} way @param {Record<string, string>} values */
  async move(way, { amount, why }) {
    const cents = readDollars(amount);
    this.account = await post(`/api/accounts/${this.account.person}/${way}`, { id: newCommandId(), amount_cents: Number.isNaN(cents) ? 0 : cents, why });
    return `${dollars(cents)} ${way === "deposit" ? "deposited" : "paid out"}`;
  }

  render() {
    return html`<section class="panel cage"><header><h2>The cage</h2>${this.account ? html`<b>${dollars(this.account.balance)}</b>` : nothing}</header><div class="body plain-form">
      <label>Whose account<select class="in" @change=${(/** @type {Event} */ event) => this.open(/** @type {HTMLSelectElement} */ (event.target).value)}>
        <option value="">Choose somebody at a table…</option>${Object.entries(this.people).map(([id, name]) => html`<option value=${id}>${name}</option>`)}</select></label>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.account ? this.movements() : nothing}
    </div></section>`;
  }

  movements() {
    const fields = html`<div class="row"><label>Amount in dollars<input class="in" name="amount" inputmode="decimal" required autocomplete="off"></label>
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label></div>`;
    return html`<hw-request-form .fields=${fields} action="Deposit" .send=${(/** @type {any} */ values) => this.move("deposit", values)}></hw-request-form>
      <hw-request-form .fields=${fields} action="Pay out" .send=${(/** @type {any} */ values) => this.move("withdraw", values)}></hw-request-form>
      <table class="decks"><thead><tr><th>When</th><th>What</th><th class="n">Amount</th></tr></thead><tbody>
        ${this.account.movements.slice(-6).reverse().map((/** @type {any} */ each) => html`<tr><td>${dateTime(each.at)}</td><td>${each.reason.replaceAll("-", " ")}</td><td class="n">${dollars(each.amount)}</td></tr>`)}</tbody></table>`;
  }
}
customElements.define("hw-cage", Cage);
