/** Panels that a phone shows as one line until they are opened: their name, and what matters of them now. */
import { html, nothing } from "../../vendor/lit/index.js";

const PHONE = matchMedia("(max-width: 640px)");

PHONE.addEventListener("change", () => {
  if (!isPhone()) for (const panel of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.folds:not(.rarely), details.chapters"))) panel.open = true;
});

/** Whether the page is as narrow as a phone. */
export const isPhone = () => PHONE.matches;

/** A controller that draws an element again when its page becomes narrow or wide. */
export class WidthListener {
  /** @param {import("../../vendor/lit/index.js").LitElement} host @param {MediaQueryList} [width] */
  constructor(host, width = PHONE) {
    this.width = width;
    this.change = () => host.requestUpdate();
    host.addController(this);
  }

  hostConnected() {
    this.width.addEventListener("change", this.change);
  }

  hostDisconnected() {
    this.width.removeEventListener("change", this.change);
  }
}

/** Draw a panel that a phone folds. On a wider page it is open, and nothing folds it. @param {string} name its class @param {unknown} title @param {unknown} note @param {unknown} content */
export const foldingPanel = (name, title, note, content) => html`<details class="panel folds ${name}" ?open=${!isPhone()}>
  <summary tabindex=${isPhone() ? nothing : -1}><h2>${title}</h2>${note}</summary>${content}</details>`;

/** Draw a panel of something that is seldom done: one line on every page until it is opened. @param {string} name its class @param {unknown} title @param {unknown} note @param {unknown} content @param {(event: Event) => void} [toggled] */
export const rarePanel = (name, title, note, content, toggled = () => {}) => html`<details class="panel folds rarely ${name}" @toggle=${toggled}>
  <summary><h2>${title}</h2>${note}</summary>${content}</details>`;
