/** Listens to the keyboard of the whole page while an element is on it. */
export class KeyListener {
  /** @param {import("../../vendor/lit/index.js").LitElement} host @param {(event: KeyboardEvent) => void} press */
  constructor(host, press) {
    this.press = press;
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener("keydown", this.press);
  }

  hostDisconnected() {
    document.removeEventListener("keydown", this.press);
  }
}
