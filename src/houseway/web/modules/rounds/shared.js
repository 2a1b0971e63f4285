/** A round that a player shows by a link: the cards as he saw them, each wager and why. Nobody else is named. */
import { html, nothing } from "../../vendor/lit/index.js";
import { pathParts } from "../lib/address.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime, dollars } from "../lib/format.js";
import { cardRow } from "../parts/cards.js";
import { sentence } from "../parts/clauses.js";
import { notThere } from "../parts/not-there.js";
import { reasons } from "./reasons.js";

/**
 * @typedef {{position: number, cards: string[], high?: string[], low?: string[], hand: string, decisions: string[]}} Hand
 * @typedef {{table: string, book: string, title: string, by: string, positions: number[], began_at: number, report: {round: number, board: string[], box: string[], void: string, base_void: string, hands: Hand[], wagers: any[]}}} Shared
 */

class SharedRound extends PageElement {
  static properties = { shared: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {Shared | null} */
    this.shared = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  connectedCallback() {
    super.connectedCallback();
    get(`/api/shared/${encodeURIComponent(pathParts()[2])}`).then((shared) => (this.shared = shared), (refusal) => (this.refusal = refusal));
  }

  render() {
    if (this.refusal) return html`<div class="page narrow">${notThere("This round is not shared", sentence(this.refusal.message), html`<a class="btn primary" href="/">All tables</a>`)}</div>`;
    if (!this.shared) return html`<div class="page"><h1>A shared round</h1><p class="loading">Loading…</p></div>`;
    const { report, by, table, title, book, began_at } = this.shared;
    document.title = `A round of ${by} · houseway`;
    return html`<div class="page shared-round">
      <div class="head"><div><p class="crumb"><a href="/rules/${book}">${title}</a> · table ${table}</p>
        <h1>Round ${report.round}, as ${by} saw it</h1><p class="soft">${dateTime(began_at)}. ${by} shares it; the others are called by their positions.</p></div>
        ${this.outcome(this.shared)}</div>
      ${report.void || report.base_void ? html`<p class="tag bad">The round is void: ${report.void || report.base_void}</p>` : nothing}
      <section class="panel hands-shown"><header><h2>The hands</h2></header><dl class="body">
        ${report.board.length ? html`<div><dt>Board</dt><dd>${cardRow(report.board)}</dd></div>` : nothing}
        ${report.hands.map((hand) => this.hand(hand))}</dl></section>
      ${reasons({ why: report, findings: [], names: this.names }, book)}
      <p class="files"><a class="btn primary" href="/how-to-play/${book}">How to play</a><a class="btn" href="/">All tables</a></p>
    </div>`;
  }

  /** What the players are called. @returns {Record<string, string>} */
  get names() {
    const own = `position ${(this.shared?.positions ?? []).join(" and ")}`;
    const players = (this.shared?.report.wagers ?? []).map(({ player }) => player);
    return Object.fromEntries(players.map((player) => [player, player === own ? (this.shared?.by ?? "") : "Another player"]));
  }

  /** @param {Hand} hand */
  hand({ position, cards, high = [], low = [], hand, decisions }) {
    const who = position === 0 ? "Dealer" : this.shared?.positions.includes(position) ? this.shared.by : `Position ${position}`;
    const shown = high.length ? html`${cardRow(high)}${cardRow(low)}` : cards.length ? cardRow(cards) : html`<span class="soft">not shown</span>`;
    return html`<div><dt>${who}</dt><dd>${shown}<span>${hand ? sentence(hand) : nothing}${decisions.length ? html` <span class="soft">${sentence(decisions.join(", "))}</span>` : nothing}</span></dd></div>`;
  }

  /** @param {Shared} shared */
  outcome({ report, positions }) {
    const net = report.wagers.filter(({ position }) => positions.includes(position)).reduce((sum, wager) => sum + wager.net, 0);
    return html`<p class="outcome-shared ${net > 0 ? "win" : net < 0 ? "lose" : ""}">${net > 0 ? `Won ${dollars(net)}` : net < 0 ? `Lost ${dollars(-net)}` : "Came out even"}</p>`;
  }
}
customElements.define("hw-shared-round", SharedRound);
