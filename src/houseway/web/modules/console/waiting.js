/** What waits for a dealer or a floorperson at all tables, asked for now and then. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { get } from "../lib/api.js";
import { clauseLinks } from "../parts/clauses.js";

/** @typedef {{table: string, role: "dealer" | "floor", act: string, words: string, clauses: string[], by_program: boolean}} Waiting */

const EVERY = 2000;

/** A controller that keeps the list fresh while its element is on the page. */
export class WaitingList {
  /** @param {import("../../vendor/lit/index.js").LitElement & {allowed: boolean | null}} host an element that knows whether its reader may see the list */
  constructor(host) {
    this.host = host;
    /** @type {Waiting[] | null} */
    this.steps = null;
    /** When somebody first saw each of them here. @type {Map<string, number>} */
    this.since = new Map();
    this.timer = 0;
    this.asked = false;
    host.addController(this);
  }

  hostConnected() {
    this.timer = window.setInterval(() => document.hidden || this.refresh(), EVERY);
  }

  hostUpdated() {
    if (this.steps || this.asked || !this.host.allowed) return;
    this.asked = true;
    this.refresh();
  }

  hostDisconnected() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (!this.host.allowed) return;
    const answer = await get("/api/waiting").catch(() => null);
    if (!answer) return;
    this.steps = answer.waiting;
    const keys = new Set(answer.waiting.map(keyOf));
    for (const key of this.since.keys()) if (!keys.has(key)) this.since.delete(key);
    for (const key of keys) if (!this.since.has(key)) this.since.set(key, Date.now());
    this.host.requestUpdate();
  }

  /** What a person of a role has to do, the longest waiting first. @param {"dealer" | "floor"} role @returns {Waiting[]} */
  for(role) {
    const waiting = (this.steps ?? []).filter((step) => step.role === role && !step.by_program);
    return waiting.sort((one, other) => (this.since.get(keyOf(one)) ?? 0) - (this.since.get(keyOf(other)) ?? 0));
  }
}

/** @param {Waiting} step */
const keyOf = (step) => `${step.table} ${step.act} ${step.words}`;

/** @param {WaitingList} list @param {string} [here] the table of this page, which needs no link */
export function floorQueue(list, here = "") {
  const waiting = list.for("floor");
  return html`<section class="panel queue" aria-live="polite"><header><h2>The floor’s queue</h2><span class="tag ${waiting.length ? "wait" : "ok"}">${waiting.length ? `${waiting.length} ${waiting.length === 1 ? "waits" : "wait"}` : "clear"}</span></header>
    ${waiting.length ? html`<ul>${waiting.map((step) => html`<li><div><b>${capital(step.words)}</b><span>${step.table}</span><span class="soft small">${clauseLinks(step.clauses, 3)}</span></div>
      <div class="qb">${step.table === here ? nothing : html`<a class="btn" href="/floor/${step.table}">Open ${step.table}</a>`}</div></li>`)}</ul>`
      : html`<p class="empty"><b>Nothing waits</b>Validations and rulings of the house come here.</p>`}
  </section>`;
}
