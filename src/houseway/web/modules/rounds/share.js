/** Whether a player shows one of his rounds to others by a link: he makes it, copies it, and ends it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { get, post, send } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { playersRefusal } from "../parts/clauses.js";

class ShareRound extends PageElement {
  static properties = { table: { attribute: false }, number: { attribute: false }, link: { state: true }, isShared: { state: true }, refusal: { state: true }, busy: { state: true }, copied: { state: true } };

  constructor() {
    super();
    this.table = "";
    this.number = 0;
    /** The link that was just made; it is told only once. */
    this.link = "";
    this.isShared = false;
    this.copied = false;
    this.busy = false;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  get path() {
    return `/api/tables/${encodeURIComponent(this.table)}/rounds/${this.number}/share`;
  }

  firstUpdated() {
    get("/api/shared").then(({ rounds }) => (this.isShared = rounds.some((/** @type {any} */ each) => each.table === this.table && each.round === this.number)), () => {});
  }

  /** @param {() => Promise<string>} work says what was done */
  async carryOut(work) {
    this.busy = true;
    this.refusal = null;
    this.copied = false;
    try {
      announce(await work());
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  share() {
    return this.carryOut(async () => {
      this.link = new URL((await post(this.path)).path, location.href).href;
      this.isShared = true;
      return "The round has a link.";
    });
  }

  stop() {
    return this.carryOut(async () => {
      await send("DELETE", this.path);
      Object.assign(this, { link: "", isShared: false });
      return "The round is no longer shared.";
    });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.link);
      this.copied = true;
      announce("The link is copied.");
    } catch {
      /** @type {HTMLInputElement | null} */ (this.querySelector(".link input"))?.focus(); // the browser forbids it, so he copies it himself
    }
  }

  render() {
    const made = this.link ? html`<label class="link">Its link <input class="in mono" readonly .value=${this.link} @focus=${(/** @type {any} */ event) => event.target.select()}></label>` : nothing;
    return html`<section class="panel share"><header><h2>Share this round</h2></header><div class="body">
      <p class="small soft">${this.isShared ? "Whoever has the link sees this round as you saw it: cards, wagers and results, with your name and nobody else's." : "Make a link, and whoever has it sees this round as you saw it: cards, wagers and results, with your name and nobody else's. You can end that at any time."}</p>
      ${made}${this.refusal ? playersRefusal(this.refusal) : nothing}
      <p class="files">${this.link && navigator.clipboard ? html`<button class="btn primary" @click=${() => this.copy()}>${this.copied ? "Copied" : "Copy the link"}</button>` : nothing}
        ${this.link ? nothing : html`<button class="btn" ?disabled=${this.busy} @click=${() => this.share()}>${this.isShared ? "Make a new link" : "Make a link"}</button>`}
        ${this.isShared ? html`<button class="btn" ?disabled=${this.busy} @click=${() => this.stop()}>Stop sharing</button>` : nothing}</p>
    </div></section>`;
  }
}
customElements.define("hw-share-round", ShareRound);
