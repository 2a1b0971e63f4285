/** A player's own rounds: wagers and result of each, with a link to the round. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { refusalBox } from "../parts/clauses.js";
import { partTable } from "./part-table.js";

class OwnHistory extends PageElement {
  static properties = { report: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {import("./cells.js").Report | null} */
    this.report = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      this.report = await get("/api/reports/history");
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  render() {
    const part = this.report?.parts[0];
    return html`<div class="page reports">
      <div class="head"><div><h1>Your rounds</h1><p>Every round that you have played, the latest first. Other players cannot see it.</p></div>
        ${part?.rows.length ? html`<p class="files"><a class="btn" href="/api/reports/history/file?form=csv" download>CSV</a><a class="btn" href="/api/reports/history/file?form=jsonl" download>JSON lines</a></p>` : nothing}</div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${part && this.report ? html`<section class="panel">${part.rows.length ? partTable(part, { names: this.report.names, books: {} }) : html`<p class="empty"><b>You have played no round yet</b>Rounds appear here when they are over.</p>`}</section>` : nothing}
    </div>`;
  }
}
customElements.define("hw-own-history", OwnHistory);
