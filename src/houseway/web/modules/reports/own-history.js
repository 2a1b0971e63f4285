/** A player's own rounds: what they came to, and wagers and result of each, with a link to the round. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars, signedDollars } from "../lib/format.js";
import { refusalBox } from "../parts/clauses.js";
import "./past-choices.js";

/** @typedef {{at: number, table: string, round: number, position: number, wagered: number, vigorish: number, net: number, wagers: string}} OwnRound */

/** The parts of a wager's line: its name, its stake and its result. */
const LINE = /^(.+) (\$[\d,.]+): ([+-]?)(\$[\d,.]+)$/;

class OwnHistory extends PageElement {
  static properties = { report: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {import("./cells.js").Report | null} */
    this.report = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      this.report = await get("/api/reports/history");
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  render() {
    const part = this.report?.parts[0];
    const rounds = /** @type {OwnRound[]} */ (part?.rows ?? []);
    return html`<div class="page reports">
      <div class="head"><div><h1>Your rounds</h1><p>Every round that you have played, the latest first. Other players cannot see it.</p></div>
        ${rounds.length ? html`<p class="files"><a class="btn" href="/api/reports/history/file?form=csv" download>Save as CSV</a><a class="btn" href="/api/reports/history/file?form=jsonl" download>Save as JSON lines</a></p>` : nothing}</div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${rounds.length ? html`<hw-past-choices></hw-past-choices>` : nothing}
      ${part ? html`<section class="panel">${rounds.length ? html`${figures(rounds, part.is_cut)}${table(rounds)}` : EMPTY}</section>` : nothing}
    </div>`;
  }
}
customElements.define("hw-own-history", OwnHistory);

const EMPTY = html`<p class="empty"><b>You have played no round yet</b>Rounds appear here when they are over. <a href="/">Take a seat at a table</a></p>`;

/** What the rounds came to. @param {OwnRound[]} rounds @param {boolean} isCut */
function figures(rounds, isCut) {
  const sum = (/** @type {"wagered" | "vigorish" | "net"} */ name) => rounds.reduce((total, round) => total + round[name], 0);
  const net = sum("net");
  return html`<dl class="report-figures own">
    <div><dt>${net < 0 ? "Lost" : "Won"}</dt><dd class=${toneOf(net)}>${dollars(Math.abs(net))}</dd></div>
    <div><dt>Wagers</dt><dd>${dollars(sum("wagered"))}</dd></div>
    ${sum("vigorish") ? html`<div><dt>Vigorish</dt><dd>${dollars(sum("vigorish"))}</dd></div>` : nothing}
    <div><dt>Rounds</dt><dd>${rounds.length}${isCut ? html` <small class="soft">the latest</small>` : nothing}</dd></div>
  </dl>`;
}

/** @param {number} net */
const toneOf = (net) => (net > 0 ? "win" : net < 0 ? "lose" : "");

/** @param {OwnRound[]} rounds */
const table = (rounds) => html`<table class="rec own-rounds"><thead><tr><th scope="col">Time</th><th scope="col">Round</th><th scope="col">By wager</th><th scope="col" class="n">Wagers</th><th scope="col" class="n">Won or lost</th></tr></thead>
  <tbody>${rounds.map((round) => html`<tr>
    <td class="time nw">${dateTime(round.at)}</td>
    <td class="round t nw"><span><a href="/rounds/${round.table}/${round.round}">${round.table}, round ${round.round}</a><span class="under">position ${round.position}</span></span></td>
    <td class="lines"><ul>${round.wagers.split("; ").filter(Boolean).map(wagerLine)}</ul></td>
    <td class="n wagered"><span>${dollars(round.wagered)}${round.vigorish ? html`<span class="under">vigorish ${dollars(round.vigorish)}</span>` : nothing}</span></td>
    <td class="n net"><b class=${toneOf(round.net)}>${signedDollars(round.net)}</b></td>
  </tr>`)}</tbody></table>`;

/** @param {string} text */
function wagerLine(text) {
  const [, name, stake, sign, result] = LINE.exec(text) ?? [];
  if (!name) return html`<li>${text}</li>`;
  const tone = sign === "-" ? "lose" : sign ? "win" : "soft";
  return html`<li><span>${name} <span class="soft">${stake}</span></span> <span class="nw ${tone}">${sign ? `${sign.replace("-", "−")}${result}` : "tie"}</span></li>`;
}
