/** The clock of the player's own decision: a ring that empties, urgent in the last ten seconds. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { countThings, minutesAndSeconds } from "../../lib/format.js";
import { styled } from "../../lib/styled.js";
import { LiveElement } from "../live-element.js";
import { ClockWarning, URGENT } from "../player/hearing.js";

const AROUND = 150.8;

class StationClock extends LiveElement {
  static properties = { ...LiveElement.properties, clock: { attribute: false } };

  constructor() {
    super();
    /** @type {{begins_at: number, ends_at: number, words: string} | null} */
    this.clock = null;
    this.warning = new ClockWarning();
  }

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.clock && this.requestUpdate(), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    if (!this.clock || !this.live) return nothing;
    const { begins_at: begin, ends_at: end } = this.clock;
    const left = Math.max(0, Math.ceil((end - this.live.now()) / 1000));
    const share = Math.min(1, Math.max(0, (end - this.live.now()) / Math.max(1, end - begin)));
    this.warning.look(this.clock, this.live.now());
    return html`<span class="clock ${left <= URGENT ? "urgent" : ""}" role="timer" aria-label="${countThings(left, "second")} left">
      <svg viewBox="0 0 56 56" aria-hidden="true"><circle class="track" cx="28" cy="28" r="24" /><circle class="left" cx="28" cy="28" r="24" ${styled({ "stroke-dasharray": AROUND, "stroke-dashoffset": AROUND * (1 - share) })} /></svg>
      <b>${minutesAndSeconds(left)}</b>
    </span>`;
  }
}
customElements.define("hw-station-clock", StationClock);
