/** Audit: the record of the house, all money reconciled, the program's integrity, signed receipts of every table, and the log. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars, signedDollars } from "../lib/format.js";
import { refusalBox } from "../parts/clauses.js";
import { checkPermission, permissionMissing } from "../parts/permission.js";
import "../administration/record.js";
import "./log.js";
import { receiptPanel, readReceipts } from "./receipts.js";

class Audit extends PageElement {
  static properties = { person: { state: true }, allowed: { state: true }, money: { state: true }, check: { state: true }, receipts: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    /** @type {boolean | null} */
    this.allowed = null;
    /** @type {{balanced: boolean, issued: number, in_accounts: number, at_tables: number, unmatched: any[]} | null} */
    this.money = null;
    /** The last check of the program. @type {{at: number, facts: Record<string, any>} | null | undefined} */
    this.check = undefined;
    /** @type {import("./receipts.js").CheckedReceipts | null} */
    this.receipts = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    [this.person, this.allowed] = await checkPermission("audit.read");
    if (!this.allowed) return;
    try {
      await Promise.all([this.reconcile(), this.findLastCheck(), readReceipts().then((receipts) => (this.receipts = receipts))]);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  async reconcile() {
    this.busy = true;
    try {
      this.money = await get("/api/house/reconciliation");
    } finally {
      this.busy = false;
    }
  }

  async findLastCheck() {
    const { events } = await get("/api/house/record");
    this.check = events.findLast((/** @type {{kind: string}} */ { kind }) => kind === "integrity-checked") ?? null;
  }

  render() {
    if (this.allowed === false) return html`${permissionMissing(this.person, "The audit", "auditors and administrators")}<p class="page narrow">Anybody can <a href="/log">check the log of the house</a>.</p>`;
    if (!this.allowed) return nothing;
    return html`<div class="page audit">
      <div class="head"><div><h1>Audit</h1><p>The record of the house, and checks of its money, its program and its receipts. Rounds are at <a href="/rounds">surveillance</a>.</p></div></div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="audit-grid"><div class="audit-panels">${this.moneyPanel()}${receiptPanel(this.receipts)}${this.integrityPanel()}</div><hw-log></hw-log></div>
      <hw-house-record></hw-house-record>
    </div>`;
  }

  moneyPanel() {
    const { money } = this;
    return html`<section class="panel"><header><h2>All money</h2>${money ? html`<span class="tag ${money.balanced ? "ok done" : "bad"}">${money.balanced ? "balances" : "does not balance"}</span>` : nothing}</header>
      ${money ? html`<table><tbody>
        <tr><td>Issued by the house</td><td class="n">${dollars(money.issued)}</td></tr><tr><td>In accounts</td><td class="n">${dollars(money.in_accounts)}</td></tr>
        <tr><td>At tables</td><td class="n">${dollars(money.at_tables)}</td></tr></tbody>
        <tfoot><tr><td>Difference</td><td class="n">${dollars(money.issued - money.in_accounts - money.at_tables)}</td></tr></tfoot></table>
        ${money.unmatched.length ? html`<ul class="unmatched">${money.unmatched.map((each) => html`<li>${each.table}, event ${each.event}: ${each.reason} of ${each.person} <b>${signedDollars(each.amount)}</b> has no counterpart</li>`)}</ul>` : nothing}` : html`<p class="empty"><b>Reconciling</b>Every stream is read again.</p>`}
      <p class="body"><button class="btn" ?disabled=${this.busy} @click=${this.reconcile}>${this.busy ? "Reconciling…" : "Reconcile again"}</button></p></section>`;
  }

  integrityPanel() {
    const { check } = this;
    const matches = check?.facts.matches === true;
    return html`<section class="panel"><header><h2>The program</h2>${check ? html`<span class="tag ${matches ? "ok done" : "bad"}">${matches ? "as accepted" : "differs"}</span>` : nothing}</header>
      ${check ? html`<div class="body"><p class="soft">Checked ${dateTime(check.at)}: program, libraries and configuration against the hashes that were accepted.</p>
        ${check.facts.differences?.length ? html`<ul class="differing" tabindex="0" aria-label="Parts that differ">${check.facts.differences.map((/** @type {string} */ line) => html`<li class="mono">${line}</li>`)}</ul>` : nothing}
        <dl class="hashes">${(check.facts.found?.table ?? []).map((/** @type {[string, string]} */ [part, hash]) => html`<div><dt>${part}</dt><dd class="mono">${hash}</dd></div>`)}</dl></div>` : html`<p class="empty"><b>${check === undefined ? "Loading" : "Not checked lately"}</b>An administrator checks it on demand; the house does every day.</p>`}</section>`;
  }
}
customElements.define("hw-audit", Audit);
