/** The felt: the printed layout with seats, wagers and cards on it. */
import { nothing } from "../../vendor/lit/index.js";
import { LiveElement } from "./live-element.js";

class Felt extends LiveElement {
  render() {
    return nothing;
  }
}
customElements.define("hw-felt", Felt);
