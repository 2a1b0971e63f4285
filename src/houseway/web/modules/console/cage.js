/** The cage: find a player's account, deposit what he brings, pay him out. */
import { html, nothing } from "../../vendor/lit/index.js";
import { keyed } from "../../vendor/lit-html/directives/keyed.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { requireDollars } from "../parts/bounds.js";
import { refusalBox } from "../parts/clauses.js";
import { foldingPanel } from "../parts/folding.js";
import "../parts/person-search.js";
import "../parts/request-form.js";

class Cage extends PageElement {
  static properties = { owner: { state: true }, account: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    this.choices = new LastQuestion();
    /** The name of the account's owner. */
    this.owner = "";
    /** @type {any} */
    this.account = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  /** @param {CustomEvent<import("../parts/person-search.js").FoundAccount>} event */
  async open({ detail: { person, name } }) {
    const signal = this.choices.ask();
    try {
      const account = await get(`/api/accounts/${encodeURIComponent(person)}`, signal);
      Object.assign(this, { account, owner: name, refusal: null });
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** @param {"deposit" | "withdraw"} way @param {Record<string, string>} values @param {string} id */
  async move(way, { amount, why }, id) {
    const cents = requireDollars(amount);
    const account = await post(`/api/accounts/${this.account.person}/${way}`, { id, amount_cents: cents, why });
    if (this.account.person === account.person) this.account = account; // and not that of somebody who was chosen meanwhile
    return `${dollars(cents)} ${way === "deposit" ? "deposited" : "paid out"}`;
  }

  render() {
    return foldingPanel("cage", "The cage", html`<span class="soft small">players’ accounts</span>`, html`<div class="body plain-form">
      <hw-person-search @person-chosen=${this.open}></hw-person-search>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.account ? keyed(this.account.person, this.movements()) : nothing}
    </div>`);
  }

  movements() {
    const fields = html`<div class="row"><label>Amount in dollars<input class="in" name="amount" inputmode="decimal" required autocomplete="off"></label>
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label></div>`;
    return html`<p class="owner"><b>${this.owner}</b><b>${dollars(this.account.balance)}</b></p>
      <hw-request-form .fields=${fields} action="Deposit" .send=${(/** @type {any} */ values, /** @type {any} */ _, /** @type {string} */ id) => this.move("deposit", values, id)}></hw-request-form>
      <hw-request-form .fields=${fields} action="Pay out" .send=${(/** @type {any} */ values, /** @type {any} */ _, /** @type {string} */ id) => this.move("withdraw", values, id)}></hw-request-form>
      ${this.account.movements.length ? html`<table class="decks"><thead><tr><th>When</th><th>What</th><th class="n">Amount</th></tr></thead><tbody>
        ${this.account.movements.slice(-6).reverse().map((/** @type {any} */ each) => html`<tr><td>${dateTime(each.at)}</td><td>${each.reason.replaceAll("-", " ")}</td><td class="n">${dollars(each.amount)}</td></tr>`)}</tbody></table>` : nothing}`;
  }
}
customElements.define("hw-cage", Cage);
