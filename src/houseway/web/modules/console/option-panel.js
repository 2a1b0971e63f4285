/** The base of panels that draw options of a table as forms. */
import { PageElement } from "../lib/element.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

export class OptionPanel extends PageElement {
  /** @type {import("../../vendor/lit/index.js").PropertyDeclarations} */
  static properties = { live: { attribute: false }, words: { attribute: false }, options: { attribute: false }, seen: { attribute: false }, deck: { attribute: false } };

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
  }
}
