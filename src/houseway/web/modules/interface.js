/** What the interface over HTTP offers, from its own description. */
import { html } from "../vendor/lit/index.js";
import { get } from "./lib/api.js";
import { PageElement } from "./lib/element.js";

class Interface extends PageElement {
  static properties = { operations: { state: true } };

  constructor() {
    super();
    /** @type {[string, string, string][]} */
    this.operations = [];
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/openapi.json").then((described) => (this.operations = [...operationsOf(described.paths)]));
  }

  render() {
    return html`<div class="page">
      <div class="head"><div><h1>The interface</h1><p>Programs play, audit and compute through these routes. <a href="/api/openapi.json">OpenAPI</a> has every parameter and answer.</p></div></div>
      <div class="panel"><table class="rec routes"><thead><tr><th>Route</th><th>What it does</th></tr></thead>
        <tbody>${this.operations.map(([method, path, words]) => html`<tr><td class="t"><code>${method} ${path}</code></td><td data-l="">${words}</td></tr>`)}</tbody></table></div>
    </div>`;
  }
}
customElements.define("hw-interface", Interface);

/** @param {Record<string, Record<string, any>>} paths @returns {Generator<[string, string, string]>} */
function* operationsOf(paths) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      yield [method.toUpperCase(), path, (operation.description ?? operation.summary).split("\n")[0]];
    }
  }
}
