/** Readers of cards that type: a barcode or a tag comes as keys in quick succession, ended by Enter. Their cards go where cards are asked for. */
import { html, nothing } from "../../vendor/lit/index.js";
import { alarm } from "../lib/announcer.js";
import { get, Refusal } from "../lib/api.js";
import { wholeCards } from "../lib/cards-text.js";
import { isTypedIn } from "../lib/key-listener.js";
import { cardName } from "../parts/cards.js";
import { refusalWords } from "../parts/clauses.js";

/** @typedef {import("../parts/card-entry.js").CardEntry} CardEntry @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** A reader leaves at most so many milliseconds between two keys; nobody types so fast. */
const QUICK = 50;

export class CardReader {
  /** @param {import("./staff-element.js").StaffElement} desk */
  constructor(desk) {
    this.desk = desk;
    this.quick = QUICK;
    /** What a reader may be sending, and when its last key came. */
    this.text = "";
    this.at = -Infinity;
    /** The field into which the first key was typed, and what stood there. @type {Field | null} */
    this.field = null;
    this.before = "";
    this.wasFull = false;
    /** What was read that nobody asked for, and the step that was due then. */
    this.words = "";
    this.wordsFor = "";
    /** Fulfilled when every tag that was read has been looked up: cards are entered in the order in which they were read. @type {Promise<void>} */
    this.tags = Promise.resolve();
  }

  forget() {
    Object.assign(this, { text: "", at: -Infinity, field: null, before: "", wasFull: false });
  }

  /** Listen to a key; return whether it belongs to what a reader sends and means nothing else. @param {KeyboardEvent} event */
  hear(event) {
    const { key, timeStamp, ctrlKey, altKey, metaKey } = event;
    if (key === "Shift") return false;
    const isQuick = timeStamp - this.at < this.quick && !ctrlKey && !altKey && !metaKey;
    if (isQuick && key === "Enter" && this.text.length > 1) return this.read(event);
    if (!isQuick || key.length !== 1) this.forget();
    if (key.length !== 1 || ctrlKey || altKey || metaKey || (key === " " && !this.text)) return false; // no code begins with Space
    if (!this.text) this.begin(/** @type {Element} */ (event.target));
    this.text += key;
    this.at = timeStamp;
    const isBetween = key === " " && !isTypedIn(/** @type {Element} */ (event.target));
    if (isBetween) event.preventDefault();
    return isBetween;
  }

  /** @param {Element} target */
  begin(target) {
    if (!isTypedIn(target)) return;
    this.field = /** @type {Field} */ (target);
    this.before = this.field.value;
    this.wasFull = target.matches("hw-card-entry input[readonly]");
  }

  /** A reader has sent a whole code. @param {KeyboardEvent} event */
  read(event) {
    const { text, field, before, wasFull } = this;
    const target = /** @type {Element} */ (event.target);
    const cards = wholeCards(text);
    const entry = /** @type {CardEntry | null} */ (target.closest("hw-card-entry"));
    this.forget();
    const isTag = !cards.length && looksLikeTag(text);
    if (entry && !wasFull && !entry.problem) return false; // typed where it belongs; Enter sends it once it is whole
    if (!entry && !cards.length && isTypedIn(target) && !isTag) return false; // somebody who types fast
    event.preventDefault();
    if (isTag) {
      if (field) restore(field, before);
      this.tags = this.tags.then(() => this.lookUp(text));
      return true;
    }
    if (wasFull) this.say(`${named(cards, text)} too many: no further card is asked for. Take the step, or take a card back first.`);
    if (entry) return true;
    if (field) restore(field, before);
    if (cards.length) this.place(cards);
    else this.say(`The reader sent “${text.slice(0, 40)}”, which is no card. Set it to send rank and suit, such as As, 10d or SA.`);
    return true;
  }

  /** Enter the card on which a tag is, as the house's file says. @param {string} tag */
  async lookUp(tag) {
    const { table } = /** @type {any} */ (this.desk);
    try {
      const { card } = await get(`/api/tables/${encodeURIComponent(table)}/card-tags/${encodeURIComponent(tag)}`);
      this.place([card]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(`The reader sent “${tag.slice(0, 40)}”, which is no card. ${refusalWords(error)}`);
    }
  }

  /** Enter cards where the step that is due asks for some. @param {string[]} cards */
  place(cards) {
    const entries = /** @type {CardEntry[]} */ ([...this.desk.querySelectorAll(".due-facts hw-card-entry")]);
    const entry = entries.find(({ cards: entered, count }) => entered.length < count);
    if (!entry) return this.say(`${named(cards, "")} read, but no card is asked for now. Nothing was entered.`);
    entry.take(cards.join(""));
    entry.querySelector("input")?.focus();
    if (!entry.problem) entry.closest("form")?.requestSubmit(); // it is sent once all cards are there
  }

  /** @param {string} words */
  say(words) {
    this.words = words;
    this.wordsFor = this.desk.focusedFor;
    alarm(words);
    this.desk.requestUpdate();
  }

  /** Say what was read, until another step is due. */
  note() {
    if (!this.words || this.wordsFor !== this.desk.focusedFor) return nothing;
    return html`<p class="panel overtaken" role="status"><span class="tag wait">Card reader</span> ${this.words} <button class="as-link" @click=${() => this.close()}>Close</button></p>`;
  }

  close() {
    this.words = "";
    this.desk.requestUpdate();
  }
}

/** Whether a code can be a tag, which is no card and no word: it has digits, and is long. @param {string} text */
const looksLikeTag = (text) => /^[0-9A-Za-z:-]{8,64}$/.test(text) && /\d.*\d/.test(text);

/** @param {string[]} cards @param {string} text */
const named = (cards, text) => (cards.length ? `The ${cards.map(cardName).join(", the ")} ${cards.length > 1 ? "were" : "was"}` : `“${text}” was`);

/** Put back what stood in a field before a reader typed into it. @param {Field} field @param {string} before */
function restore(field, before) {
  field.value = before;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
