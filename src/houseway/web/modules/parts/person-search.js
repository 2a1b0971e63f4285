/** Finds a person by a part of the name. It fires `person-chosen` with the chosen account. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dollars } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { refusalBox } from "./clauses.js";

/** @typedef {{person: string, name: string, guest: boolean, program: boolean, balance: number}} FoundAccount */

const PAUSE = 250;

class PersonSearch extends PageElement {
  static properties = { label: {}, found: { state: true }, chosen: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    this.label = "Whose account";
    /** @type {FoundAccount[] | null} */
    this.found = null;
    this.chosen = "";
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.timer = 0;
    this.searches = new LastQuestion();
  }

  /** Search when the user stops typing. @param {InputEvent} event */
  type(event) {
    const owner = /** @type {HTMLInputElement} */ (event.target).value.trim();
    clearTimeout(this.timer);
    const signal = this.searches.ask();
    if (!owner) this.found = null;
    else this.timer = window.setTimeout(() => this.search(owner, signal), PAUSE);
  }

  /** @param {string} owner @param {AbortSignal} signal */
  async search(owner, signal) {
    try {
      const { accounts } = await get(`/api/accounts?${new URLSearchParams({ owner })}`, signal);
      this.found = accounts;
      this.refusal = null;
      announce(`${accounts.length} found`);
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** @param {FoundAccount} account */
  choose(account) {
    this.chosen = account.person;
    this.dispatchEvent(new CustomEvent("person-chosen", { detail: account, bubbles: true }));
  }

  render() {
    return html`<label>${this.label}<input class="in" type="search" placeholder="Part of a name, or an id" maxlength="60" autocomplete="off" @input=${this.type}></label>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.found && !this.found.length ? html`<p class="soft">Nobody has such a name.</p>` : nothing}
      ${this.found?.length ? html`<ul class="found">${this.found.map((account) => html`<li><button type="button" aria-pressed=${account.person === this.chosen} @click=${() => this.choose(account)}>
        <span>${account.name}${account.guest ? html` <span class="soft small">guest</span>` : nothing}</span><b>${dollars(account.balance)}</b></button></li>`)}</ul>` : nothing}`;
  }
}
customElements.define("hw-person-search", PersonSearch);
