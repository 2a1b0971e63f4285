/** Makes whoever opens the one-time link the administrator. The token is in the fragment of the address, which browsers do not send. */
import { html, nothing } from "../../vendor/lit/index.js";
import { post, rememberPerson } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { refusalBox } from "../parts/clauses.js";

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
    return html`<div class="page narrow">
      <h1>Become the administrator</h1>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.name ? html`<p role="status">Welcome, ${this.name}. You are the administrator. <a href="/">To the tables</a></p>` : location.hash ? this.form() : NO_LINK}
    </div>`;
  }

  form() {
    return html`<p class="soft">The link that the server printed works once. Choose how you will log in from now on.</p>
      <section class="panel">
        <form class="body one-form" @submit=${this.claim}>
          <label>Log-in <input class="in" name="login" required maxlength="200" autocomplete="username"></label>
          <label>Name that others see <input class="in" name="name" required maxlength="40" autocomplete="nickname"></label>
          <label>Password <input class="in" name="password" type="password" required maxlength="200" autocomplete="new-password"></label>
          <button class="btn primary">Become the administrator</button>
        </form>
      </section>`;
  }
}
customElements.define("hw-administrator", Administrator);

const NO_LINK = html`<section class="panel"><div class="body"><p>This address lacks the link. The server prints it once, when it starts for the first time: open the whole of it.</p>
  <p class="soft">If there is an administrator already, <a href="/sign-in">sign in</a>, or ask for a role.</p></div></section>`;
