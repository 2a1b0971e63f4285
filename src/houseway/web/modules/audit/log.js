/** The log of the house: its last checkpoint, the latest round in it as an example, and what anybody can check in the browser. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime } from "../lib/format.js";
import { LastAnswer, LastQuestion } from "../lib/late-answers.js";
import { saveFile } from "../lib/save-file.js";
import { refusalBox } from "../parts/clauses.js";
import { readCheckpoint } from "./checkpoint.js";
import { checkHistory, checkInclusion, keepCheckpoint, keptCheckpoint, latestReceipt, readLog } from "./log-proofs.js";
import { growthPicture, pathPicture } from "./picture.js";

/** @typedef {import("./log-proofs.js").LogProof} LogProof @typedef {import("./log-proofs.js").Log} LogRead */

const SIGNED = { proved: "signed", failed: "not genuine", open: "", cannot: "signature not checked" };
const TAGS = { proved: "ok done", failed: "bad", open: "wait", cannot: "off" };

/** @param {LogProof | null} proof @param {string} label */
const verdict = (proof, label) => html`<p class="verdict" role="status" aria-label=${label}>${proof ? html`<span class="tag wrap ${TAGS[proof.verdict]}">${proof.words}</span>` : nothing}</p>`;

class Log extends PageElement {
  static properties = { log: { state: true }, history: { state: true }, receipt: { state: true }, older: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {LogRead | null} */
    this.log = null;
    /** Whether the log extends the checkpoint that this browser has stored. @type {LogProof | null} */
    this.history = null;
    /** @type {LogProof | null} */
    this.receipt = null;
    /** @type {LogProof | null} */
    this.older = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** The proofs that were asked for, by where they are shown. */
    this.asked = { receipt: new LastQuestion(), older: new LastQuestion() };
    this.looks = new LastAnswer();
  }

  async connectedCallback() {
    super.connectedCallback();
    await this.attempt(() => this.look());
    if (await whoAmI().catch(() => null)) await this.tryLatest();
  }

  /** Do something, and show the refusal if there is one, unless something else is asked for meanwhile. @param {() => Promise<void>} work @param {AbortSignal} [signal] */
  async attempt(work, signal) {
    let refusal = null;
    try {
      await work();
    } catch (error) {
      refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    if (!signal?.aborted) this.refusal = refusal;
  }

  /**
   * Fetch the last checkpoint, compare it with the one stored here, and store it if it extends that one. A checkpoint that comes after
   * a later one is dropped: it is smaller than the one stored here, as if the log had been truncated.
   */
  async look() {
    const isLate = this.looks.ask();
    const log = await readLog();
    if (isLate()) return;
    this.log = log;
    const kept = keptCheckpoint(log.checkpoint.origin);
    this.history = kept ? await checkHistory(log, kept) : { verdict: "open", words: "The first one that this browser has seen. It is stored here and compared with later ones" };
    this.dispatchEvent(new CustomEvent("log-checked", { detail: worst(log.signature, this.history), bubbles: true }));
    if (this.history.verdict !== "failed" && log.signature.verdict === "proved") keepCheckpoint(log.checkpoint);
  }

  /**
   * Compute a proof of a text. The one that was shown is of another text, and so is one that comes after a later one was asked for.
   * @param {"receipt" | "older"} where @param {() => Promise<string>} read @param {(log: LogRead, text: string) => Promise<LogProof>} check
   */
  async prove(where, read, check) {
    const signal = this.asked[where].ask();
    this[where] = null;
    await this.attempt(async () => {
      const text = await read();
      await this.look();
      const proof = this.log && (await check(this.log, text));
      if (!signal.aborted) this[where] = proof;
    }, signal);
  }

  /** Look for the latest completed round of the house in the log. */
  async tryLatest() {
    this.busy = true;
    await this.prove("receipt", latestReceipt, async (log, text) => text ? checkInclusion(log, text) : { verdict: "open", words: "No round is over yet: the receipt of the first one will be looked for here" });
    this.busy = false;
  }

  /** Whoever has no session begins one as a guest: rounds are shown to people who take part. */
  async tryAsGuest() {
    await this.attempt(async () => void (await ensureSession()));
    await this.tryLatest();
    announce(this.receipt?.words ?? "");
  }

  /** @param {SubmitEvent} event @param {(log: LogRead, text: string) => Promise<LogProof>} check @param {"receipt" | "older"} where */
  async submit(event, check, where) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text") ?? "");
    await this.prove(where, async () => text, check);
    announce(this[where]?.words ?? "");
  }

