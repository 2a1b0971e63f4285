/** How to play a game: a round in six pictures of the felt, what beats what, and each wager in a sentence with its edge. */
import { html, nothing } from "../../vendor/lit/index.js";
import { pathParts } from "../lib/address.js";
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dollars, percent } from "../lib/format.js";
import { cardRow } from "../parts/cards.js";
import { clauseLinks, playersRefusal } from "../parts/clauses.js";
import { drawPictures } from "./pictures.js";

/**
 * @typedef {{exact: string, decimal: string}} Exact
 * @typedef {{words: string, clauses: string[]}} Note
 * @typedef {{title: string, size: number, hands: {name: string, cards: string[], clauses: string[]}[]}} HandOrder
 * @typedef {{stake_cents: number | null, house_edge: Exact}} Edge
 * @typedef {{wager: string, title: string, clause: string, words: string, costed_by: "stake" | "game" | "envy" | "base" | "unknown", edges: Edge[],
 *   pays: {words: string, pays: string, clause: string}[]}} WagerLesson
 * @typedef {{book: string, title: string, jurisdiction: string, table: string | null, goal: string, orders: HandOrder[], notes: Note[],
 *   course: import("./pictures.js").Course, wagers: WagerLesson[], edge_assumes: string}} Lesson
 */

const SECTIONS = [["round", "A round"], ["hands", "What beats what"], ["wagers", "The wagers"]];

class HowToPlay extends PageElement {
  static properties = { lesson: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {Lesson | null} */
    this.lesson = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.table = new URLSearchParams(location.search).get("table");
  }

  async connectedCallback() {
    super.connectedCallback();
    const [, , book] = pathParts();
    try {
      this.lesson = await get(`/api/how-to-play/${encodeURIComponent(book)}${this.table ? `?table=${encodeURIComponent(this.table)}` : ""}`);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("lesson") && location.hash) this.querySelector(location.hash)?.scrollIntoView();
  }

  render() {
    if (this.refusal) return html`<div class="page narrow"><h1>How to play</h1>${playersRefusal(this.refusal)}<p><a href="/">All tables</a></p></div>`;
    if (!this.lesson) return html`<div class="page"><h1>How to play</h1><p class="loading">Loading…</p></div>`;
    const { lesson } = this;
    document.title = `How to play ${lesson.title} · houseway`;
    return html`<div class="page lesson">
      ${this.heading(lesson)}
      <section aria-labelledby="round"><h2 id="round">A round in ${lesson.course.pictures.length} pictures</h2>${drawPictures(lesson.course)}</section>
      <section aria-labelledby="hands"><h2 id="hands">What beats what</h2>${orders(lesson)}</section>
      <section aria-labelledby="wagers"><h2 id="wagers">The wagers</h2>${wagerList(lesson)}</section>
    </div>`;
  }

  /** @param {Lesson} lesson */
  heading({ book, title, jurisdiction, goal }) {
    return html`<header class="lesson-head">
      <p class="crumb">${this.table ? html`<a href="/tables/${this.table}">Table ${this.table}</a>` : html`<a href="/">Tables</a>`}</p>
      <h1>How to play ${title}</h1>
      <p class="lead">${goal}</p>
      <p class="ways">${SECTIONS.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}<a href="/rules/${book}">The whole rule book${jurisdiction ? html`<span class="vh"> of ${jurisdiction}</span>` : nothing}</a>
        ${this.table ? html`<a class="btn primary" href="/tables/${this.table}">Back to the table</a>` : nothing}</p>
    </header>`;
  }
}
customElements.define("hw-how-to-play", HowToPlay);

/** Draw what beats what: an example of each hand, the highest first. @param {Lesson} lesson */
const orders = ({ orders: [...all], notes }) => html`<div class="order-of-hands"><div class="orders">${all.map(handOrder)}</div>
  <ul class="notes">${notes.map(({ words, clauses }) => html`<li><p>${words}</p>${theRule(clauses)}</li>`)}</ul></div>`;

/** @param {HandOrder} order */
const handOrder = ({ title, size, hands }) => html`<div class="panel hand-order">
  <header><h3>${title}</h3><span class="soft small">${size} cards, the highest hand first</span></header>
  <ol>${hands.map(({ name, cards, clauses }) => html`<li><b>${capital(name)}</b>${cardRow(cards, "mini")}${theRule(clauses)}</li>`)}</ol>
</div>`;

/** @param {Lesson} lesson */
const wagerList = ({ wagers, table, edge_assumes }) => html`<p class="soft">The house edge is the part of a wager that the house expects to keep, counted exactly
  ${table ? `by the rules of ${table}` : "by the rules of an example that offers every wager"}.</p>
  <ul class="wager-lessons panel">${wagers.map((wager) => html`<li>
    <div><h3>${wager.title}</h3><p>${wager.words}</p></div>
    ${cost(wager, edge_assumes, wagers[0].title)}
    <details><summary>What it pays</summary><table class="rec"><tbody>${wager.pays.map(({ words, pays }) => html`<tr><th scope="row">${capital(words)}</th><td class="n">${pays}</td></tr>`)}</tbody></table>
      <p class="small">${clauseLinks([wager.clause, ...wager.pays.map(({ clause }) => clause)], 2)}</p></details>
  </li>`)}</ul>`;

/** Say what a wager costs. @param {WagerLesson} wager @param {string} assumes @param {string} base the title of the first wager */
function cost({ costed_by, edges }, assumes, base) {
  if (costed_by === "base") return html`<p class="edge soft">Part of the game: its cost is in the figure of the ${base}</p>`;
  if (costed_by === "unknown") return html`<p class="edge soft">The house edge has not been counted here yet</p>`;
  const shares = edges.map(({ house_edge }) => Number(house_edge.decimal)).sort((one, other) => one - other);
  const [lowest, highest] = [shares[0], shares.at(-1) ?? 0];
  if (costed_by === "envy") return html`<p class="edge"><b>${percent(-highest)}</b><span>of the wager comes back on average for each other player</span></p>`;
  const differs = percent(lowest) !== percent(highest);
  return html`<p class="edge"><b>${differs ? html`${percent(lowest)} to ${percent(highest)}` : percent(lowest)}</b><span>house edge${costed_by === "game" ? `, ${assumes}` : nothing}${differs ? ", by the stake" : nothing}${stakeOf(edges)}</span></p>`;
}

/** @param {Edge[]} edges */
const stakeOf = (edges) => (edges.length === 1 && edges[0].stake_cents ? html`<span class="vh"> of ${dollars(edges[0].stake_cents)}</span>` : nothing);

/** Clauses that are there for whoever asks. @param {string[]} clauses */
export const theRule = (clauses) => (clauses.length ? html`<details class="the-rule"><summary>The rule</summary>${clauseLinks(clauses)}</details>` : nothing);

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
