/** The tables of the house as a list for its staff, refreshed regularly. */
import { get } from "../lib/api.js";
import { LastAnswer } from "../lib/late-answers.js";

const EVERY = 2000;

/** A controller that polls the tables while its element is on the page. */
export class TableList {
  /** @param {import("../../vendor/lit/index.js").LitElement} host */
  constructor(host) {
    this.host = host;
    /** @type {import("../lobby/lobby.js").Table[] | null} */
    this.tables = null;
    /** Tables whose record cannot be read, and why. @type {Record<string, string>} */
    this.unreadable = {};
    this.timer = 0;
    this.answers = new LastAnswer();
    host.addController(this);
  }

  hostConnected() {
    this.timer = window.setInterval(() => document.hidden || this.refresh(), EVERY);
    this.refresh();
  }

  hostDisconnected() {
    clearInterval(this.timer);
  }

  async refresh() {
    const isLate = this.answers.ask();
    const answer = await get("/api/tables").catch(() => null);
    if (!answer || isLate()) return;
    this.tables = answer.tables;
    this.unreadable = answer.unreadable;
    this.host.requestUpdate();
  }
}
