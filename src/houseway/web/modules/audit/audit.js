/** Audit: the record of the house, all money reconciled, the program's integrity, signed receipts of every table, and the log. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars, signedDollars } from "../lib/format.js";
import { refusalBox } from "../parts/clauses.js";
import "../administration/record.js";
import "./log.js";
import { TAGS, readReceipts, receiptPanel, receiptsVerdict } from "./receipts.js";

class Audit extends PageElement {
  static properties = { money: { state: true }, moneyRefusal: { state: true }, check: { state: true }, receipts: { state: true }, log: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {{balanced: boolean, issued: number, in_accounts: number, at_tables: number, unmatched: any[]} | null} */
    this.money = null;
    /** Why the money could not be reconciled. @type {import("../lib/api.js").Refusal | null} */
    this.moneyRefusal = null;
    /** The last check of the program. @type {{at: number, facts: Record<string, any>} | null | undefined} */
    this.check = undefined;
    /** @type {import("./receipts.js").CheckedReceipts | null} */
    this.receipts = null;
    /** Whether the log is signed and extends the one that this browser knows. @type {import("../rounds/proofs.js").Proof["verdict"] | null} */
    this.log = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await Promise.all([this.reconcile(), this.findLastCheck(), readReceipts().then((receipts) => (this.receipts = receipts))]);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  async reconcile() {
    this.busy = true;
    this.moneyRefusal = null;
    try {
      this.money = await get("/api/house/reconciliation");
    } catch (error) {
      this.money = null;
      this.moneyRefusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  async findLastCheck() {
    const { events } = await get("/api/house/record");
    this.check = events.findLast((/** @type {{kind: string}} */ { kind }) => kind === "integrity-checked") ?? null;
  }

  render() {
    return html`<div class="page audit">
      <div class="head"><div><h1>Audit</h1><p>The record of the house, and checks of its money, its program and its receipts. Rounds are at <a href="/rounds">surveillance</a>.</p></div></div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.atAGlance()}
      <div class="audit-checks">${this.moneyPanel()}${this.integrityPanel()}${receiptPanel(this.receipts)}<hw-log @log-checked=${(/** @type {CustomEvent} */ event) => (this.log = event.detail)}></hw-log></div>
      <hw-house-record></hw-house-record>
    </div>`;
  }

  /** The four checks in a line, each with a way to its panel. */
  atAGlance() {
    const { money, check } = this;
    const balance = this.moneyRefusal ? "failed" : money && (money.balanced ? "proved" : "failed");
    const program = check === null ? "open" : check && (check.facts.matches === true ? "proved" : "failed");
    return html`<ul class="panel glance" aria-label="At a glance">
      ${glance("money", "Money", balance, "balances to the cent", this.moneyRefusal ? "cannot be counted" : "does not balance")}
      ${glance("program", "Program", program, "as it was accepted", "not as accepted")}
      ${glance("receipts", "Receipts", receiptsVerdict(this.receipts), "signed by the house", "not genuine")}
      ${glance("the-log", "Log", this.log, "signed, and only extended", "not as it was signed")}
    </ul>`;
  }

  moneyPanel() {
    const { money } = this;
    return html`<section class="panel" id="money"><header><h2>All money</h2>${money ? html`<span class="tag ${money.balanced ? "ok done" : "bad"}">${money.balanced ? "balances" : "does not balance"}</span>` : this.moneyRefusal ? html`<span class="tag bad">cannot be counted</span>` : nothing}</header>
      ${money ? html`<table><tbody>
        <tr><td>Issued by the house</td><td class="n">${dollars(money.issued)}</td></tr><tr><td>In accounts</td><td class="n">${dollars(money.in_accounts)}</td></tr>
        <tr><td>At tables</td><td class="n">${dollars(money.at_tables)}</td></tr></tbody>
        <tfoot><tr><td>Difference</td><td class="n">${dollars(money.issued - money.in_accounts - money.at_tables)}</td></tr></tfoot></table>
        ${money.unmatched.length ? html`<ul class="unmatched">${money.unmatched.map((each) => html`<li>${each.table}, event ${each.event}: ${each.reason} of ${each.person} <b>${signedDollars(each.amount)}</b> has no counterpart</li>`)}</ul>` : nothing}` : this.moneyRefusal ? html`<div class="body">${refusalBox(this.moneyRefusal)}</div>` : html`<p class="empty"><b>Reconciling</b>This reads the whole record again.</p>`}
      <p class="body"><button class="btn" ?disabled=${this.busy} @click=${this.reconcile}>${this.busy ? "Reconciling…" : "Reconcile again"}</button></p></section>`;
  }

  integrityPanel() {
    const { check } = this;
    const matches = check?.facts.matches === true;
    return html`<section class="panel" id="program"><header><h2>The program</h2>${check ? html`<span class="tag ${matches ? "ok done" : "bad"}">${matches ? "as accepted" : "differs"}</span>` : nothing}</header>
      ${check ? html`<div class="body"><p class="soft">Checked ${dateTime(check.at)}: program, libraries and configuration against the hashes that were accepted.</p>
        ${check.facts.differences?.length ? html`<ul class="differing" tabindex="0" aria-label="Parts that differ">${check.facts.differences.map((/** @type {string} */ line) => html`<li class="mono">${line}</li>`)}</ul>` : nothing}
        <details><summary>The hashes that were found</summary><dl class="hashes">${(check.facts.found?.table ?? []).map((/** @type {[string, string]} */ [part, hash]) => html`<div><dt>${part}</dt><dd class="mono">${hash}</dd></div>`)}</dl></details></div>` : html`<p class="empty"><b>${check === undefined ? "Loading" : "Not checked lately"}</b>An administrator checks it on demand; the house does every day.</p>`}</section>`;
  }
}
customElements.define("hw-audit", Audit);

/**
 * One check in the line of all of them. @param {string} panel @param {string} title @param {import("../rounds/proofs.js").Proof["verdict"] | null | undefined} verdict
 * @param {string} good @param {string} bad
 */
function glance(panel, title, verdict, good, bad) {
  const words = { proved: good, failed: bad, open: "not known yet", cannot: "not checked here" };
  return html`<li><a href="#${panel}">${title}</a><span class="tag wrap ${verdict ? TAGS[verdict] : "wait"}">${verdict ? words[verdict] : "being checked"}</span></li>`;
}