  render() {
    const signature = this.log?.signature.verdict;
    const log = html`<section class="panel log" id="the-log"><header><h2>The log</h2>${signature ? html`<span class="tag ${TAGS[signature]}">${SIGNED[signature]}</span>` : nothing}</header>
        ${this.refusal ? refusalBox(this.refusal) : nothing}
        <div class="body"><p class="soft">Everything that the house has stored is a leaf of one tree. Anybody who keeps its signed root can prove later that nothing was changed.</p>
        ${this.log ? this.checkpointPart(this.log) : html`<p class="loading" role="status">Fetching the last checkpoint…</p>`}</div></section>`;
    const parts = [log, this.receiptPart(), this.olderPart()];
    return this.closest(".audit") ? [parts[2], log, parts[1]] : parts; // there the longest part is the last, and both columns are of one height
  }

  /** @param {LogRead} log */
  checkpointPart({ checkpoint, signature, contradiction, waiting, lost }) {
    return html`${contradiction ? html`<p class="refusal" role="alert"><b>The house has stopped signing:</b> ${contradiction}</p>` : nothing}
      <p class="count"><b>${checkpoint.size.toLocaleString("en")}</b> ${checkpoint.size === 1 ? "leaf" : "leaves"}${waiting ? html`<span class="soft">, and ${waiting} that wait for the next checkpoint</span>` : nothing}</p>
      ${lost ? html`<p class="tag bad">${countThings(lost, "append")} removed from the database before coming into the log</p>` : nothing}
      <dl class="hashes"><div><dt>Root, signed ${dateTime(checkpoint.at)}</dt><dd class="mono">${checkpoint.root}</dd></div></dl>
      ${verdict(signature, "Signature")}
      <p class="send"><button class="btn" @click=${() => this.attempt(() => this.look())}>Look again</button><button class="btn" @click=${() => saveFile(`checkpoint-${checkpoint.size}.txt`, "text/plain", checkpoint.note)}>Save the checkpoint</button></p>
      <details><summary>The checkpoint as text</summary><pre class="mono note">${checkpoint.note}</pre></details>`;
  }

  receiptPart() {
    const path = this.receipt?.path;
    return html`<section class="panel log in-it"><header><h2>Is a round in it?</h2><button class="btn" ?disabled=${this.busy} @click=${this.tryAsGuest}>${this.busy ? "Computing…" : "Check the latest round"}</button></header>
      <div class="body">${path ? pathPicture(path) : this.receipt ? nothing : html`<p class="soft">One click takes the receipt of the latest round, and this browser computes the way from it up to the signed root.</p>`}
        ${verdict(this.receipt, "Is a round in it?")}
        ${this.form("receipt", "Check a receipt of your own", "A receipt, or the record of a round that you have saved", checkInclusion)}</div></section>`;
  }

  olderPart() {
    return html`<section class="panel log"><header><h2>Was it rewritten?</h2></header><div class="body">
      <p class="soft">This browser stores the last checkpoint that it has seen, and compares.</p>${growthPicture(this.history?.growth)}${verdict(this.history, "History")}
      ${this.older ? html`${growthPicture(this.older.growth)}${verdict(this.older, "Was it rewritten?")}` : nothing}
      ${this.form("older", "Compare with a checkpoint of your own", "An older checkpoint of this house", checkOlder)}</div></section>`;
  }

  /** @param {"receipt" | "older"} where @param {string} title @param {string} label @param {(log: LogRead, text: string) => Promise<LogProof>} check */
  form(where, title, label, check) {
    return html`<details class="own"><summary>${title}</summary><form class="log-form" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, check, where)}>
      <label>${label}<textarea class="in mono" name="text" rows="3" required spellcheck="false"></textarea></label>
      <p class="send"><button class="btn">Compute the proof</button></p></form></details>`;
  }
}

/** The verdict of two proofs: one that failed, or else the first. @param {LogProof} one @param {LogProof} other */
const worst = (one, other) => (other.verdict === "failed" ? other.verdict : one.verdict);

/** @param {LogRead} log @param {string} text @returns {Promise<LogProof>} */
async function checkOlder(log, text) {
  const older = readCheckpoint(text);
  return older ? checkHistory(log, older) : { verdict: "failed", words: "This is not a checkpoint: paste the whole text with its signature" };
}
customElements.define("hw-log", Log);
