/** Lists the operations of the HTTP interface by subject, from its OpenAPI description. */
import { html, nothing } from "../vendor/lit/index.js";
import { capital } from "./lib/act-words.js";
import { get } from "./lib/api.js";
import { PageElement } from "./lib/element.js";
import { refusalBox } from "./parts/clauses.js";

/** @typedef {{method: string, path: string, words: string, subject: string}} Operation */

class Interface extends PageElement {
  static properties = { operations: { state: true }, wanted: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {Operation[] | null} */
    this.operations = null;
    this.wanted = "";
    /** @type {import("./lib/api.js").Refusal | null} */
    this.refusal = null;
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/openapi.json").then((described) => (this.operations = [...operationsOf(described.paths)]), (refusal) => (this.refusal = refusal));
  }

  render() {
    return html`<div class="page">
      <div class="head"><div><h1>The interface</h1><p>Programs play, audit and compute through these routes. <a href="/api/openapi.json">OpenAPI</a> has every parameter and answer; a table is followed over the socket <code>/api/tables/{table}/socket</code>.</p></div>
        <label class="find-route"><span class="label">Find a route</span><input class="in" type="search" placeholder="rounds, meter, POST" @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)}></label></div>
      ${this.refusal ? refusalBox(this.refusal) : this.operations ? this.subjects(this.operations) : html`<p class="loading" role="status">Loading the routes…</p>`}
    </div>`;
  }

  /** @param {Operation[]} operations */
  subjects(operations) {
    const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = operations.filter((each) => words.every((word) => `${each.method} ${each.path} ${each.words}`.toLowerCase().includes(word)));
    if (!found.length) return html`<p class="empty"><b>No such route</b>Nothing here has all of these words.</p>`;
    const subjects = [...new Set(found.map(({ subject }) => subject))].map((subject) => ({ subject, routes: found.filter((each) => each.subject === subject) }));
    return html`<div class="by-subject"><nav class="subjects" aria-label="Subjects">${subjects.map(({ subject, routes }) => html`<a href="#${anchor(subject)}"><span>${capital(subject)}</span> <span class="soft">${routes.length}</span></a>`)}</nav>
      <div>${subjects.map(({ subject, routes }) => subjectPanel(subject, routes))}</div></div>`;
  }
}
customElements.define("hw-interface", Interface);

/** @param {string} subject @param {Operation[]} operations */
const subjectPanel = (subject, operations) => html`<section class="panel routes-of" aria-labelledby=${anchor(subject)}><header><h2 id=${anchor(subject)}>${capital(subject)}</h2><span class="soft small">${operations.length === 1 ? "one route" : `${operations.length} routes`}</span></header>
  <table class="rec routes"><thead class="vh"><tr><th>Route</th><th>What it does</th></tr></thead>
    <tbody>${operations.map(({ method, path, words }) => html`<tr><td class="t"><code><b class="method ${method.toLowerCase()}">${method}</b><span>${isOpen(method, path) ? html`<a href=${path}>${breakable(path)}</a>` : breakable(path)}</span></code></td><td data-l="">${spelled(words)}</td></tr>`)}</tbody></table>
</section>`;

/** @param {string} subject */
const anchor = (subject) => `routes-${subject.replaceAll(" ", "-")}`;

/** Let a path break before its slashes. @param {string} path */
const breakable = (path) => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

/** Whether a route can be followed as it is. @param {string} method @param {string} path */
const isOpen = (method, path) => method === "GET" && !path.includes("{");

/** Draw words in which backticks mark code. @param {string} words */
const spelled = (words) => words.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part || nothing));

/** @param {Record<string, Record<string, any>>} paths @returns {Generator<Operation>} */
function* operationsOf(paths) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const words = (operation.description ?? operation.summary).split("\n\n")[0].replaceAll("\n", " ");
      yield { method: method.toUpperCase(), path, words, subject: operation.tags?.[0] ?? "service" };
    }
  }
}
