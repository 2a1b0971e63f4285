/** The log of the house: its last checkpoint, and what anybody can check about it in the browser. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { saveFile } from "../lib/save-file.js";
import { refusalBox } from "../parts/clauses.js";
import { readCheckpoint } from "./checkpoint.js";
import { checkHistory, checkInclusion, keepCheckpoint, keptCheckpoint, readLog } from "./log-proofs.js";

/** @typedef {import("../rounds/proofs.js").Proof} Proof */

const SIGNED = { proved: "signed", failed: "not genuine", open: "", cannot: "signature not checked" };
const TAGS = { proved: "ok done", failed: "bad", open: "wait", cannot: "off" };

/** @param {Proof | null} proof @param {string} label */
const verdict = (proof, label) => html`<p class="verdict" role="status" aria-label=${label}>${proof ? html`<span class="tag wrap ${TAGS[proof.verdict]}">${proof.words}</span>` : nothing}</p>`;

class Log extends PageElement {
  static properties = { log: { state: true }, history: { state: true }, receipt: { state: true }, older: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {import("./log-proofs.js").Log | null} */
    this.log = null;
    /** Whether the log extends the checkpoint that this browser has stored. @type {Proof | null} */
    this.history = null;
    /** @type {Proof | null} */
    this.receipt = null;
    /** @type {Proof | null} */
    this.older = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  async connectedCallback() {
    super.connectedCallback();
    await this.attempt(() => this.look());
  }

  /** @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
      this.refusal = null;
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** Fetch the last checkpoint, compare it with the one stored here, and store it if it extends that one. */
  async look() {
    const log = (this.log = await readLog());
    const kept = keptCheckpoint(log.checkpoint.origin);
    this.history = kept ? await checkHistory(log, kept) : { verdict: "open", words: "The first one that this browser has seen. It is stored here and compared with later ones" };
    this.dispatchEvent(new CustomEvent("log-checked", { detail: worst(log.signature, this.history), bubbles: true }));
    if (this.history.verdict !== "failed" && log.signature.verdict === "proved") keepCheckpoint(log.checkpoint);
  }

  /** @param {SubmitEvent} event @param {(log: import("./log-proofs.js").Log, text: string) => Promise<Proof>} check @param {"receipt" | "older"} where */
  async submit(event, check, where) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text") ?? "");
    await this.attempt(async () => {
      await this.look();
      if (this.log) this[where] = await check(this.log, text);
      announce(this[where]?.words ?? "");
    });
  }

  render() {
    const signature = this.log?.signature.verdict;
    return html`<section class="panel log" id="the-log"><header><h2>The log</h2>${signature ? html`<span class="tag ${TAGS[signature]}">${SIGNED[signature]}</span>` : nothing}</header>
        ${this.refusal ? refusalBox(this.refusal) : nothing}
        ${this.log ? this.checkpointPart(this.log) : html`<p class="empty"><b>Loading</b>The last checkpoint of the house.</p>`}</section>
      ${this.form("receipt", "Is my round in it?", "A receipt, or the record of a round that you have saved", checkInclusion)}
      ${this.form("older", "Was it rewritten?", "An older checkpoint of this house", checkOlder)}`;
  }

  /** @param {import("./log-proofs.js").Log} log */
  checkpointPart({ checkpoint, signature, contradiction, waiting }) {
    return html`<div class="body"><p class="soft">Everything that the house has stored is a leaf of one tree. Anybody who keeps its signed root can prove later that nothing was changed.</p>
      ${contradiction ? html`<p class="refusal" role="alert"><b>The house has stopped signing:</b> ${contradiction}</p>` : nothing}
      <dl class="hashes"><div><dt>Leaves</dt><dd>${checkpoint.size}${waiting ? html` <span class="soft">and ${waiting} that wait for the next checkpoint</span>` : nothing}</dd></div>
        <div><dt>Root, signed ${dateTime(checkpoint.at)}</dt><dd class="mono">${checkpoint.root}</dd></div></dl>
      ${verdict(signature, "Signature")}${verdict(this.history, "History")}
      <details><summary>The checkpoint, to be stored elsewhere</summary><pre class="mono note">${checkpoint.note}</pre></details>
      <p class="send"><button class="btn" @click=${() => this.attempt(() => this.look())}>Look again</button><button class="btn" @click=${() => saveFile(`checkpoint-${checkpoint.size}.txt`, "text/plain", checkpoint.note)}>Save the checkpoint</button></p></div>`;
  }

  /** @param {"receipt" | "older"} where @param {string} title @param {string} label @param {(log: import("./log-proofs.js").Log, text: string) => Promise<Proof>} check */
  form(where, title, label, check) {
    return html`<section class="panel log"><header><h2>${title}</h2></header><form class="body log-form" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, check, where)}>
      <label>${label}<textarea class="in mono" name="text" rows="3" required spellcheck="false"></textarea></label>
      <p class="send"><button class="btn">Compute the proof</button></p>${verdict(this[where], title)}</form></section>`;
  }
}

/** The verdict of two proofs: one that failed, or else the first. @param {Proof} one @param {Proof} other */
const worst = (one, other) => (other.verdict === "failed" ? other.verdict : one.verdict);

/** @param {import("./log-proofs.js").Log} log @param {string} text @returns {Promise<Proof>} */
async function checkOlder(log, text) {
  const older = readCheckpoint(text);
  return older ? checkHistory(log, older) : { verdict: "failed", words: "This is not a checkpoint: paste the whole text with its signature" };
}
customElements.define("hw-log", Log);
