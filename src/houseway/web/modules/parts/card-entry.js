/** Entry of physical cards, typed ("AsKd") or tapped on a deck. Cards that have been seen are greyed. Nothing is sent from here. */
import { html, nothing } from "../../vendor/lit/index.js";
import { JOKER, readCards, suitBySuit } from "../lib/cards-text.js";
import { PageElement } from "../lib/element.js";
import { cardFace, cardName } from "./cards.js";

let number = 0;

export class CardEntry extends PageElement {
  static properties = {
    count: { type: Number },
    label: {},
    deck: { attribute: false },
    seen: { attribute: false },
    cards: { attribute: false },
    typed: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    /** How many cards are to be entered. */
    this.count = 1;
    this.label = "Cards";
    /** Codes of the cards that a whole deck has. @type {string[]} */
    this.deck = [];
    /** Codes of cards that have been seen already. @type {Set<string>} */
    this.seen = new Set();
    /** The codes entered so far. @type {string[]} */
    this.cards = [];
    /** The part of a card typed so far. */
    this.typed = "";
    this.problem = "";
    this.number = ++number;
  }

  /** @param {string[]} cards @param {string} [typed] */
  enter(cards, typed = "") {
    this.cards = cards;
    this.typed = typed;
    this.dispatchEvent(new CustomEvent("cards-entered", { detail: cards, bubbles: true }));
  }

  /** @param {InputEvent} event */
  type(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    this.take(input.value);
    input.value = this.typed;
  }

  /** Enter the cards of a text, and keep what is not a whole card yet. @param {string} text */
  take(text) {
    const { cards, rest, wrong } = readCards(text);
    const fresh = cards.filter((card, place) => this.deck.includes(card) && !this.isTaken(card) && cards.indexOf(card) === place);
    this.problem = this.problemWith(cards, wrong);
    this.enter([...this.cards, ...fresh].slice(0, this.count), rest || wrong);
  }

  /** Say why typed cards are not taken. @param {string[]} cards @param {string} wrong */
  problemWith(cards, wrong) {
    const foreign = cards.find((card) => !this.deck.includes(card));
    const twice = cards.find((card, place) => this.isTaken(card) || cards.indexOf(card) !== place);
    if (foreign) return `The ${cardName(foreign)} is not in this deck.`;
    if (twice) return `The ${cardName(twice)} has been seen already.`;
    return wrong ? `“${wrong}” is not a card. Type rank and suit: As, 10d, Qc${this.deck.includes(JOKER) ? ", Jk" : ""}.` : "";
  }

  /** @param {KeyboardEvent} event */
  erase(event) {
    if (event.key !== "Backspace" || this.typed || !this.cards.length) return;
    event.preventDefault();
    this.undo();
  }

  undo() {
    this.problem = "";
    this.enter(this.cards.slice(0, -1));
  }

  /** @param {string} card */
  tap(card) {
    this.problem = "";
    if (this.cards.includes(card)) this.enter(this.cards.filter((other) => other !== card));
    else if (this.cards.length < this.count) this.enter([...this.cards, card]);
  }

  /** @param {string} card */
  isTaken(card) {
    return this.seen.has(card) || this.cards.includes(card);
  }

  render() {
    const id = `card-entry-${this.number}`;
    const left = this.count - this.cards.length;
    return html`<div class="card-entry">
      <div class="entered">
        <label for=${id}>${this.label}</label>
        <span class="slots">${Array.from({ length: this.count }, (_, place) => this.cards[place] ? cardFace(this.cards[place], "mini") : html`<i class="slot" aria-hidden="true"></i>`)}</span>
        <input id=${id} class="in ${this.problem ? "bad" : ""}" .value=${this.typed} @input=${this.type} @keydown=${this.erase} ?readonly=${left === 0}
          autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="AsKd" aria-describedby="${id}-help">
        <button type="button" class="btn" ?disabled=${!this.cards.length} @click=${this.undo}>Undo</button>
        <span id="${id}-help" class="small soft" role="status">${left ? `${left} more: type rank and suit, or tap the deck` : "All cards are entered"}</span>
      </div>
      ${this.problem ? html`<p class="tag bad" role="alert">${this.problem}</p>` : nothing}
      <div class="deck" role="group" aria-label="The deck">${suitBySuit(this.deck).map((card) => this.deckCard(card, left))}</div>
    </div>`;
  }

  /** @param {string} card @param {number} left */
  deckCard(card, left) {
    const entered = this.cards.includes(card);
    const off = this.seen.has(card) || (!entered && left === 0);
    return html`<button type="button" class="${entered ? "picked" : ""}" tabindex="-1" ?disabled=${off} aria-pressed=${entered} aria-label=${cardName(card)} @click=${() => this.tap(card)}>${cardFace(card, "mini")}</button>`;
  }
}
customElements.define("hw-card-entry", CardEntry);
