/** The record of the table: what was announced, the sign, and the last rounds. */
import { nothing } from "../../vendor/lit/index.js";
import { LiveElement } from "./live-element.js";

class TableRecord extends LiveElement {
  render() {
    return nothing;
  }
}
customElements.define("hw-record", TableRecord);
