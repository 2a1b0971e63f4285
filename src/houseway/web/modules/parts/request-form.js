/** A small form that posts to the service: it waits for the answer, and shows a refusal beneath its fields. */
import { html, nothing } from "../../vendor/lit/index.js";
import { alarm, announce } from "../lib/announcer.js";
import { SentOnce } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { refusalBox } from "./clauses.js";

/** @typedef {(values: Record<string, string>, form: HTMLFormElement, id: string) => Promise<string | void>} Send */

export class RequestForm extends PageElement {
  static properties = { fields: { attribute: false }, send: { attribute: false }, action: {}, danger: { type: Boolean }, primary: { type: Boolean }, refusal: { state: true }, busy: { state: true }, said: { state: true } };

  constructor() {
    super();
    /** @type {unknown} */
    this.fields = nothing;
    /** Posts the values and returns the words that confirm it. @type {Send} */
    this.send = async () => {};
    this.action = "";
    this.danger = false;
    /** Whether it is what the page is for. */
    this.primary = false;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    this.said = "";
    this.once = new SentOnce();
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    this.busy = true;
    this.said = "";
    try {
      this.said = (await this.send(values, form, this.once.idFor(values))) ?? "";
      this.refusal = null;
      this.once.answered();
      form.reset();
      announce(this.said || `${this.action}: done`);
      this.dispatchEvent(new CustomEvent("request-done", { bubbles: true }));
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      this.once.answered(this.refusal);
      alarm(this.refusal.message);
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`<form class="plain-form" @submit=${this.submit}>${this.fields}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <p class="send"><button class="btn ${this.danger ? "stop" : this.primary ? "primary" : ""}" ?disabled=${this.busy}>${this.action}</button>
        ${this.said ? html`<span class="tag ok done" role="status">${this.said}</span>` : nothing}</p></form>`;
  }
}
customElements.define("hw-request-form", RequestForm);
