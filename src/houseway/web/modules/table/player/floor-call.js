/** A player calls a floorperson to the table, sees that the call is open, and is told when somebody has answered. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { alarm, announce } from "../../lib/announcer.js";
import { get, post, send } from "../../lib/api.js";
import { PageElement } from "../../lib/element.js";
import { duration } from "../../lib/format.js";
import { playersRefusal } from "../../parts/clauses.js";

/** @typedef {{table: string, since: number, about: string, note: string}} Call */

/** What a call may be about, as the service names it, in a player's words. @type {[string, string][]} */
export const SUBJECTS = [["payment", "A payment"], ["dealer", "The dealing"], ["chips", "My chips"], ["player", "Another player"], ["rules", "A question about the rules"], ["other", "Something else"]];
const EVERY = 4000;

class FloorCall extends PageElement {
  static properties = { table: {}, call: { state: true }, refusal: { state: true }, busy: { state: true }, answered: { state: true } };

  constructor() {
    super();
    this.table = "";
    /** The open call. @type {Call | null} */
    this.call = null;
    /** @type {import("../../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** Whether somebody has answered the last call. */
    this.answered = false;
    this.timer = 0;
  }

  firstUpdated() {
    this.look();
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = window.setInterval(() => this.call && !document.hidden && this.look(), EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  get path() {
    return `/api/tables/${encodeURIComponent(this.table)}/floor-call`;
  }

  /** Look whether the call is still open. Without an answer the next look tells. */
  async look() {
    if (this.busy) return;
    const before = this.call;
    const found = await get(this.path).catch(() => before);
    if (this.busy || this.call !== before) return;
    this.call = found;
    if (!before || found) return;
    this.answered = true;
    announce("A floorperson has answered your call.");
  }

  /** @param {() => Promise<void>} work */
  async carryOut(work) {
    this.busy = true;
    this.refusal = null;
    try {
      await work();
    } catch (error) {
      this.refusal = /** @type {import("../../lib/api.js").Refusal} */ (error);
      alarm(this.refusal.message);
    } finally {
      this.busy = false;
    }
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const wanted = Object.fromEntries(new FormData(form));
    this.carryOut(async () => {
      this.call = await post(this.path, wanted);
      this.answered = false;
      announce("The floor is called.");
    });
  }

  takeBack() {
    this.carryOut(async () => {
      await send("DELETE", this.path);
      this.call = null;
      announce("You have taken your call back.");
    });
  }

  render() {
    return html`<details class="seat-menu floor-call">
      <summary>${this.call ? "Floor called" : this.answered ? "Floor: answered" : "Call the floor"}</summary>
      <div class="menu-body">${this.call ? this.openCall(this.call) : this.form()}${this.refusal ? playersRefusal(this.refusal) : nothing}</div>
    </details>`;
  }

  /** @param {Call} call */
  openCall({ about, note, since }) {
    const subject = SUBJECTS.find(([name]) => name === about)?.[1] ?? about;
    return html`<p><b>A floorperson is called.</b> ${subject}${note ? html`: ${note}` : nothing}</p>
      <p class="soft">Called ${duration(Math.max(0, Date.now() - since))} ago. The game goes on meanwhile.</p>
      <button class="act" aria-busy=${this.busy} @click=${() => this.takeBack()}><span>I no longer need anybody</span></button>`;
  }

  form() {
    return html`<form @submit=${this.submit}>
      ${this.answered ? html`<p class="soft" role="status">A floorperson has answered your call.</p>` : nothing}
      <label>What is it about?<select class="in" name="about">${SUBJECTS.map(([name, words]) => html`<option value=${name}>${words}</option>`)}</select></label>
      <label>In a line, if you like<input class="in" name="note" maxlength="200" autocomplete="off"></label>
      <button class="act" aria-busy=${this.busy}><span>Call a floorperson</span></button>
    </form>`;
  }
}
customElements.define("hw-floor-call", FloorCall);
