/** A count of a table's chips by denomination: at its opening and closing, for a fill or a credit, or at any other time. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { capital } from "../lib/act-words.js";
import { PageElement } from "../lib/element.js";
import { dollars } from "../lib/format.js";
import { rarePanel } from "../parts/folding.js";
import "../parts/request-form.js";

/** @typedef {{occasions: string[], denominations: number[], held: number}} Counting */

const CENTS_PER_DOLLAR = 100;

class ChipCount extends PageElement {
  static properties = { table: {}, counting: { state: true }, total: { state: true }, open: { state: true } };

  constructor() {
    super();
    this.table = "";
    /** @type {Counting | null} */
    this.counting = null;
    /** The total of the numbers in the form, in cents. */
    this.total = 0;
    this.open = false;
  }

  get address() {
    return `/api/tables/${encodeURIComponent(this.table)}/inventory`;
  }

  /** Fetch the ledger's figure whenever the form is opened, because it changes with every round. @param {Event} event */
  async toggle({ target }) {
    this.open = /** @type {HTMLDetailsElement} */ (target).open;
    this.total = 0;
    if (this.open) this.counting = (await get(this.address)).counting;
  }

  /** @param {Event} event */
  add({ target }) {
    const form = /** @type {HTMLElement} */ (target).closest("form");
    this.total = Object.entries(chipsIn(Object.fromEntries(new FormData(form ?? undefined)))).reduce((sum, [value, number]) => sum + Number(value) * number, 0);
  }

  /** @param {Record<string, string>} values @param {string} id */
  async record(values, id) {
    const { counted, difference } = await post(`${this.address}/counts`, { id, occasion: values.occasion, chips: chipsIn(values), why: values.why });
    this.total = 0;
    return `${dollars(counted)} recorded: ${compared(difference)}`;
  }

  render() {
    return rarePanel("chip-count", "Count the chips", html`<span class="soft small">by denomination</span>`, html`<div class="body">
      ${this.open && this.counting ? html`<hw-request-form .fields=${this.fields(this.counting)} action="Record the count" @input=${this.add}
        .send=${(/** @type {Record<string, string>} */ values, /** @type {any} */ _, /** @type {string} */ id) => this.record(values, id)}></hw-request-form>` : nothing}
      <p class="led"><a href="/reports/inventory?table=${encodeURIComponent(this.table)}">Counts of the day</a></p>
    </div>`, (event) => this.toggle(event));
  }

  /** @param {Counting} counting */
  fields({ occasions, denominations, held }) {
    return html`<label>Occasion<select class="in" name="occasion">${occasions.map((name) => html`<option value=${name}>${capital(name)}</option>`)}</select></label>
      <fieldset class="denominations"><legend>Number of chips</legend>${denominations.map(denominationField)}</fieldset>
      <dl class="dev"><div><dt>Counted</dt><dd><b>${dollars(this.total)}</b></dd></div><div><dt>What the record says, with vigorish</dt><dd>${dollars(held)}</dd></div></dl>
      <label>Why<input class="in" name="why" required maxlength="500" autocomplete="off" placeholder="end of shift"></label>`;
  }
}
customElements.define("hw-chip-count", ChipCount);

/** @param {number} cents */
const denominationField = (cents) => html`<label><span><i class="chip" data-d=${cents / CENTS_PER_DOLLAR} aria-hidden="true"></i>${dollars(cents)}</span>
  <input class="in" name="chips-${cents}" type="number" inputmode="numeric" min="0" step="1" placeholder="0" autocomplete="off"></label>`;

/** Return numbers of chips by their value in cents; those that were left empty are not counted. @param {Record<string, FormDataEntryValue>} values */
function chipsIn(values) {
  const given = Object.entries(values).filter(([name, number]) => name.startsWith("chips-") && number !== "");
  return Object.fromEntries(given.map(([name, number]) => [name.slice("chips-".length), Number(number)]));
}

/** @param {number} difference */
const compared = (difference) => (difference ? `${dollars(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than the ledger says` : "as the ledger says");
