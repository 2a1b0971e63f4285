/** The HTTP interface: three ways to begin, and the routes by subject. Routes that need nothing can be tried here. */
import { html, nothing } from "../vendor/lit/index.js";
import { capital } from "./lib/act-words.js";
import { announce } from "./lib/announcer.js";
import { get, send } from "./lib/api.js";
import { PageElement } from "./lib/element.js";
import { refusalBox } from "./parts/clauses.js";

/** @typedef {{method: string, path: string, words: string, subject: string}} Operation */
/** @typedef {{asked: string, text: string, whole: number, ms: number, refusal: import("./lib/api.js").Refusal | null}} Answer */

const SHOWN_LETTERS = 4000;
const FIRST_SUBJECT = "tables";

const SOCKETS = location.origin.replace("http", "ws");

/** What a program does first, with the command that does it and the route that answers it. */
const BEGINNINGS = [
  { title: "Look at the tables", words: "No session is needed to read.", command: `curl ${location.origin}/api/tables`, path: "/api/tables" },
  { title: "Check the house", words: "Its signed checkpoint, and proofs of every round.", command: `curl ${location.origin}/api/log/checkpoint`, path: "/api/log/checkpoint" },
  { title: "Play", words: "Begin as a guest, then follow a table over its socket.", command: `curl -X POST ${location.origin}/api/session/guest -c guest.txt \\\n  -H 'Content-Type: application/json' -d '{"name": "Ada"}'`, path: "" },
];

