/** Makes whoever opens the one-time link the administrator. The token is in the fragment of the address, which browsers do not send. */
import { html, nothing } from "../../vendor/lit/index.js";
import { post, rememberPerson } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { refusalBox } from "../parts/clauses.js";
import { notThere } from "../parts/not-there.js";

class Administrator extends PageElement {
  static properties = { refusal: { state: true }, name: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.name = "";
  }

  /** @param {SubmitEvent} event */
  async claim(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    try {
      const session = await post("/api/session/administrator", { link: location.hash.slice(1), ...Object.fromEntries(new FormData(form)) });
      rememberPerson(session.person);
      this.name = session.person.name;
      this.refusal = null;
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  render() {
    return html`<div class="page narrow">${this.name ? welcome(this.name) : location.hash ? this.form() : NO_LINK}</div>`;
  }

  form() {
    return html`<section class="panel not-there">
      <h1>Become the administrator</h1>
      <p class="soft">The link that the server printed works once. Choose how you will log in from now on.</p>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <form class="one-form" @submit=${this.claim}>
        <label>Log-in <input class="in" name="login" required maxlength="200" autocomplete="username"></label>
        <label>Name that others see <input class="in" name="name" required maxlength="40" autocomplete="nickname"></label>
        <label>Password <input class="in" name="password" type="password" required maxlength="256" autocomplete="new-password"></label>
        <button class="btn primary">Become the administrator</button>
      </form>
    </section>`;
  }
}
customElements.define("hw-administrator", Administrator);

/** @param {string} name */
const welcome = (name) => html`<section class="panel empty not-there" role="status"><h1>Welcome, ${name}</h1><p>You are the administrator. Register whoever deals, rules and watches; players need no account.</p>
  <p class="send"><a class="btn primary" href="/administration">Register somebody</a><a class="btn" href="/">All tables</a></p></section>`;

const NO_LINK = notThere("This address lacks its link", "The server prints a link once, when it starts for the first time: open the whole of it, and you become the administrator. If there is one already, sign in, or ask for a role.", html`<a class="btn primary" href="/sign-in">Sign in</a><a class="btn" href="/">All tables</a>`);
