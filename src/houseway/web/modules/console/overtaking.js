/** Notices that the step that was due here was taken elsewhere, so that a key that was meant for it does not take the next one. */
import { html, nothing } from "../../vendor/lit/index.js";
import { alarm } from "../lib/announcer.js";
import { CONNECTION_LOST } from "../lib/api.js";
import { capital } from "../lib/act-words.js";
import { sentence } from "../parts/clauses.js";
import { printedKey } from "../parts/printed-key.js";
import { noticeOf } from "../table/notices.js";

/** @typedef {import("./staff-element.js").StaffElement} Desk */

export class Overtaking {
  constructor() {
    /** The step that can be taken here. @type {{key: string, words: string} | null} */
    this.step = null;
    /** The step that was due when something was sent from here, as long as that may have been carried out. */
    this.sent = "";
    /** What has happened, until the user has read it. */
    this.words = "";
  }

  /** Something is being sent from here. */
  begin() {
    this.words = "";
    this.sent = this.step?.key ?? "";
  }

  /** It was refused. Without an answer nobody knows. @param {import("../lib/api.js").Refusal} refusal */
  refuse({ code }) {
    if (code !== CONNECTION_LOST) this.sent = "";
  }

  /** Look whether another step is due after a message. @param {Desk} desk @param {import("../lib/live-table.js").TableEvent[]} events */
  look(desk, events) {
    const { step: before } = this;
    this.step = stepOf(desk);
    if (!before || before.key === this.step?.key) return;
    const isOwn = this.sent === before.key;
    this.sent = "";
    this.words = "";
    if (isOwn || noticeOf(desk.live, desk.state)) return; // a table that was stopped says so itself
    const event = events.find(({ kind, words }) => kind !== "money-moved" && words);
    this.words = `${capital(before.words)}: this is no longer due, and nothing was sent from here. ${event ? sentence(event.words) : "The table has moved on."}`;
    alarm(this.words);
  }

  /** @param {Desk} desk */
  note(desk) {
    if (!this.words) return nothing;
    return html`<p class="panel overtaken" role="status"><span class="tag wait">The table has moved on</span> ${this.words} <button class="as-link" @click=${() => this.read(desk)}>Go on</button> ${printedKey("Space")}</p>`;
  }

  /** The user has read what has happened. @param {Desk} desk */
  read(desk) {
    this.words = "";
    desk.requestUpdate();
  }
}

/** @param {Desk} desk */
function stepOf({ dueOption, state: { due } }) {
  return dueOption && due ? { key: JSON.stringify([dueOption.act, dueOption.facts]), words: due.words } : null;
}
