/** The submissions desk: a form of what a book leaves to the operator, checked while it is typed, with previews of sign and layout. */
import { html, nothing } from "../../vendor/lit/index.js";
import { Refusal, ensureSession, get, newCommandId, post, send, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { pictureAddress } from "../lib/picture-address.js";
import { answerAddress, runJob } from "../lib/job.js";
import { LastQuestion } from "../lib/late-answers.js";
import { saveFile, saveFrom } from "../lib/save-file.js";
import { requireDollars } from "../parts/bounds.js";
import { clauseLink, refusalBox, sentence } from "../parts/clauses.js";
import { progressBar } from "../parts/progress.js";
import { dealtBy, loadMeters, withMeters } from "../parts/table-opening.js";
import { keysOf, partOf, withValue } from "./content.js";
import { capital, fieldId, plainWords, warningWords } from "./fields.js";
import { openingPanel } from "./opening.js";
import { inForce } from "./in-force.js";
import { ownFile, unanswered } from "./starting.js";
import { HOUSE_WAY, approvalsPart, metersPart, readingsPart, tablePart, wagersPart } from "./parts-of-form.js";

const DRAFT = "houseway-submission";
/** What was changed in the draft and not written as a file yet, because no answer came. */
const CHANGES = "houseway-submission-changes";
const OWN_WAY = "houseway-house-way";
const TYPING_PAUSE = 300;
const PARTS = { Table: tablePart, Wagers: wagersPart, Meters: metersPart, Readings: readingsPart, Approvals: approvalsPart };
/** @typedef {keyof typeof PARTS} PartName */

/** Return what a submission files. @param {string} text @param {AbortSignal} signal @returns {Promise<any>} */
async function readText(text, signal) {
  if (!text) throw new Refusal({ message: "The file is empty" });
  return (await post("/api/submissions/read", { submission: text }, signal)).content;
}

class Submissions extends PageElement {
  static properties = {
    books: { state: true }, tables: { state: true }, examples: { state: true }, content: { state: true }, form: { state: true }, section: { state: true }, text: { state: true },
    verdict: { state: true }, picture: { state: true }, shown: { state: true }, refusal: { state: true }, job: { state: true }, opened: { state: true }, refused: { state: true }, meters: { state: true }, waits: { state: true }, busy: { state: true }, mayOpen: { state: true },
  };

  constructor() {
    super();
    /** @type {{book: string, title: string, jurisdiction: string, source: string}[]} */
    this.books = [];
    /** @type {import("./in-force.js").Table[] | null} */
    this.tables = null;
    /** @type {{name: string, about: string}[]} */
    this.examples = [];
    /** @type {import("./content.js").Content | null} */
    this.content = null;
    /** @type {any} */
    this.form = null;
    /** @type {PartName} */
    this.section = "Table";
    this.text = "";
    /** The user's own house way, which this browser keeps with the draft. @type {{name: string, text: string} | null} */
    this.ownWay = JSON.parse(localStorage.getItem(OWN_WAY) ?? "null");
    /** @type {{ok: boolean, findings: import("./fields.js").Finding[], rules_hash: string | null} | null} */
    this.verdict = null;
    this.picture = "";
    /** @type {"sign" | "layout" | "file"} */
    this.shown = "sign";
    /** @type {Refusal | null} */
    this.refusal = null;
    /** @type {import("../lib/job.js").Job | null} */
    this.job = null;
    this.opened = "";
    /** Why a table could not be opened. @type {Refusal | null} */
    this.refused = null;
    /** The meters of the house. @type {import("../parts/table-opening.js").Meter[]} */
    this.meters = [];
    /** What is waited for before a table opens. */
    this.waits = "";
    /** Whether a table is being opened. */
    this.busy = false;
    this.mayOpen = false;
    this.pause = 0;
    this.starts = new LastQuestion();
    this.judging = new LastQuestion();
    this.drawings = new LastQuestion();
    /** The PAR sheet that is being made. */
    this.making = new LastQuestion();
  }

  async connectedCallback() {
    super.connectedCallback();
    await this.attempt(async () => {
      await ensureSession();
      this.mayOpen = (await whoAmI())?.permissions.includes("table.open") ?? false;
      const [books, examples, { tables }] = await Promise.all([get("/api/rules/books"), get("/api/submissions/examples"), get("/api/tables")]);
      [this.books, this.examples, this.tables] = [books, examples, tables];
      if (this.mayOpen) this.meters = await loadMeters();
      const draft = localStorage.getItem(DRAFT);
      const asked = new URLSearchParams(location.search).get("example");
      if (asked) await this.startFromExample(asked);
      else if (draft) await this.continueDraft(draft);
    });
  }

  /** Do something, and show the refusal if there is one, unless something else is asked for meanwhile. @param {() => Promise<void>} work @param {AbortSignal} [signal] */
  async attempt(work, signal) {
    try {
      this.refusal = null;
      await work();
    } catch (error) {
      if (!signal?.aborted) this.refusal = /** @type {Refusal} */ (error);
    }
  }

  /** Start with what is read. Whatever is chosen last counts. @param {(signal: AbortSignal) => Promise<any>} read */
  async start(read) {
    const signal = this.starts.ask();
    await this.attempt(async () => {
      const content = await read(signal);
      this.form = await get(`/api/rules/books/${content.book}/form`, signal);
      history.replaceState(null, "", location.pathname); // loaded again, the page shows the draft and what was changed in it
      Object.assign(this, { content, section: "Table", verdict: null, picture: "", opened: "", refused: null });
      this.judgeSoon(0);
      await this.updateComplete;
      scrollTo(0, 0); // what was chosen from may have been scrolled
    }, signal);
  }

  /** Start with every question of a book open; the findings say which must be answered. @param {string} book */
  startFromNothing(book) {
    return this.start((signal) => readText(unanswered(book), signal));
  }

  /** @param {string} name */
  startFromExample(name) {
    return this.start(async (signal) => readText((await get(`/api/submissions/example?name=${encodeURIComponent(name)}`, signal)).text, signal));
  }

  /** @param {File} file */
  startFromFile(file) {
    return this.start(async (signal) => readText(await file.text(), signal));
  }

  /** @param {string} draft */
  continueDraft(draft) {
    const changes = localStorage.getItem(CHANGES);
    return this.start(async (signal) => (changes ? JSON.parse(changes) : readText(draft, signal)));
  }

  /** @param {string[]} place @param {unknown} value */
  change(place, value) {
    this.content = withValue(this.content, place, value);
    localStorage.setItem(CHANGES, JSON.stringify(this.content));
    this.opened = "";
    this.refused = null;
    this.judgeSoon(TYPING_PAUSE);
  }

  /** @param {number} pause */
  judgeSoon(pause) {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.attempt(() => this.judge()), pause);
  }

  async judge() {
    const signal = this.judging.ask(), { content } = this;
    this.drawings.drop();
    try {
      const { text } = await post("/api/submissions/write", { content }, signal);
      this.text = text;
      localStorage.setItem(DRAFT, text);
      if (this.content === content) localStorage.removeItem(CHANGES); // not what was typed meanwhile
      this.verdict = await post("/api/submissions/check", { source: this.source }, signal);
      await this.draw();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  get source() {
    return { kind: "submission", submission: this.text, house_way_text: this.houseWayText };
  }

  /** The text of the user's own house way, if the submission names its file. */
  get houseWayText() {
    return this.ownWay && this.ownWay.name === this.content?.[HOUSE_WAY] ? this.ownWay.text : undefined;
  }

  /** File a house way of one's own. @param {File} file */
  async attachHouseWay(file) {
    this.ownWay = { name: file.name, text: await file.text() };
    localStorage.setItem(OWN_WAY, JSON.stringify(this.ownWay));
    this.change([HOUSE_WAY], file.name);
  }

  /** Draw the sign or the layout, whichever is shown. */
  async draw() {
    const signal = this.drawings.ask();
    if (!this.verdict?.ok || this.shown === "file") return;
    try {
      const answer = await send("POST", `/api/submissions/${this.shown}`, { source: this.source, format: "svg" }, signal);
      this.picture = pictureAddress(new Uint8Array(await answer.arrayBuffer()));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** @param {"sign" | "layout" | "file"} what */
  show(what) {
    this.shown = what;
    this.picture = "";
    this.attempt(() => this.draw());
  }

  /** @param {import("./fields.js").Finding} finding */
  goTo(finding) {
    this.section = /** @type {PartName} */ (partOf(finding.place));
    const id = fieldId(finding.place);
    this.updateComplete.then(() => {
      const found = document.getElementById(id) ?? this.querySelector(`[id^="${id}_"]`) ?? this.querySelector("#form-part :is(input, select, button)");
      /** @type {HTMLElement | null} */ (found)?.focus();
    });
  }

  /** Check the submission at once, without waiting for a pause in typing. */
  async judgeNow() {
    clearTimeout(this.pause);
    await this.judge();
  }

  async download() {
    await this.attempt(() => this.judgeNow());
    saveFile(`${this.fileName}.toml`, "application/toml", this.text);
  }

  get fileName() {
    return this.content?.book ?? "submission";
  }

  async makePar() {
    const signal = this.making.ask();
    await this.attempt(async () => {
      await this.judgeNow();
      const done = await runJob("/api/submissions/par", { source: this.source }, (job) => (this.job = job), signal);
      saveFrom(answerAddress(done, "pdf"), `${this.fileName}-par.pdf`);
    });
    this.job = null;
    if (signal.aborted) this.refusal = null;
  }

  /** @param {import("./opening.js").Opening} opening */
  async openTable(opening) {
    this.refused = null;
    this.busy = true;
    try {
      await this.judgeNow();
      await post("/api/tables", await this.request(opening));
      this.opened = opening.table;
      await this.updateComplete;
      /** @type {HTMLElement | null} */ (this.querySelector(".opening a"))?.focus(); // the form that had the focus is gone
    } catch (error) {
      this.refused = /** @type {Refusal} */ (error);
    } finally {
      Object.assign(this, { waits: "", busy: false });
    }
  }

  /** Return what is sent to open a table: the draft, with the meters that were chosen. @param {import("./opening.js").Opening} opening */
  async request({ table, inventory, dealt, meters }) {
    const inventory_cents = requireDollars(inventory);
    const content = meters ? await withMeters(this.content ?? {}, table, meters, (words) => (this.waits = words)) : this.content;
    const submission = content === this.content ? this.text : (await post("/api/submissions/write", { content })).text;
    return { id: newCommandId(), table, submission, house_way: this.houseWayText, inventory_cents, settings: dealtBy(dealt) };
  }

  /** Save the sign or the layout as it is printed. @param {"sign" | "layout"} what */
  async savePrinted(what) {
    await this.attempt(async () => {
      await this.judgeNow();
      const answer = await send("POST", `/api/submissions/${what}`, { source: this.source, format: "pdf" });
      saveFile(`${this.fileName}-${what}.pdf`, "application/pdf", await answer.blob());
    });
  }

  render() {
    return html`<div class="page">${this.content && this.form ? this.desk() : this.startPage()}</div>`;
  }

  startPage() {
    /** @type {import("./starting.js").Start} */
    const start = {
      nothing: (book) => this.startFromNothing(book),
      example: (name) => this.startFromExample(name),
      file: (file) => this.startFromFile(file),
    };
    const isLeading = localStorage.getItem(DRAFT) === null;
    return html`<div class="head"><div><h1>Submissions</h1><p>What an operator files under a rule book: paytables, limits, options, readings. It is checked against the book as you type.</p></div></div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="starts">${this.draftKept()}${inForce(this.tables)}
        ${this.books.length ? html`<hw-submission-start .books=${this.books} .examples=${this.examples} .start=${start} .isLeading=${isLeading}></hw-submission-start>` : nothing}
        ${ownFile(start)}</div>`;
  }

  /** The draft that this browser keeps, to go on with it. */
  draftKept() {
    const draft = localStorage.getItem(DRAFT);
    if (!draft || !this.books.length) return nothing;
    return html`<section class="panel draft"><div><h2>Your draft</h2><p class="soft">This browser keeps the submission that you worked on last. Another start replaces it.</p></div>
      <button class="btn primary" @click=${() => this.continueDraft(draft)}>Continue the draft</button></section>`;
  }

  desk() {
    const book = this.books.find((each) => each.book === this.content?.book);
    return html`<div class="head">
        <div><p class="crumb"><button class="as-link" @click=${() => (this.content = null)}>Submissions</button> · draft, kept in this browser</p>
          <h1>${book?.title ?? this.content?.book}, ${this.content?.facility ?? "no facility yet"}</h1>
          <p>What <a href="/rules/${this.content?.book}">${book?.jurisdiction}: ${book?.source}</a> leaves open. The form is made from the book; every question has its clause.</p></div>
        <div class="fields"><button class="btn" @click=${this.download}>Download as TOML</button><button class="btn" ?disabled=${!this.verdict?.ok || this.job !== null} @click=${this.makePar}>PAR sheet</button></div>
      </div>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.job ? progressBar(this.job, () => this.making.drop()) : nothing}
      <div class="desk">
        <div>${this.tabs()}${this.formPart()}</div>
        ${this.verdictBar()}
        <aside class="beside">${this.findings()}${this.preview()}${this.verdict?.ok ? this.opening() : nothing}</aside>
      </div>`;
  }

  /** How many findings there are, with a way to them, where the form is above them. */
  verdictBar() {
    const errors = this.verdict?.findings.filter((finding) => finding.severity === "error").length ?? 0;
    return html`<a class="verdict-bar" href="#findings"><span class="tag ${errors ? "bad" : "ok"}">${errors ? `${errors} wrong` : "nothing wrong"}</span><u>Findings and sign</u></a>`;
  }

  tabs() {
    const errors = (/** @type {string} */ part) => this.verdict?.findings.filter((finding) => finding.severity === "error" && partOf(finding.place) === part).length ?? 0;
    return html`<div class="tabs" role="tablist" aria-label="Parts of the form" @keydown=${this.turn}>${/** @type {PartName[]} */ (Object.keys(PARTS)).map((part) => html`<button role="tab" id="tab-${part}" tabindex=${this.section === part ? 0 : -1} aria-selected=${this.section === part} aria-controls="form-part" @click=${() => (this.section = part)}>${part}${errors(part) ? html` <span class="count">${errors(part)}<span class="vh"> to fix</span></span>` : nothing}</button>`)}</div>`;
  }

  /** Turn to the part before or after, by the arrow keys. @param {KeyboardEvent} event */
  turn(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const parts = /** @type {PartName[]} */ (Object.keys(PARTS));
    this.section = parts[(parts.indexOf(this.section) + step + parts.length) % parts.length];
    this.updateComplete.then(() => document.getElementById(`tab-${this.section}`)?.focus());
  }

  formPart() {
    const state = { book: this.content?.book, findings: this.verdict?.findings ?? [], change: this.change.bind(this), ownWay: this.ownWay?.name ?? "", attachHouseWay: (/** @type {File} */ file) => this.attempt(() => this.attachHouseWay(file)) };
    return html`<section class="panel form" id="form-part" role="tabpanel" aria-labelledby="tab-${this.section}"><header><h2>${this.section}</h2></header><div class="body">${PARTS[this.section](state, this.content ?? {}, this.form)}</div></section>`;
  }

  findings() {
    const findings = this.verdict?.findings ?? [];
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const state = !this.verdict ? html`<span class="tag wait">being checked</span>` : errors ? html`<span class="tag bad">${errors} to fix</span>` : html`<span class="tag ok done">passes</span>`;
    const warnings = findings.length - errors;
    return html`<section class="panel" id="findings" aria-live="polite"><header><h2>Findings</h2><span>${state}${warnings ? html` <span class="soft small">${warningWords(warnings)}</span>` : nothing}</span></header>
      ${findings.length ? html`<ul class="findings">${findings.map((finding) => html`<li class=${finding.severity}>
          <b>${sentence(finding.message)}</b>
          <p class="soft">given <b>${finding.given || "nothing"}</b>${finding.allowed ? html`, allowed <b>${finding.allowed}</b>` : nothing}</p>
          <p class="small soft where">${finding.clause ? clauseLink(finding.clause) : nothing}<code>${finding.place}</code>${finding.line ? html`<span>line ${finding.line}</span>` : nothing}</p>
          ${finding.suggestion && !finding.correction && !isMissing(finding) ? html`<p class="small soft">${sentence(finding.suggestion)}</p>` : nothing}
          <p class="mend">${this.correctionButton(finding)}<button class="btn ${finding.correction ? "quiet" : ""}" @click=${() => this.goTo(finding)}>Go there</button></p></li>`)}</ul>`
        : html`<p class="empty"><b>Nothing to fix</b>${this.verdict?.rules_hash ? html`Rules <code>${this.verdict.rules_hash.slice(0, 16)}</code>` : "Findings come as you type."}</p>`}
    </section>`;
  }

  /** @param {import("./fields.js").Finding} finding */
  correctionButton({ correction }) {
    if (!correction) return nothing;
    const { place, value } = correction;
    return html`<button class="btn" @click=${() => this.change(keysOf(place), value ?? undefined)}>${correctionWords(value)}</button>`;
  }

  preview() {
    return html`<section class="panel"><header><h2>As it would be posted</h2>
        <fieldset class="seg"><legend class="vh">What is shown</legend>${/** @type {const} */ (["sign", "layout", "file"]).map((what) => html`<label><input type="radio" name="shown" .checked=${this.shown === what} @change=${() => this.show(what)}><span>${capital(what)}</span></label>`)}</fieldset></header>
      <div class="body preview">${this.shown === "file" ? html`<pre class="mono" tabindex="0" aria-label="The file">${this.text}</pre>`
        : this.picture ? html`<figure class=${this.verdict?.ok ? "" : "stale"}><img src=${this.picture} alt="The ${this.shown} of this submission">${this.verdict?.ok ? nothing : html`<figcaption>The last version that passed. It is drawn again when there are no more findings.</figcaption>`}</figure>`
          : html`<p class="empty"><b>${this.verdict?.ok === false ? "Not yet" : "Drawing…"}</b>${this.verdict?.ok === false ? `The ${this.shown} is drawn when there are no more findings.` : ""}</p>`}</div>
      ${this.shown !== "file" && this.verdict?.ok ? html`<p class="body print"><button class="btn" @click=${() => this.savePrinted(/** @type {"sign" | "layout"} */ (this.shown))}>Download the ${this.shown} as PDF</button></p>` : nothing}</section>`;
  }

  opening() {
    if (!this.mayOpen) return html`<p class="soft small opening">A floorperson can open a table from this submission here: <a href="/sign-in?next=/submissions">sign in</a> as one.</p>`;
    if (this.opened) return html`<p class="panel body opening" role="status">The table is open. <a href="/tables/${this.opened}">Go to ${this.opened}</a></p>`;
    return openingPanel(this, (opening) => this.openTable(opening));
  }
}
customElements.define("hw-submissions", Submissions);

/** Whether nothing is filed at the place: the field that is empty says what to do. @param {import("./fields.js").Finding} finding */
const isMissing = ({ given }) => !given || given === "nothing";

/** Say what a correction files. @param {string | number | boolean | null} value */
function correctionWords(value) {
  if (value === null) return "Take it out";
  return typeof value === "boolean" ? `Switch it ${value ? "on" : "off"}` : `Make it ${plainWords(String(value))}`;
}
