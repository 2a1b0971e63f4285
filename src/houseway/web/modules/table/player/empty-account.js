/** What somebody is told whose account is empty: where money comes from, and new play money for whoever plays with that. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { announce } from "../../lib/announcer.js";
import { ACCOUNT_CHANGED, get, post } from "../../lib/api.js";
import { PageElement } from "../../lib/element.js";
import { playersRefusal } from "../../parts/clauses.js";

class EmptyAccount extends PageElement {
  static properties = { account: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {{play_money: boolean} | null} */
    this.account = null;
    /** @type {import("../../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
  }

  firstUpdated() {
    get("/api/account").then((account) => (this.account = account), (refusal) => (this.refusal = refusal));
  }

  async renew() {
    this.busy = true;
    this.refusal = null;
    try {
      await post("/api/account/play-money");
      dispatchEvent(new CustomEvent(ACCOUNT_CHANGED));
      announce("You have new play money.");
    } catch (error) {
      this.refusal = /** @type {import("../../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  render() {
    if (!this.account && !this.refusal) return nothing;
    return html`<div class="buy-in">${this.account?.play_money ? this.playMoney() : MONEY}${this.refusal ? playersRefusal(this.refusal) : nothing}</div>`;
  }

  playMoney() {
    return html`<p class="lead">Your play money is used up</p>
      <p class="soft">It was never worth anything, so you may have more of it. It is a good moment for a break, too.</p>
      <div class="choices"><button class="act" aria-busy=${this.busy} ?disabled=${this.busy} @click=${() => this.renew()}><span>Take new play money</span></button></div>`;
  }
}
customElements.define("hw-empty-account", EmptyAccount);

const MONEY = html`<p class="lead">There is no money on your account yet</p>
  <p class="soft">Ask at the cage: as soon as somebody of the house has put money on it, you can buy chips here.</p>`;
