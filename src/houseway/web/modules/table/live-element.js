/** The base of everything that shows a live table: it is drawn again after each message of the table. */
import { PageElement } from "../lib/element.js";

export class LiveElement extends PageElement {
  static properties = { live: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.live = null;
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.heard = null;
    this.hear = (/** @type {Event} */ event) => this.tableChanged(/** @type {CustomEvent} */ (event).detail);
  }

  /** The sections of the table, empty before the first message. @returns {Record<string, any>} */
  get state() {
    return this.live?.state ?? {};
  }

  /** @param {Map<PropertyKey, any>} _changed */
  willUpdate(_changed) {
    if (this.live === this.heard) return;
    this.heard?.removeEventListener("changed", this.hear);
    this.live?.addEventListener("changed", this.hear);
    this.heard = this.live;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.heard?.removeEventListener("changed", this.hear);
    this.heard = null;
  }

  /** A message has come. @param {import("../lib/live-table.js").TableEvent[]} _events the events that it brought */
  tableChanged(_events) {
    this.requestUpdate();
  }
}
