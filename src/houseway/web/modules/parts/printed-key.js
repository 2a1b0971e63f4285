/** The key that is printed on something, where a desk listens to keys: alone, or with the keys that work while the focus is in a field. */
import { html, nothing } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import { isTakenByFocus, withinField } from "../lib/key-listener.js";

/** The pages that listen to these keys. */
const LISTENING = "hw-console-page, hw-floor-page";

class PrintedKey extends PageElement {
  static properties = { name: {}, isTaken: { state: true } };

  constructor() {
    super();
    /** The key: a capital letter or "Space". */
    this.name = "";
    /** Whether the key alone belongs to what has the focus. */
    this.isTaken = false;
    this.look = () => (this.isTaken = isTakenByFocus(document.activeElement, this.name));
  }

  connectedCallback() {
    super.connectedCallback();
    for (const kind of ["focusin", "focusout"]) document.addEventListener(kind, this.later);
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const kind of ["focusin", "focusout"]) document.removeEventListener(kind, this.later);
  }

  /** Look once the focus has moved: as it leaves something, nothing has it for a moment. */
  later = () => queueMicrotask(this.look);

  render() {
    if (!this.closest(LISTENING)) return nothing;
    return html`<kbd aria-hidden="true">${this.isTaken ? withinField(this.name) : this.name}</kbd>`;
  }
}
customElements.define("hw-key", PrintedKey);

/** Draw a key. @param {string} name */
export const printedKey = (name) => html`<hw-key name=${name}></hw-key>`;
