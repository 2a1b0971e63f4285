/** Why a wager won or lost: cards, comparison, row of the paytable, arithmetic, readings and clauses. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { PageElement } from "../../lib/element.js";
import { dollars, signedDollars } from "../../lib/format.js";
import { cardRow } from "../../parts/cards.js";
import { clauseAddress, clauseLink, sentence } from "../../parts/clauses.js";
import { RESULTS } from "../player/round-results.js";

/** @typedef {import("../player/round-results.js").RoundResult} RoundResult @typedef {import("../player/round-results.js").SettledWager} SettledWager */

class Why extends PageElement {
  static properties = { result: { attribute: false }, book: {}, chosen: { state: true } };

  constructor() {
    super();
    /** @type {RoundResult | null} */
    this.result = null;
    this.book = "";
    this.chosen = 0;
  }

  /** Show a wager by its name. @param {string} name */
  choose(name) {
    this.chosen = Math.max(0, this.result?.wagers.findIndex(({ wager }) => wager === name) ?? 0);
  }

  /** Open next to the table, or over it on a phone. */
  async open() {
    await this.updateComplete;
    const dialog = this.querySelector("dialog");
    dialog?.show();
    dialog?.querySelector("h2")?.focus({ preventScroll: true });
  }

  close() {
    this.querySelector("dialog")?.close();
  }

  render() {
    const wager = this.result?.wagers[this.chosen] ?? this.result?.wagers[0];
    return html`<dialog class="why" aria-labelledby="why-title" @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.close()} @close=${() => this.dispatchEvent(new CustomEvent("closed"))}>
      ${this.result && wager ? this.content(this.result, wager) : nothing}
    </dialog>`;
  }

  /** @param {RoundResult} result @param {SettledWager} wager */
  content(result, wager) {
    return html`<header><h2 id="why-title" tabindex="-1">Why ${wager.title} ${RESULTS.get(wager.result) ?? wager.result}</h2><span class="net ${wager.net > 0 ? "win" : wager.net < 0 ? "lose" : ""}">${signedDollars(wager.net)}</span><button class="close" aria-label="Close" @click=${() => this.close()}>×</button></header>
      <div class="picks" role="group" aria-label="Wager">${result.wagers.map((each, index) => html`<button aria-pressed=${each === wager} @click=${() => (this.chosen = index)}>${each.title}</button>`)}</div>
      ${comparisons(wager)}
      ${paytableRows(wager, this.book)}
      ${arithmetic(wager)}
      ${wager.readings.length ? html`<h3>${wager.readings.length > 1 ? "Readings" : "Reading"}</h3>${wager.readings.map((each) => html`<p class="reading">${sentence(each.words)}<small>The text leaves it open; filed reading <a class="cl" href=${clauseAddress(`${this.book} ${each.reading}`)}>${each.reading}</a>, ${each.choice.replaceAll("-", " ")}.</small></p>`)}` : nothing}
      <h3>Clauses</h3><ul class="law">${wager.clauses.map((clause) => html`<li>${clauseLink(`${this.book} ${clause}`)}<span>${result.gists[clause] ?? ""}</span></li>`)}</ul>
      <h3>Money</h3><ul class="moves">${wager.moves.map((move) => html`<li><b>${dollars(move.cents)}</b><span>${account(move.source, result)} to ${account(move.target, result)}: ${move.reason.replaceAll("-", " ")}</span></li>`)}</ul>`;
  }
}
customElements.define("hw-why", Why);

/** How the only hand compares: the word between the two hands says it already. */
const ONE_HAND = /^$|: hand \w+$|^hand \w+$/;

/** @param {SettledWager} wager */
function comparisons(wager) {
  const own = wager.made.length ? wager.made : [...wager.cards, ...wager.board];
  return html`<div class="versus">
    ${wager.compared.map((each) => html`<div class="side"><span>You${each.part === "hand" ? "" : `, ${each.part}`}</span>${cardRow(each.cards, "mini")}<b>${each.hand}</b></div>
      <p class="ranks">${each.ranks}</p>
      <div class="side"><span>${wager.against ? sentence(wager.against.replace(/^the |'s$/g, "")).slice(0, -1) : "Dealer"}</span>${cardRow(each.other_cards, "mini")}<b>${each.other_hand}</b></div>`)}
    ${!wager.compared.length && own.length ? html`<div class="side"><span>You</span>${cardRow(own, "mini")}<b>${wager.made_hand || wager.hand}</b></div>` : nothing}
    ${wager.compared.length && !ONE_HAND.test(wager.hand) ? html`<p class="soft">${sentence(wager.hand.split(": ").slice(1).join(": ") || wager.hand)}</p>` : nothing}
  </div>`;
}

/** Draw the row that paid among its neighbours; in words only if the paytable has a single row. @param {SettledWager} wager @param {string} book */
function paytableRows({ row, rows, title, paytable }, book) {
  if (!rows.length) return row ? html`<h3>Row of the paytable</h3><p class="paid-row">${sentence(row)}</p>` : nothing;
  return html`<h3>${rows.some(({ paid }) => paid) ? `Row, ${title}, ${paytable}` : sentence(row)}</h3>
    <table class="paytable-rows"><tbody>${rows.map((line) => html`<tr class=${line.paid ? "paid-row" : ""} aria-current=${line.paid}><th scope="row">${line.hand}</th><td>${line.pays}</td><td>${clauseLink(`${book} ${line.reading || line.clause}`)}</td></tr>`)}</tbody></table>`;
}

/** @param {SettledWager} wager */
const arithmetic = (wager) => html`${wager.sums.map((sum) => html`<p class="arithmetic">${sum}</p>`)}
  ${wager.vigorish ? html`<p class="arithmetic">Vigorish ${dollars(wager.vigorish)}</p>` : nothing}`;

/** Name an account of the table. @param {string} account @param {RoundResult} result */
function account(account, result) {
  const [kind, name] = account.split(":");
  if (kind === "player") return result.names[name] ?? "you";
  if (kind === "layout") return "the layout";
  if (kind === "meter") return `the meter ${name}`;
  return `the ${account.replaceAll("-", " ")}`;
}
