/** The program's integrity: whether its files and libraries are those that were accepted. */
import { html, nothing } from "../../vendor/lit/index.js";
import { post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { refusalBox } from "../parts/clauses.js";
import "../parts/request-form.js";

class Integrity extends PageElement {
  static properties = { check: { state: true }, busy: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {{matches: boolean, differences: string[], found: Record<string, string>} | null} */
    this.check = null;
    this.busy = false;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  async run() {
    this.busy = true;
    try {
      this.check = await post("/api/house/integrity");
      this.refusal = null;
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {Record<string, string>} values */
  async accept({ why }) {
    this.check = await post("/api/house/integrity/accept", { why });
    return "The program is accepted as it is";
  }

  render() {
    return html`<section class="panel"><header><h2>Integrity</h2>${this.check ? html`<span class="tag ${this.check.matches ? "ok done" : "bad"}">${this.check.matches ? "as accepted" : "differs"}</span>` : nothing}</header><div class="body plain-form">
      <p class="soft">Hashes of the program, its libraries and its configuration are compared with those that were accepted.</p>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.check ? this.result() : nothing}
      <button class="btn" ?disabled=${this.busy} @click=${this.run}>${this.busy ? "Checking…" : "Check the program now"}</button>
    </div></section>`;
  }

  result() {
    const { matches, differences, found } = /** @type {NonNullable<Integrity["check"]>} */ (this.check);
    if (matches) return html`<p>${Object.keys(found).length} parts are as they were accepted.</p>`;
    return html`<ul class="lines">${differences.map((difference) => html`<li>${difference}</li>`)}</ul>
      <hw-request-form danger action="Accept the program as it is" .fields=${html`<label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`}
        .send=${(/** @type {any} */ values) => this.accept(values)}></hw-request-form>`;
  }
}
customElements.define("hw-integrity", Integrity);
