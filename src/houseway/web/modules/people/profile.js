/** A player's name: a guest chooses another, or keeps his by choosing a password; a registered player changes his password. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get, post, rememberPerson, send, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dateTime } from "../lib/format.js";
import { playersRefusal } from "../parts/clauses.js";

/** @typedef {{table: string, round: number, since: number}} Share */

class Profile extends PageElement {
  static properties = { person: { state: true }, refusal: { state: true }, busy: { state: true }, said: { state: true }, shares: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    /** The form that was refused, and why. @type {{of: string, refusal: import("../lib/api.js").Refusal} | null} */
    this.refusal = null;
    this.busy = false;
    this.said = "";
    /** The rounds that are shown to others. @type {Share[]} */
    this.shares = [];
  }

  connectedCallback() {
    super.connectedCallback();
    ensureSession().then((person) => (this.person = person)).then(() => this.look()).catch((refusal) => (this.refusal = { of: "", refusal }));
  }

  async look() {
    this.shares = (await get("/api/shared")).rounds;
  }

  /** @param {Share} share */
  async stop({ table, round }) {
    try {
      await send("DELETE", `/api/tables/${encodeURIComponent(table)}/rounds/${round}/share`);
      this.said = `Round ${round} of ${table} is no longer shared.`;
      announce(this.said);
      await this.look();
    } catch (error) {
      this.refusal = { of: "", refusal: /** @type {import("../lib/api.js").Refusal} */ (error) };
    }
  }

  /** @param {SubmitEvent} event @param {string} path @param {string} said what has been done */
  async submit(event, path, said) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.busy = true;
    this.refusal = null;
    this.said = "";
    try {
      const session = await post(path, Object.fromEntries(new FormData(form)));
      rememberPerson(session.person);
      this.person = await whoAmI();
      this.said = said;
      announce(said);
      form.reset();
    } catch (error) {
      this.refusal = { of: path, refusal: /** @type {import("../lib/api.js").Refusal} */ (error) };
    } finally {
      this.busy = false;
    }
  }

  /** @param {string} path */
  refused(path) {
    return this.refusal?.of === path ? playersRefusal(this.refusal.refusal) : nothing;
  }

  render() {
    const { person } = this;
    return html`<div class="page sign-in profile">
      <h1>${person ? person.name : "Your name"}</h1>
      ${person ? html`<p class="soft">${person.guest ? "You are here as a guest: your name, your chips and your rounds go when your visit ends, unless you keep them." : "Your name, your chips and your rounds are kept. You come back to them with your log-in and your password."}</p>` : nothing}
      ${this.refused("")}
      ${this.said ? html`<p class="done" role="status">${this.said}</p>` : nothing}
      ${person ? html`<div class="doors">${person.guest ? [this.keep(), this.rename(person)] : this.password()}
        <section class="panel"><header><h2>What is yours</h2></header><div class="body"><ul class="ways">
          <li><a href="/history">Your rounds</a>: what was wagered, won and lost, and what the better choice was</li>
          <li><a href="/protection">Your limits</a>: how much and how long you play, and statements of any period</li>
          <li>Rounds that you share: ${this.shares.length ? nothing : html`none. Open one of <a href="/history">your rounds</a> to make a link to it.`}
            ${this.shares.length ? html`<ul class="shares">${this.shares.map((share) => html`<li><a href="/rounds/${share.table}/${share.round}">${share.table}, round ${share.round}</a> <span class="soft">since ${dateTime(share.since)}</span> <button class="as-link" aria-label="Stop sharing round ${share.round} of ${share.table}" @click=${() => this.stop(share)}>Stop sharing</button></li>`)}</ul>` : nothing}</li>
        </ul></div></section></div>` : nothing}
    </div>`;
  }

  keep() {
    const path = "/api/session/keep";
    return html`<section class="panel"><header><h2>Keep your name</h2></header>
      <form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, path, "Your name is kept. Sign in with your log-in and your password when you come back.")}>
        <label>Log-in <input class="in" name="login" required maxlength="64" autocomplete="username"></label>
        <label>Password, at least 12 characters <input class="in" name="password" type="password" required minlength="12" maxlength="256" autocomplete="new-password"></label>
        <p class="soft">You stay who you are: your chips, your seat, your rounds and your limits go with you. The log-in is known to you alone; others see your name.</p>
        ${this.refused(path)}
        <button class="btn primary" ?disabled=${this.busy}>Keep my name</button>
      </form></section>`;
  }

  /** @param {import("../lib/api.js").Person} person */
  rename({ name }) {
    const path = "/api/session/name";
    return html`<section class="panel"><header><h2>Take another name</h2></header>
      <form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, path, "You have another name now.")}>
        <label>Name that others see <input class="in" name="name" required maxlength="40" autocomplete="nickname" .value=${name}></label>
        <p class="soft">Choose before you sit down: at a table the others know you by your name.</p>
        ${this.refused(path)}
        <button class="btn" ?disabled=${this.busy}>Take this name</button>
      </form></section>`;
  }

  password() {
    const path = "/api/session/password";
    return html`<section class="panel"><header><h2>Change your password</h2></header>
      <form class="body one-form" @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, path, "Your password is changed. Everywhere else you are signed out.")}>
        <label>Password until now <input class="in" name="old_password" type="password" required maxlength="256" autocomplete="current-password"></label>
        <label>New password, at least 12 characters <input class="in" name="new_password" type="password" required minlength="12" maxlength="256" autocomplete="new-password"></label>
        ${this.refused(path)}
        <button class="btn primary" ?disabled=${this.busy}>Change my password</button>
      </form></section>`;
  }
}
customElements.define("hw-profile", Profile);
