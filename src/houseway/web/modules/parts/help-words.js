/** Where help is to be had, as the house says it; and when somebody who is signed in was here before. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";

/** @typedef {{text: string, contact: string, link: string}} HelpWords @typedef {{visit: string, since: number, previous_log_in: number | null}} Visit */

class HelpBox extends PageElement {
  static properties = { help: { state: true }, visit: { state: true }, guest: { state: true } };

  constructor() {
    super();
    /** @type {HelpWords | null} */
    this.help = null;
    /** @type {Visit | null} */
    this.visit = null;
    this.guest = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    get("/api/protection/help").then(({ help }) => (this.help = help), () => {}); // the page is usable without
    const person = await whoAmI().catch(() => null);
    if (!person?.permissions.includes("account.read-own")) return;
    this.guest = person.guest;
    this.visit = await get("/api/protection/visit").catch(() => null);
  }

  render() {
    if (!this.help) return nothing;
    const { text, contact, link } = this.help;
    return html`<aside class="help-words" aria-label="Help with play"><p>${text} ${contact ? html`<b>${contact}</b> ` : nothing}${link ? html`<a href=${link}>${link}</a> ` : nothing}<a href="/protection">Set limits to your play</a></p>
      ${this.visit ? html`<p class="soft small">${this.since(this.visit)}</p>` : nothing}</aside>`;
  }

  /** @param {Visit} visit */
  since({ visit, since, previous_log_in }) {
    const before = previous_log_in ? `You logged in before on ${dateTime(previous_log_in)}. ` : this.guest ? "" : "This is your first log-in. ";
    return `${before}Signed in since ${dateTime(since)}, visit ${visit}.`;
  }
}
customElements.define("hw-help-words", HelpBox);
