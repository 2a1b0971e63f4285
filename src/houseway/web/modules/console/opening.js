/** Open a table: under an example or a submission of one's own, with a house way, dealt by the program or by a person, with its inventory. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { LastQuestion } from "../lib/late-answers.js";
import { requireDollars } from "../parts/bounds.js";
import { rarePanel } from "../parts/folding.js";
import "../parts/request-form.js";

const [OWN, PASTED] = ["own", "pasted"];
/** Where a submission files how the dealer sets hands. */
const HOUSE_WAY = "house-way";

class Opening extends PageElement {
  static properties = { examples: { state: true }, ways: { state: true }, chosen: { state: true }, filed: { state: true }, way: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, title: string}[]} */
    this.examples = [];
    /** The house ways that come with the program. @type {{name: string, title: string}[]} */
    this.ways = [];
    this.chosen = "";
    /** The content of the submission that was chosen, if its book lets a house way be filed. @type {Record<string, any> | null} */
    this.filed = null;
    this.choices = new LastQuestion();
    /** How the dealer is to set hands; "" for what the submission files. */
    this.way = "";
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/house-ways").then((ways) => (this.ways = ways), () => {});
    get("/api/submissions/examples").then((examples) => {
      this.examples = examples;
      return this.choose(examples[0].name);
    }).catch(() => {});
  }

  /** @param {string} name the name of an example, or OWN */
  async choose(name) {
    this.chosen = name;
    this.filed = null;
    const signal = this.choices.ask();
    if (name === OWN) return;
    const text = await exampleText(name);
    if (!signal.aborted) await this.read(text);
  }

  /** Find out what a submission files about a house way. What cannot be read is refused when the table is opened. @param {string} text */
  async read(text) {
    this.way = "";
    const signal = this.choices.ask();
    const { content } = await post("/api/submissions/read", { submission: text });
    const { options } = await get(`/api/rules/books/${content.book}/form`);
    if (signal.aborted) return;
    this.filed = options.some((/** @type {{key: string}} */ { key }) => key === HOUSE_WAY) ? content : null;
    if (this.filed && isFile(content[HOUSE_WAY])) this.way = OWN;
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @param {string} id */
  async open(values, form, id) {
    const cents = requireDollars(values.inventory);
    const settings = { croupier: values.dealt === "program", cards: values.dealt === "physical" ? "physical" : "electronic", practice: values.practice === "on" };
    const filing = await this.withHouseWay(await this.submissionText(values, form), values, form);
    await post("/api/tables", { id, table: values.table, ...filing, inventory_cents: cents, settings });
    this.dispatchEvent(new CustomEvent("table-opened", { bubbles: true }));
    if (this.chosen === OWN) this.filed = null; // as in the emptied form, which has no file
    this.way = isFile(this.filed?.[HOUSE_WAY]) ? OWN : "";
    return `${values.table} is open`;
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @returns {Promise<string>} */
  async submissionText(values, form) {
    return values.example === OWN ? ((await fileIn(form, "file")?.text()) ?? "") : exampleText(values.example);
  }

  /** Return what is sent of a submission and its house way. If another one is chosen, the submission files that. @param {string} submission @param {Record<string, any>} values @param {HTMLFormElement} form */
  async withHouseWay(submission, { way, text }, form) {
    if (!way || !this.filed) return { submission };
    const file = way === OWN ? fileIn(form, "way-file") : null;
    const name = file?.name ?? (way === PASTED ? "house-way.toml" : way);
    const written = name === this.filed[HOUSE_WAY] ? submission : (await post("/api/submissions/write", { content: { ...this.filed, [HOUSE_WAY]: name } })).text;
    return { submission: written, house_way: file ? await file.text() : way === PASTED ? text : undefined };
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
      <label>Submission<select class="in" name="example" @change=${(/** @type {Event} */ event) => this.choose(valueOf(event)).catch(() => {})}>
        ${this.examples.map(({ name, title }) => html`<option value=${name} ?selected=${name === this.chosen}>${title}</option>`)}<option value=${OWN} ?selected=${this.chosen === OWN}>A file of my own…</option></select></label>
      ${this.chosen === OWN ? html`<label>File<input class="in file" name="file" type="file" accept=".toml" required @change=${(/** @type {Event} */ event) => this.readChosen(event)}></label>` : nothing}
    </div>
    ${this.filed ? this.houseWayFields(this.filed[HOUSE_WAY]) : nothing}
    <label class="field of-flag"><input type="checkbox" class="sw" name="practice"><span>Players may ask what each choice is worth</span></label>`;
  }

  /** @param {Event} event */
  async readChosen({ target }) {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (file) await this.read(await file.text()).catch(() => (this.filed = null));
  }

  /** How the dealer sets hands: as filed, by another published house way, or by one's own. @param {string | undefined} filed */
  houseWayFields(filed) {
    const title = this.ways.find(({ name }) => name === filed)?.title ?? filed;
    return html`<div class="row">
      <label>House way<select class="in" name="way" .value=${this.way} @change=${(/** @type {Event} */ event) => (this.way = valueOf(event))}>
        ${filed && !isFile(filed) ? html`<option value="">${title}, as it is filed</option>` : nothing}
        ${this.ways.filter(({ name }) => name !== filed).map(({ name, title }) => html`<option value=${name}>${title}</option>`)}
        <option value=${OWN} ?selected=${this.way === OWN}>A file of my own…</option><option value=${PASTED}>A text that I paste…</option></select></label>
      ${this.way === OWN ? html`<label>House way as a file<input class="in file" name="way-file" type="file" accept=".toml" required></label>` : nothing}
    </div>
    ${this.way === PASTED ? html`<label>House way as text<textarea class="in mono" name="text" rows="8" required spellcheck="false" placeholder='name = "riverside"'></textarea></label>` : nothing}`;
  }
}
customElements.define("hw-opening", Opening);

/** @param {string | undefined} filed */
const isFile = (filed) => filed?.endsWith(".toml") ?? false;

/** @param {Event} event */
const valueOf = ({ target }) => /** @type {HTMLSelectElement} */ (target).value;

/** @param {string} name @returns {Promise<string>} */
const exampleText = async (name) => (await get(`/api/submissions/example?${new URLSearchParams({ name })}`)).text;

/** @param {HTMLFormElement} form @param {string} name @returns {File | undefined} */
const fileIn = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).files?.[0];