class Interface extends PageElement {
  static properties = { operations: { state: true }, wanted: { state: true }, subject: { state: true }, answer: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    /** @type {Operation[] | null} */
    this.operations = null;
    this.wanted = "";
    this.subject = chosenSubject() || FIRST_SUBJECT;
    /** What a route has just answered. @type {Answer | null} */
    this.answer = null;
    /** @type {import("./lib/api.js").Refusal | null} */
    this.refusal = null;
    this.choose = () => (this.subject = chosenSubject() || this.subject);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", this.choose);
    get("/api/routes").then(({ routes }) => (this.operations = routes), (refusal) => (this.refusal = refusal));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.choose);
  }

  /** Ask a route, and show its answer below the button. @param {string} path @param {string} [asked] which button it was */
  async ask(path, asked = path) {
    const began = performance.now();
    try {
      const text = await (await send("GET", path)).text();
      this.answer = { asked, text: indented(text), whole: text.length, ms: performance.now() - began, refusal: null };
    } catch (error) {
      this.answer = { asked, text: "", whole: 0, ms: 0, refusal: /** @type {import("./lib/api.js").Refusal} */ (error) };
    }
    announce(this.answer.refusal?.message ?? `${path} has answered`);
  }

  render() {
    return html`<div class="page interface">
      <div class="head"><div><h1>The interface</h1><p>Programs play, audit and compute through the same routes as these pages. <a href="/api/openapi.json">OpenAPI</a> describes every parameter and answer.</p></div></div>
      <ul class="beginnings">${BEGINNINGS.map((each) => this.beginning(each))}</ul>
      ${this.refusal ? refusalBox(this.refusal) : this.routes(this.operations)}
    </div>`;
  }

  /** @param {typeof BEGINNINGS[number]} beginning */
  beginning({ title, words, command, path }) {
    return html`<li class="panel"><h2>${title}</h2><p class="soft">${words}</p><pre class="mono" tabindex="0" aria-label=${`Command: ${title}`}>${command}</pre>
      ${path ? html`<p><button class="btn" @click=${() => this.ask(path, title)}>Try it here</button></p>` : html`<p class="soft small">Then <code>${SOCKETS}/api/tables/ID/socket</code></p>`}
      ${this.answer?.asked === title ? this.answered(this.answer) : nothing}</li>`;
  }

  /** @param {Operation[] | null} operations */
  routes(operations) {
    const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const found = (operations ?? []).filter((each) => (words.length ? words.every((word) => `${each.method} ${each.path} ${each.words}`.toLowerCase().includes(word)) : each.subject === this.subject));
    return html`<div class="by-subject"><div class="subject-list">
        <label class="find-route"><span class="label">Find a route</span><input class="in" type="search" placeholder="rounds, meter, POST" @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)}></label>
        <nav class="subjects" aria-label="Subjects">${subjectsOf(operations ?? []).map(([subject, count]) => html`<a href="#${anchor(subject)}" aria-current=${!words.length && subject === this.subject ? "true" : nothing}><span>${capital(subject)}</span> <span class="soft">${count}</span></a>`)}</nav></div>
      <div class="found-routes" aria-live="polite">${!operations ? html`<p class="loading" role="status">Loading the routes…</p>`
        : found.length ? subjectsOf(found).map(([subject]) => this.panel(subject, found.filter((each) => each.subject === subject)))
        : html`<p class="panel empty"><b>No such route</b>Nothing here has all of these words.</p>`}</div></div>`;
  }

  /** @param {string} subject @param {Operation[]} operations */
  panel(subject, operations) {
    return html`<section class="panel routes-of" aria-labelledby=${anchor(subject)}><header><h2 id=${anchor(subject)}>${capital(subject)}</h2><span class="soft small">${operations.length === 1 ? "one route" : `${operations.length} routes`}</span></header>
      <ul class="routes">${operations.map((each) => this.route(each))}</ul></section>`;
  }

  /** @param {Operation} operation */
  route({ method, path, words }) {
    return html`<li><span class="method ${method.toLowerCase()}">${method}</span><div><code>${breakable(path)}</code><p>${spelled(words)}</p></div>
      ${isOpen(method, path) ? html`<button class="btn" aria-label=${`Try ${path}`} @click=${() => this.ask(path)}>Try</button>` : nothing}
      ${isOpen(method, path) && this.answer?.asked === path ? this.answered(this.answer) : nothing}</li>`;
  }

  /** @param {Answer} answer */
  answered({ text, whole, ms, refusal }) {
    if (refusal) return html`<div class="answered">${refusalBox(refusal)}</div>`;
    return html`<div class="answered"><p class="soft small"><span class="tag ok done">answered in ${Math.round(ms)} ms</span> ${whole.toLocaleString("en")} characters${text.length > SHOWN_LETTERS ? `, of which the first ${SHOWN_LETTERS.toLocaleString("en")} are shown` : ""} <button class="as-link" @click=${() => (this.answer = null)}>Close</button></p>
      <pre class="mono" tabindex="0" aria-label="The answer">${text.slice(0, SHOWN_LETTERS)}</pre></div>`;
  }
}
/** The subjects of routes in their order, with how many routes each has. @param {Operation[]} operations @returns {[string, number][]} */
const subjectsOf = (operations) => [...new Set(operations.map(({ subject }) => subject))].map((subject) => [subject, operations.filter((each) => each.subject === subject).length]);

const PREFIX = "routes-";

/** @param {string} subject */
const anchor = (subject) => `${PREFIX}${subject.replaceAll(" ", "-")}`;

/** The subject that the address names; empty if none. */
const chosenSubject = () => (location.hash.startsWith(`#${PREFIX}`) ? location.hash.slice(PREFIX.length + 1).replaceAll("-", " ") : "");

/** Indent an answer that is JSON. @param {string} text */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Let a path break before its slashes. @param {string} path */
const breakable = (path) => path.split(/(?=\/)/).map((part) => html`<wbr>${part}`);

/** Whether a route can be followed as it is. @param {string} method @param {string} path */
const isOpen = (method, path) => method === "GET" && !path.includes("{");

/** Draw words in which backticks mark code. @param {string} words */
const spelled = (words) => words.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part || nothing));

customElements.define("hw-interface", Interface);
