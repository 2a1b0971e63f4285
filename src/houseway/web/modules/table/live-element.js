/** The base of components that show a live table: they are drawn again after each message and each step of the playback. */
import { PageElement } from "../lib/element.js";

export class LiveElement extends PageElement {
  static properties = { live: { attribute: false }, playback: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.live = null;
    /** @type {import("./felt/playback.js").Playback | null} */
    this.playback = null;
    this.hear = (/** @type {Event} */ event) => this.tableChanged(/** @type {CustomEvent} */ (event).detail);
    this.showNext = (/** @type {Event} */ event) => this.roundShown(/** @type {CustomEvent} */ (event).detail);
  }

  /** The sections of the table, empty before the first message. @returns {Record<string, any>} */
  get state() {
    return this.live?.state ?? {};
  }

  /** The events that have been played: while a completed round is being shown, its later events are left out. */
  get events() {
    return this.playback?.events ?? this.live?.events ?? [];
  }

  /** @param {Map<PropertyKey, any>} changed */
  willUpdate(changed) {
    if (changed.has("live")) {
      changed.get("live")?.removeEventListener("changed", this.hear);
      this.live?.addEventListener("changed", this.hear);
      if (this.state.view) this.tableChanged([]); // the first message came before this element
    }
    if (changed.has("playback")) {
      changed.get("playback")?.removeEventListener("shown", this.showNext);
      this.playback?.addEventListener("shown", this.showNext);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.removeEventListener("changed", this.hear);
    this.playback?.removeEventListener("shown", this.showNext);
  }

  /** Called after a message of the table. @param {import("../lib/live-table.js").TableEvent[]} _events the events that it brought */
  tableChanged(_events) {
    this.requestUpdate();
  }

  /** Called after a step of the playback. @param {import("../lib/live-table.js").TableEvent[]} _events the events that it shows */
  roundShown(_events) {
    this.requestUpdate();
  }
}
