/** The base of all components: Lit without a shadow, so that the sheets of the page apply and every reader finds one document. */
import { LitElement } from "../../vendor/lit/index.js";

export class PageElement extends LitElement {
  createRenderRoot() {
    this.replaceChildren(); // removes what the page showed so far, such as "Loading"
    return this;
  }
}
