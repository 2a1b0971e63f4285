/** The base of pages from which staff run a table: loads the words of acts, and sends commands. */
import { nothing } from "../../vendor/lit/index.js";
import { ActWords, loadVocabulary } from "../lib/act-words.js";
import { alarm, announce } from "../lib/announcer.js";
import { pathParts } from "../lib/address.js";
import { get, whoAmI } from "../lib/api.js";
import { cardsIn } from "../lib/cards-text.js";
import { LiveTable } from "../lib/live-table.js";
import { refusalBox, sentence } from "../parts/clauses.js";
import { LiveElement } from "../table/live-element.js";
import { nothingHere, sayNotice } from "../table/notices.js";
import { frozenTable } from "./frozen.js";
import { Overtaking } from "./overtaking.js";

/** @typedef {import("../lib/live-table.js").Option} Option */

/** Whether an option has facts that must be given. @param {Option} option */
export const needsFacts = (option) => Object.values(option.bounds).some((bound) => !bound.optional && !bound.instead);

/** What distinguishes an option from all others, and from the same one at another moment. @param {Option} option */
const keyOf = ({ act, facts, meaning }) => JSON.stringify([act, facts, meaning]);

export class StaffElement extends LiveElement {
  static properties = { ...LiveElement.properties, person: { state: true }, refusal: { state: true }, busy: { state: true } };
  /** @type {"dealer" | "floor"} */
  static capacity = "dealer";

  constructor() {
    super();
    this.table = pathParts()[2] ?? "";
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    /** Whether somebody is being signed on or off. */
    this.busy = false;
    /** The keys of commands without an answer yet. @type {Set<string>} */
    this.sent = new Set();
    /** @type {import("../lib/act-words.js").Vocabulary | null} */
    this.vocabulary = null;
    /** What the lobby says of all tables. @type {import("../lobby/lobby.js").Table[]} */
    this.tables = [];
    /** The step whose first field had the cursor last. */
    this.focusedFor = "";
    /** The step that was announced last. */
    this.announced = "";
    /** What was said last of that which keeps the table from going on. */
    this.noticed = "";
    this.overtaking = new Overtaking();
    this.addEventListener("act-sent", () => this.overtaking.begin());
    this.addEventListener("act-unsent", (event) => this.overtaking.refuse(/** @type {CustomEvent<import("../lib/api.js").Refusal>} */ (event).detail));
  }

  get kind() {
    return /** @type {typeof StaffElement} */ (this.constructor);
  }

  connectedCallback() {
    super.connectedCallback();
    this.come().catch((refusal) => (this.refusal = refusal));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.close();
  }

  async come() {
    const [person, vocabulary, lobby] = await Promise.all([whoAmI(), loadVocabulary(), get("/api/tables")]);
    this.person = person;
    this.vocabulary = vocabulary;
    this.tables = lobby.tables;
    this.live = new LiveTable(this.table, this.kind.capacity);
    this.live.connect();
  }

  /** What the lobby says of this table. */
  get summary() {
    return this.tables.find(({ id }) => id === this.table) ?? null;
  }

  /** @returns {ActWords} */
  get words() {
    return new ActWords(/** @type {any} */ (this.vocabulary), this.state);
  }

  /** Cards that lie open, which cannot be entered again. */
  get seen() {
    return cardsIn(this.state.view ?? {});
  }

  /** Codes of the cards that a whole deck has. @returns {string[]} */
  get deck() {
    return this.state.equipment?.deck_cards ?? [];
  }

  /** Whether the program takes the steps of this page's role. */
  get isProgramDealt() {
    return this.kind.capacity === "dealer" && Boolean(this.state.settings?.croupier);
  }

  /** @returns {Option[]} */
  get options() {
    return this.isProgramDealt ? [] : (this.state.options ?? []);
  }

  /** The option that takes the step that is due; undefined if the step is somebody else's. @returns {Option | undefined} */
  get dueOption() {
    const due = this.state.due;
    if (!due) return undefined;
    const same = (/** @type {Option} */ option) => option.act === due.act && Object.entries(due.facts).every(([name, fact]) => JSON.stringify(option.facts[name]) === JSON.stringify(fact));
    return this.options.find(same);
  }

  /** Say what became due, once. @param {import("../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    sayNotice(this, alarm);
    this.overtaking.look(this, events);
    const words = this.dueOption && this.state.due ? sentence(this.state.due.words) : "";
    if (words && words !== this.announced) announce(`Due now: ${words}`);
    this.announced = words;
  }

  /** Put the cursor into the first field of a step that needs facts, unless the user is working elsewhere on the page. */
  async updated() {
    const { dueOption } = this;
    const key = dueOption ? keyOf(dueOption) : "";
    if (key === this.focusedFor) return;
    this.focusedFor = key;
    const form = /** @type {any} */ (this.querySelector(".due-facts hw-option-form"));
    const active = document.activeElement;
    if (!form || !dueOption || !needsFacts(dueOption) || !active?.matches("body, main, .due *, .due-facts *")) return;
    await form.updateComplete;
    await form.querySelector("hw-card-entry")?.updateComplete;
    const field = form.querySelector("input");
    field?.focus();
    if (field?.value) field.select(); // what is typed replaces the number that stands there
  }

  /** Whether an option has been sent and has no answer yet. The table may already show the next step, which can be taken. @param {Option} option */
  isSent(option) {
    return this.sent.has(keyOf(option));
  }

  /** Send a command, and show why it was refused. Return whether it was carried out, once the table shows it. @param {Option} option @param {Record<string, any>} [facts] @returns {Promise<boolean>} */
  async take(option, facts = {}) {
    if (!this.live || this.isSent(option)) return false;
    this.sent.add(keyOf(option));
    this.overtaking.begin();
    try {
      const { version } = await this.live.command(option, facts);
      await this.live.reach(version);
      this.refusal = null;
      return true;
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
      this.overtaking.refuse(this.refusal);
      alarm(this.refusal.message);
      return false;
    } finally {
      this.sent.delete(keyOf(option));
      this.requestUpdate();
    }
  }

  render() {
    if (!this.vocabulary || !this.state.view) return this.refusal ? refusalBox(this.refusal) : this.live?.ending ? nothingHere(this, frozenTable(this)) : nothing;
    return this.page();
  }

  /** @returns {unknown} */
  page() {
    return nothing;
  }
}
