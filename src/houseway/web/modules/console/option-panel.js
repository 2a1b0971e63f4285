/** The base of panels that draw options of a table as forms. */
import { html, nothing } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import { sentence } from "../parts/clauses.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

export class OptionPanel extends PageElement {
  /** @type {import("../../vendor/lit/index.js").PropertyDeclarations} */
  static properties = { live: { attribute: false }, words: { attribute: false }, options: { attribute: false }, seen: { attribute: false }, deck: { attribute: false }, overtaken: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.live = null;
    /** @type {import("../lib/act-words.js").ActWords | null} */
    this.words = null;
    /** @type {Option[]} */
    this.options = [];
    /** Cards that have been seen, which forms do not offer again. */
    this.seen = new Set();
    /** Codes of the cards that a whole deck has. @type {string[]} */
    this.deck = [];
    /** Why a form that was open is no longer there. */
    this.overtaken = "";
    /** The number of the table's last event while the act of the open form was possible. */
    this.possibleAt = 0;
    this.addEventListener("act-refused", (event) => (this.overtaken = /** @type {CustomEvent<string>} */ (event).detail));
  }

  /** A form is opened or closed by hand. */
  startForm() {
    this.overtaken = "";
  }

  /** Return whether the act of an open form is no longer possible. Then say what has happened, unless it was sent from here. @param {string} title @param {boolean} isPossible */
  isOvertaken(title, isPossible) {
    if (isPossible) {
      this.possibleAt = this.live?.number ?? 0;
      return false;
    }
    const act = /** @type {(Element & {busy: boolean}) | null} */ (this.querySelector("hw-act"));
    const event = this.live?.events.find(({ number, kind, words }) => number > this.possibleAt && kind !== "money-moved" && words);
    this.overtaken = act?.busy ? "" : `${title} is no longer possible, and nothing was sent. ${event ? sentence(event.words) : "The table has moved on."}`;
    return true;
  }

  overtakenNote() {
    return this.overtaken ? html`<p class="overtaken" role="status"><span class="tag wait">The table has moved on</span> ${this.overtaken}</p>` : nothing;
  }
}
