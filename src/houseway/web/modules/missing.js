/** What somebody sees who comes to an address where nothing is. */
import { html } from "../vendor/lit/index.js";
import { PageElement } from "./lib/element.js";
import { notThere } from "./parts/not-there.js";

class Missing extends PageElement {
  render() {
    const words = html`Nothing is at <span class="mono">${location.pathname}</span>. Check the address.`;
    return html`<div class="page narrow">${notThere("There is no such page", words, html`<a class="btn primary" href="/">All tables</a><a class="btn" href="/rules">Rules</a><a class="btn" href="/odds">Odds</a>`)}</div>`;
  }
}
customElements.define("hw-missing", Missing);
