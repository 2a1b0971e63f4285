/** The time, how long the player has been here, and at least every hour what he has wagered and what it came to. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { announce } from "../../lib/announcer.js";
import { get, whoAmI } from "../../lib/api.js";
import { PageElement } from "../../lib/element.js";
import { dollars } from "../../lib/format.js";

/** @typedef {{at: number, since: number, wagered: number, net: number, seconds: number, reminder_minutes: number, help: {contact: string}}} Visit */

const MINUTE = 60_000;
const LOOK_EVERY = 5_000;

class PlayTime extends PageElement {
  static properties = { visit: { state: true }, minute: { state: true }, notice: { state: true } };

  constructor() {
    super();
    /** @type {Visit | null} */
    this.visit = null;
    /** By how much the house's clock is ahead of the browser's. */
    this.ahead = 0;
    this.minute = 0;
    /** What the player is told until he says that he has read it. @type {Visit | null} */
    this.notice = null;
    /** When he is told next, by the house's clock. */
    this.due = Infinity;
    this.timer = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    whoAmI().then((person) => person?.permissions.includes("account.read-own") && this.ask()).catch(() => {}); // others have no visit of their own
    this.timer = window.setInterval(() => this.tick(), LOOK_EVERY);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  get now() {
    return Date.now() + this.ahead;
  }

  async ask() {
    const visit = await get("/api/protection/visit");
    this.ahead = visit.at - Date.now();
    const every = visit.reminder_minutes * MINUTE;
    this.due = visit.since + (Math.floor((visit.at - visit.since) / every) + 1) * every; // the same in every tab, and after a reload
    this.visit = visit;
    this.minute = Math.floor(this.now / MINUTE);
    return visit;
  }

  async tick() {
    if (!this.visit) return;
    this.minute = Math.floor(this.now / MINUTE);
    if (this.now < this.due) return;
    this.due = Infinity; // until the service has answered
    this.notice = await this.ask().catch(() => {
      this.due = this.now + MINUTE;
      return null;
    });
    if (this.notice) announce(words(this.notice));
  }

  render() {
    if (!this.visit) return nothing;
    return html`<p class="play-time"><time title="The time now">${hourAndMinute(this.now)}</time> <span title="Since you signed in">here for ${lasted(this.now - this.visit.since)}</span></p>
      ${this.notice ? html`<div class="play-notice" role="alert"><p><b>${words(this.notice)}</b>${this.notice.help.contact ? html` ${this.notice.help.contact}` : nothing}</p>
        <p><button class="act" @click=${() => (this.notice = null)}><span>Go on</span></button> <a href="/protection">Your limits</a></p></div>` : nothing}`;
  }
}
customElements.define("hw-play-time", PlayTime);

/** @param {number} milliseconds */
const hourAndMinute = (milliseconds) => new Date(milliseconds).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/** @param {number} milliseconds */
function lasted(milliseconds) {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param {Visit} visit */
function words({ at, since, seconds, wagered, net }) {
  const result = net < 0 ? `lost ${dollars(-net)}` : net > 0 ? `won ${dollars(net)}` : "are even";
  return `You have been here for ${lasted(at - since)}, ${lasted(seconds * 1000)} of it at tables. You have wagered ${dollars(wagered)} and ${result}.`;
}
