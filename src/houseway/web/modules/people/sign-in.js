/** Sign in with an account, or go on as a guest with play money. */
import { html, nothing } from "../../vendor/lit/index.js";
import { post, rememberPerson, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { playersRefusal } from "../parts/clauses.js";
import "../parts/help-words.js";

class SignIn extends PageElement {
  static properties = { person: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** Who is here already. @type {import("../lib/api.js").Person | null} */
    this.person = null;
  }

  connectedCallback() {
    super.connectedCallback();
    whoAmI().then((person) => (this.person = person), () => {});
  }

  /** @param {SubmitEvent} event @param {string} path */
  async begin(event, path) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.busy = true;
    try {
      const session = await post(path, Object.fromEntries(new FormData(form)));
      rememberPerson(session.person);
      location.assign(/** @type {HTMLButtonElement | null} */ (event.submitter)?.name === "limits" ? "/protection" : nextPage());
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`<div class="page sign-in">
      <h1>Sign in</h1>
      <p class="soft">Staff and players with an account sign in here. To play you need none.</p>
      ${this.refusal ? playersRefusal(this.refusal) : nothing}
      <div class="doors">
      <section class="panel"><header><h2>With an account</h2></header>
        <form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.begin(event, "/api/session")}>
          <label>Log-in <input class="in" name="login" required maxlength="200" autocomplete="username"></label>
          <label>Password <input class="in" name="password" type="password" required maxlength="256" autocomplete="current-password"></label>
          <button class="btn primary" ?disabled=${this.busy}>Sign in</button>
        </form>
      </section>
      ${this.person?.guest ? this.otherName(this.person) : this.asGuest()}</div>
      <hw-help-words></hw-help-words>
    </div>`;
  }

  /** Say to a guest that he may keep his name, or take another. @param {import("../lib/api.js").Person} person */
  otherName({ name }) {
    return html`<section class="panel"><header><h2>You are here as ${name}</h2></header>
      <div class="body one-form"><p class="soft">Your chips and your rounds are yours until your visit ends. Choose a password, and you come back to them; or take another name.</p>
        <a class="btn primary" href="/profile">Keep or change your name</a></div>
    </section>`;
  }

  asGuest() {
    return html`<section class="panel"><header><h2>As a guest, with play money</h2></header>
        <form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.begin(event, "/api/session/guest")}>
          <label>Name that others see <input class="in" name="name" required maxlength="40" autocomplete="nickname"></label>
          <p class="soft">A name is enough. You get play chips, and can sit down at every table.</p>
          <p class="buttons"><button class="btn" ?disabled=${this.busy}>Go on as a guest</button> <button class="btn quiet" name="limits" ?disabled=${this.busy}>Set limits first</button></p>
        </form>
      </section>`;
  }
}
customElements.define("hw-sign-in", SignIn);

/** Return where to go after signing in: a path of this house that the address names, or the lobby. */
function nextPage() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  return wanted.startsWith("/") && !wanted.startsWith("//") ? wanted : "/";
}
