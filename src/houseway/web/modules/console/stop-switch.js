/** A switch that keeps new rounds from a table, a game or the house, with a reason that goes on record. */
import { html, nothing } from "../../vendor/lit/index.js";
import { post } from "../lib/api.js";
import { announce } from "../lib/announcer.js";
import { PageElement } from "../lib/element.js";
import { refusalBox, sentence } from "../parts/clauses.js";
import { rarePanel } from "../parts/folding.js";

class StopSwitch extends PageElement {
  static properties = { scope: {}, target: {}, label: {}, stopped: {}, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.scope = "table";
    this.target = "";
    /** What is stopped, in words; the target if it is empty. */
    this.label = "";
    /** Why it is stopped; empty if it is not. */
    this.stopped = "";
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
  }

  /** @param {SubmitEvent} event */
  async press(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const why = String(new FormData(form).get("why"));
    this.busy = true;
    try {
      const stopped = !this.stopped;
      await post("/api/house/stops", { scope: this.scope, target: this.target, stopped, why });
      this.stopped = stopped ? why : "";
      this.refusal = null;
      form.reset();
      announce(stopped ? `${this.name} is stopped` : `${this.name} goes on`);
      this.dispatchEvent(new CustomEvent("stop-switched", { bubbles: true }));
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  get name() {
    return this.label || this.target;
  }

  render() {
    const note = this.stopped ? html`<span class="tag bad">stopped</span>` : html`<span class="tag ok">running</span>`;
    return rarePanel("stop-switch", "Stop switch", note, html`
      <form class="body" @submit=${this.press}>
        <p>${this.stopped ? sentence(this.stopped) : html`<span class="soft">No new round begins at ${this.name} while it is stopped. A round under way is finished.</span>`}</p>
        <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>
        ${this.refusal ? refusalBox(this.refusal) : nothing}
        <button class="btn ${this.stopped ? "" : "stop"}" ?disabled=${this.busy}>${this.stopped ? `Let ${this.name} go on` : `Stop ${this.name}`}</button>
      </form>`);
  }
}
customElements.define("hw-stop-switch", StopSwitch);
