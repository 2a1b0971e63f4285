/** Open a table: under an example or a submission of one's own, with a house way and meters, dealt by the program or by a person, with its inventory. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { LastQuestion } from "../lib/late-answers.js";
import { requireDollars } from "../parts/bounds.js";
import { rarePanel } from "../parts/folding.js";
import { OWN_METERS, dealtBy, dealtByField, loadMeters, metersField, waitsNote, withMeters } from "../parts/table-opening.js";
import "../parts/request-form.js";

const [OWN, PASTED] = ["own", "pasted"];
/** Where a submission files how the dealer sets hands. */
const HOUSE_WAY = "house-way";

class Opening extends PageElement {
  static properties = { examples: { state: true }, ways: { state: true }, chosen: { state: true }, content: { state: true }, isWayFiled: { state: true }, meters: { state: true }, waits: { state: true }, way: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, title: string}[]} */
    this.examples = [];
    /** The house ways that come with the program. @type {{name: string, title: string}[]} */
    this.ways = [];
    this.chosen = "";
    /** What the chosen submission files, once it is read. @type {Record<string, any> | null} */
    this.content = null;
    /** Whether its book lets a house way be filed. */
    this.isWayFiled = false;
    /** The meters of the house. @type {import("../parts/table-opening.js").Meter[]} */
    this.meters = [];
    /** What is waited for before the table opens. */
    this.waits = "";
    this.choices = new LastQuestion();
    /** The reading of what was chosen, for somebody who is faster. @type {Promise<unknown>} */
    this.reading = Promise.resolve();
    /** How the dealer is to set hands; "" for what the submission files. */
    this.way = "";
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/house-ways").then((ways) => (this.ways = ways), () => {});
    get("/api/submissions/examples").then((examples) => {
      this.examples = examples;
      return this.choose(examples[0].name);
    }, () => {});
  }

  /** @param {string} name the name of an example, or OWN */
  choose(name) {
    this.chosen = name;
    this.content = null;
    const signal = this.choices.ask();
    this.reading = name === OWN ? Promise.resolve() : exampleText(name).then((text) => (signal.aborted ? undefined : this.read(text))).catch(() => {});
  }

  /** Find out what a submission files. What cannot be read is refused when the table is opened. @param {string} text */
  async read(text) {
    this.way = "";
    const signal = this.choices.ask();
    const { content } = await post("/api/submissions/read", { submission: text });
    const [{ options }, meters] = await Promise.all([get(`/api/rules/books/${content.book}/form`), loadMeters()]);
    if (signal.aborted) return;
    this.isWayFiled = options.some((/** @type {{key: string}} */ { key }) => key === HOUSE_WAY);
    Object.assign(this, { content, meters });
    if (this.isWayFiled && isFile(content[HOUSE_WAY])) this.way = OWN;
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @param {string} id */
  async open(values, form, id) {
    const cents = requireDollars(values.inventory);
    const settings = { ...dealtBy(values.dealt), practice: values.practice === "on" };
    const filing = await this.filing(values, form).finally(() => (this.waits = ""));
    await post("/api/tables", { id, table: values.table, ...filing, inventory_cents: cents, settings });
    this.dispatchEvent(new CustomEvent("table-opened", { bubbles: true }));
    if (this.chosen === OWN) this.content = null; // as in the emptied form, which has no file
    this.way = isFile(this.content?.[HOUSE_WAY]) ? OWN : "";
    loadMeters().then((meters) => (this.meters = meters), () => {});
    return `${values.table} is open`;
  }

  /** @param {Record<string, any>} values @param {HTMLFormElement} form @returns {Promise<string>} */
  async submissionText(values, form) {
    return values.example === OWN ? ((await fileIn(form, "file")?.text()) ?? "") : exampleText(values.example);
  }

  /** Return what is sent of a submission and its house way: as it is filed, or with the house way and the meters that were chosen. @param {Record<string, any>} values @param {HTMLFormElement} form */
  async filing(values, form) {
    const [submission] = await Promise.all([this.submissionText(values, form), this.reading]);
    if (!this.content) return { submission };
    const { name, text } = await this.chosenWay(values, form);
    const content = name ? { ...this.content, [HOUSE_WAY]: name } : this.content;
    const filed = await withMeters(content, values.table, values.meters ?? OWN_METERS, (words) => (this.waits = words));
    const isSame = JSON.stringify(filed) === JSON.stringify(this.content);
    return { submission: isSame ? submission : (await post("/api/submissions/write", { content: filed })).text, house_way: text };
  }

  /** Return the name and the text of another house way than the filed one, if one was chosen. @param {Record<string, any>} values @param {HTMLFormElement} form @returns {Promise<{name?: string, text?: string}>} */
  async chosenWay({ way, text }, form) {
    if (!way || !this.isWayFiled) return {};
    const file = way === OWN ? fileIn(form, "way-file") : null;
    if (file) return { name: file.name, text: await file.text() };
    return way === PASTED ? { name: "house-way.toml", text } : { name: way };
  }

  render() {
    return rarePanel("opening", "Open a table", html`<span class="soft small">under a Rules Submission</span>`, html`${waitsNote(this.waits)}<div class="body">
      <hw-request-form action="Open the table" .fields=${this.fields()} .send=${(/** @type {any} */ values, /** @type {HTMLFormElement} */ form, /** @type {string} */ id) => this.open(values, form, id)}></hw-request-form>
    </div>`);
  }

  fields() {
    return html`<div class="row">
      <label>Table<input class="in" name="table" required placeholder="UTH-1" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" maxlength="40" autocomplete="off"></label>
      <label>Inventory in dollars<input class="in" name="inventory" required inputmode="decimal" value="100000" autocomplete="off"></label>
      ${dealtByField()}
    </div>
    <div class="row">
      <label>Submission<select class="in" name="example" @change=${(/** @type {Event} */ event) => this.choose(valueOf(event))}>
        ${this.examples.map(({ name, title }) => html`<option value=${name} ?selected=${name === this.chosen}>${title}</option>`)}<option value=${OWN} ?selected=${this.chosen === OWN}>A file of my own…</option></select></label>
      ${this.chosen === OWN ? html`<label>File<input class="in file" name="file" type="file" accept=".toml" required @change=${(/** @type {Event} */ event) => this.readChosen(event)}></label>` : nothing}
      ${metersField(this.content, this.meters)}
    </div>
    ${this.content && this.isWayFiled ? this.houseWayFields(this.content[HOUSE_WAY]) : nothing}
    <label class="field of-flag"><input type="checkbox" class="sw" name="practice"><span>Players may ask what each choice is worth</span></label>`;
  }

  /** @param {Event} event */
  readChosen({ target }) {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (file) this.reading = file.text().then((text) => this.read(text)).catch(() => (this.content = null));
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
