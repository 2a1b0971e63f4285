/** What runs on while the connection is lost: the time to the next attempt, and to the end of the player's own clock. */
import { html, nothing } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import { minutesAndSeconds } from "../lib/format.js";
import { clockOf, ownPositions } from "./player/own-place.js";

class Reconnecting extends PageElement {
  static properties = { live: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../lib/live-table.js").LiveTable | null} */
    this.live = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  render() {
    if (!this.live) return nothing;
    const { live } = this;
    const wait = Math.max(0, Math.ceil((live.triesAt - Date.now()) / 1000));
    return html`<span role="timer">${wait ? `Next try in ${wait} s.` : "Trying now."} ${this.ownClock(live)}</span>`;
  }

  /** Say how long the table still waits for the player himself. @param {import("../lib/live-table.js").LiveTable} live */
  ownClock(live) {
    const [position] = ownPositions(live.state);
    const clock = position ? clockOf(live.state, position) : null;
    if (!clock) return nothing;
    const left = Math.max(0, Math.ceil((clock.ends_at - live.now()) / 1000));
    return left ? html`<b>${minutesAndSeconds(left)}</b> left, then ${clock.words}.` : `Your time is up: ${clock.words}.`;
  }
}
customElements.define("hw-reconnecting", Reconnecting);
