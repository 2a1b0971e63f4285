/** Open a table: under an example or a submission of one's own, dealt by the program or by a person, with its inventory. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { readDollars } from "../parts/bounds.js";
import { rarePanel } from "../parts/folding.js";
import "../parts/request-form.js";

const OWN = "own";

class Opening extends PageElement {
  static properties = { examples: { state: true }, chosen: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, title: string}[]} */
    this.examples = [];
    this.chosen = "";
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/submissions/examples").then((examples) => (this.examples = examples), () => {});
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @param {string} id */
  async open(values, form, id) {
    const cents = readDollars(values.inventory);
    const settings = { croupier: values.dealt === "program", cards: values.dealt === "physical" ? "physical" : "electronic", practice: values.practice === "on" };
    const submission = await this.submissionText(values, form);
    await post("/api/tables", { id, table: values.table, submission, inventory_cents: Number.isNaN(cents) ? 0 : cents, settings });
    this.dispatchEvent(new CustomEvent("table-opened", { bubbles: true }));
    return `${values.table} is open`;
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @returns {Promise<string>} */
  async submissionText(values, form) {
    if (values.example !== OWN) return (await get(`/api/submissions/example?${new URLSearchParams({ name: values.example })}`)).text;
    const { files } = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
    return files?.[0] ? files[0].text() : "";
  }

  render() {
    return rarePanel("opening", "Open a table", html`<span class="soft small">under a Rules Submission</span>`, html`<div class="body">
      <hw-request-form action="Open the table" .fields=${this.fields()} .send=${(/** @type {any} */ values, /** @type {HTMLFormElement} */ form, /** @type {string} */ id) => this.open(values, form, id)}></hw-request-form>
    </div>`);
  }

  fields() {
    return html`<div class="row">
      <label>Table<input class="in" name="table" required placeholder="UTH-1" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" maxlength="40" autocomplete="off"></label>
      <label>Inventory in dollars<input class="in" name="inventory" required inputmode="decimal" value="100000" autocomplete="off"></label>
      <label>Dealt by<select class="in" name="dealt"><option value="program">the program</option><option value="person">a person, with electronic cards</option><option value="physical">a person, with physical cards</option></select></label>
    </div>
    <div class="row">
      <label>Submission<select class="in" name="example" @change=${(/** @type {Event} */ event) => (this.chosen = /** @type {HTMLSelectElement} */ (event.target).value)}>
        ${this.examples.map(({ name, title }) => html`<option value=${name} ?selected=${name === (this.chosen || this.examples[0].name)}>${title}</option>`)}<option value=${OWN}>A file of my own…</option></select></label>
      ${this.chosen === OWN ? html`<label>File<input class="in file" name="file" type="file" accept=".toml" required></label>` : nothing}
    </div>
    <label class="field of-flag"><input type="checkbox" class="sw" name="practice"><span>Players may ask what each choice is worth</span></label>`;
  }
}
customElements.define("hw-opening", Opening);
