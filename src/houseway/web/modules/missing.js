/** What somebody sees who comes to an address where nothing is. */
import { html } from "../vendor/lit/index.js";
import { PageElement } from "./lib/element.js";

class Missing extends PageElement {
  render() {
    return html`<div class="page narrow"><section class="panel empty">
      <h1>There is no such page</h1>
      <p>Nothing is at <span class="mono">${location.pathname}</span>. Perhaps a letter of the address is wrong.</p>
      <p class="send"><a class="btn primary" href="/">All tables</a></p>
    </section></div>`;
  }
}
customElements.define("hw-missing", Missing);
