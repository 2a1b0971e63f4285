/** The page of the log, for anybody. */
import { html } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import "./log.js";

class LogPage extends PageElement {
  render() {
    return html`<div class="page narrow audit"><div class="head"><div><h1>Check the house</h1><p>Nothing here needs trust in the house: this browser computes every proof itself.</p></div></div><hw-log></hw-log></div>`;
  }
}
customElements.define("hw-log-page", LogPage);
