/** One's own place at the table: wagers, cards, decisions, results. */
import { nothing } from "../../vendor/lit/index.js";
import { LiveElement } from "./live-element.js";

class Station extends LiveElement {
  render() {
    return nothing;
  }
}
customElements.define("hw-station", Station);
