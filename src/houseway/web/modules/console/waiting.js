/** Polls the steps that wait for a dealer or a floorperson at all tables, and who deals there. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { alarm } from "../lib/announcer.js";
import { get } from "../lib/api.js";
import { dollars, duration } from "../lib/format.js";
import { LastAnswer } from "../lib/late-answers.js";
import { clauseLinks, signInLink } from "../parts/clauses.js";

/** @typedef {{table: string, role: "dealer" | "floor", act: string, words: string, clauses: string[], by_program: boolean, since: number | null, amount: number | null}} Waiting */
/** @typedef {{table: string, position: number, player: string, since: number, otherwise: string}} AwaitedPlayer for whom no clock runs */
/** @typedef {{table: string, player: string, position: number, round: number, since: number, about: string, note: string}} FloorCall a player who has called a floorperson */
/** @typedef {{id: string, name: string, since: number}} SignedOnDealer */

const EVERY = 2000;

/** A controller that keeps the list fresh while its element is on the page. */
export class WaitingList {
  /** @param {import("../../vendor/lit/index.js").LitElement & {person: import("../lib/api.js").Person | null}} host an element that knows its reader */
  constructor(host) {
    this.host = host;
    /** @type {Waiting[] | null} */
    this.steps = null;
    /** @type {AwaitedPlayer[]} */
    this.awaited = [];
    /** @type {FloorCall[]} */
    this.calls = [];
    /** The dealers who are signed on, by table. @type {Record<string, {dealer: string, since: number}>} */
    this.dealers = {};
    /** @type {Record<string, string>} */
    this.names = {};
    /** The house's clock minus this machine's, in milliseconds. */
    this.clockOffset = 0;
    /** Why the list is not fresh. @type {import("../lib/api.js").Refusal | null} */
    this.problem = null;
    this.timer = 0;
    this.asked = false;
    this.answers = new LastAnswer();
    host.addController(this);
  }

  hostConnected() {
    this.timer = window.setInterval(() => document.hidden || this.refresh(), EVERY);
  }

  hostUpdated() {
    if (this.steps || this.asked || !this.host.person) return;
    this.asked = true;
    this.refresh();
  }

  hostDisconnected() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (!this.host.person) return;
    const isLate = this.answers.ask();
    try {
      const answer = await get("/api/waiting");
      if (isLate()) return;
      this.take(answer);
      this.problem = null;
    } catch (error) {
      if (isLate()) return;
      if (!this.problem) alarm(staleFact(/** @type {import("../lib/api.js").Refusal} */ (error)));
      this.problem = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    this.host.requestUpdate();
  }

  /** @param {any} answer */
  take(answer) {
    this.steps = answer.waiting;
    this.awaited = answer.awaited;
    this.calls = answer.calls;
    this.dealers = answer.dealers;
    this.names = answer.names;
    this.clockOffset = answer.at - Date.now();
  }

  /** Return the steps that wait for a role, the longest waiting first. @param {"dealer" | "floor"} role @returns {Waiting[]} */
  for(role) {
    const waiting = (this.steps ?? []).filter((step) => step.role === role && !step.by_program);
    return waiting.sort((one, other) => (one.since ?? Infinity) - (other.since ?? Infinity));
  }

  /** Who has called, as the staff names a player. @param {FloorCall} call */
  callerOf({ player, position }) {
    return `${this.names[player] ?? "a player"} at seat ${position}`;
  }

  /** Whether a step waits for a floorperson at another table. @param {string} here */
  waitsElsewhere(here) {
    return [...this.for("floor"), ...this.calls].some(({ table }) => table !== here);
  }

  /** Who is signed on to deal at a table. @param {string} table @returns {SignedOnDealer | null} */
  dealerAt(table) {
    const there = this.dealers[table];
    return there ? { id: there.dealer, name: this.names[there.dealer] ?? there.dealer, since: there.since } : null;
  }

  /** How long something has waited, by the house's clock. @param {{since: number | null}} step */
  age(step) {
    return step.since === null ? "" : duration(Date.now() + this.clockOffset - step.since);
  }
}

/** @param {import("../lib/api.js").Refusal} problem */
const staleFact = ({ status }) => (status === 401 ? "Your session has ended." : "Connection lost.");

/** Say that a list may no longer be true, and what to do about it. @param {WaitingList} list */
export function staleNotice({ problem }) {
  if (!problem) return nothing;
  const isOver = problem.status === 401;
  return html`<div class="table-notice ${isOver ? "bad" : "lost wait"}"><p><b class="tag ${isOver ? "bad" : "wait"}">${staleFact(problem)}</b> You see the last known state${isOver ? "." : "; the desk asks again every two seconds."}</p>
    <span class="ways">${isOver ? signInLink() : nothing}</span></div>`;
}

/** Draw what waits for a floorperson. Whoever may not rule is led to the dealer’s console of a table. @param {WaitingList} list @param {string} [here] the table of this page, which needs no link */
export function floorQueue(list, here = "") {
  const waiting = list.for("floor");
  const desk = list.host.person?.permissions.includes("table.rule") ? "/floor" : "/console";
  return html`<section class="panel queue"><header><h2>The floor’s queue</h2><span class="tag ${waiting.length ? "wait" : "ok"}">${waiting.length ? `${waiting.length} ${waiting.length === 1 ? "waits" : "wait"}` : "clear"}</span></header>
    ${waiting.length ? html`<ul>${waiting.map((step) => html`<li><div><b>${capital(step.words)}</b><span>${step.table}${step.amount === null ? nothing : html` · <b class="sum">${dollars(step.amount)}</b>`}</span><span class="soft small">${clauseLinks(step.clauses, 3)}</span></div>
      <div class="qb"><span class="age">${list.age(step) ? html`<span class="vh">waits for </span>${list.age(step)}` : nothing}</span>${step.table === here ? nothing : html`<a class="btn" href="${desk}/${step.table}">Open ${step.table}</a>`}</div></li>`)}</ul>`
      : nothing}
  </section>`;
}
