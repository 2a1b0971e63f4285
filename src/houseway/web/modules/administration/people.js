/** People with a log-in: register somebody, grant and withdraw roles, end sessions, give a new password. */
import { html, nothing } from "../../vendor/lit/index.js";
import { Refusal, get, post, send } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings } from "../lib/format.js";
import { foldingPanel } from "../parts/folding.js";
import "../parts/request-form.js";

const ROLES = ["player", "dealer", "floorperson", "surveillance", "auditor", "administrator"];

/** @typedef {{id: string, name: string, roles: string[], program: boolean}} Registered */

class People extends PageElement {
  static properties = { self: {}, people: { state: true }, open: { state: true }, wanted: { state: true } };

  constructor() {
    super();
    /** The id of whoever uses this page, who cannot change his own roles. */
    this.self = "";
    /** @type {Registered[]} */
    this.people = [];
    this.open = "";
    /** The text by which the list is filtered. */
    this.wanted = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.refresh();
  }

  async refresh() {
    this.people = (await get("/api/people")).people;
  }

  /** @param {Record<string, string>} values */
  async register({ login, name, password, role, why }) {
    await post("/api/people", { login, name, password, roles: [role], why });
    await this.refresh();
    return `${name} is registered`;
  }

  /** @param {Registered} person @param {string} way @param {Record<string, any>} body @param {string} said */
  async change(person, way, body, said) {
    await send("POST", `/api/people/${person.id}/${way}`, body);
    await this.refresh();
    return said;
  }

  /** Erase the name of a guest, found by his name or id. @param {Record<string, string>} values */
  async eraseGuest({ owner, why }) {
    const { accounts } = await get(`/api/accounts?owner=${encodeURIComponent(owner)}`);
    const guests = accounts.filter((/** @type {any} */ each) => each.guest && [each.name, each.person].includes(owner));
    if (guests.length !== 1) throw new Refusal({ code: "person.unknown", message: guests.length ? `${guests.length} guests have this name: ${guests.map((/** @type {any} */ each) => each.person).join(", ")}.` : "No guest has this name or id.", allowed: "the name or the id of one guest" });
    await send("POST", `/api/people/${guests[0].person}/erase`, { why });
    return `The name of ${owner} is erased, and the guest's session has ended`;
  }

  render() {
    const guest = html`<div class="row"><label>Name or id of the guest<input class="in" name="owner" required maxlength="60" autocomplete="off"></label><label class="wide">Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label></div>`;
    const fields = html`<div class="row four"><label>Log-in<input class="in" name="login" required maxlength="200" autocomplete="off"></label>
      <label>Name that others see<input class="in" name="name" required maxlength="40" autocomplete="off"></label>
      <label>Password<input class="in" name="password" type="password" required maxlength="256" autocomplete="new-password"></label>
      <label>Role${roleList("role", ROLES)}</label><label class="wide">Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label></div>`;
    const [programs, persons] = [this.found.filter(({ program }) => program), this.found.filter(({ program }) => !program)];
    return html`<section class="panel"><header><h2>People</h2><span class="soft small">${countThings(this.people.filter(({ program }) => !program).length, "person has a log-in", "people have a log-in")}</span></header>
        <p class="find"><input class="in" type="search" placeholder="Find a name, a role or an id" aria-label="Find somebody" .value=${this.wanted} @input=${(/** @type {InputEvent} */ event) => (this.wanted = /** @type {HTMLInputElement} */ (event.target).value)}></p>
        ${persons.length ? this.list(persons) : html`<p class="empty"><b>Nobody</b>Try a shorter word.</p>`}
        ${programs.length ? html`<details class="programs" ?open=${Boolean(this.wanted)}><summary>${programs.length} program ${programs.length === 1 ? "player" : "players"}</summary>${this.list(programs)}</details>` : nothing}
      </section>
      ${foldingPanel("", "Register somebody", html`<span class="soft small">with a log-in and a role</span>`, html`<div class="body"><hw-request-form action="Register" .fields=${fields} .send=${(/** @type {any} */ values) => this.register(values)}></hw-request-form></div>`)}
      ${foldingPanel("", "Erase the name of a guest", html`<span class="soft small">for example an insult</span>`, html`<div class="body"><hw-request-form danger action="Erase the guest's name" .fields=${guest} .send=${(/** @type {any} */ values) => this.eraseGuest(values)}></hw-request-form></div>`)}`;
  }

  get found() {
    const words = this.wanted.toLowerCase().split(" ");
    return this.people.filter(({ id, name, roles }) => words.every((word) => `${name} ${roles.join(" ")} ${id}`.toLowerCase().includes(word)));
  }

  /** @param {Registered[]} people */
  list(people) {
    return html`<table class="rec people-list"><thead><tr><th>Name</th><th>Roles</th><th><span class="vh">Change</span></th></tr></thead><tbody>${people.map((person) => this.row(person))}</tbody></table>`;
  }

  /** @param {Registered} person */
  row(person) {
    const open = this.open === person.id;
    return html`<tr><td class="t"><b>${person.name}</b><span class="mono soft">${person.id}</span></td><td data-l="Roles">${person.roles.length ? person.roles.map((role) => html`<span class="role">${role}</span>`) : html`<span class="soft">none</span>`}</td>
      <td class="go">${person.id === this.self ? html`<span class="soft small">you</span>` : html`<button class="btn quiet" aria-expanded=${open} @click=${() => (this.open = open ? "" : person.id)}>${open ? "Close" : "Change"}</button>`}</td></tr>
      ${open ? html`<tr class="detail"><td colspan="3">${this.changes(person)}</td></tr>` : nothing}`;
  }

  /** @param {Registered} person */
  changes(person) {
    const why = html`<label>Why<input class="in" name="why" required maxlength="500" autocomplete="off"></label>`;
    const others = ROLES.filter((role) => !person.roles.includes(role));
    return html`<div class="changes">
      <hw-request-form action="Grant the role" .fields=${html`<div class="row"><label>Role${roleList("role", others)}</label>${why}</div>`}
        .send=${(/** @type {any} */ body) => this.change(person, "grant", body, "The role is granted")}></hw-request-form>
      ${person.roles.length ? html`<hw-request-form danger action="Withdraw the role" .fields=${html`<div class="row"><label>Role${roleList("role", person.roles)}</label>${why}</div>`}
        .send=${(/** @type {any} */ body) => this.change(person, "withdraw", body, "The role is withdrawn")}></hw-request-form>` : nothing}
      <hw-request-form danger action="End all sessions" .fields=${why} .send=${(/** @type {any} */ body) => this.change(person, "end-sessions", body, "All sessions have ended")}></hw-request-form>
      <hw-request-form danger action="Erase name and log-in" .fields=${why} .send=${(/** @type {any} */ body) => this.change(person, "erase", body, "The name is erased; what was done stays on record under the id")}></hw-request-form>
      <hw-request-form action="Give a new password" .fields=${html`<div class="row"><label>Log-in<input class="in" name="login" required maxlength="200" autocomplete="off"></label>
        <label>New password<input class="in" name="password" type="password" required maxlength="256" autocomplete="new-password"></label>${why}</div>`}
        .send=${(/** @type {any} */ body) => this.change(person, "password", body, "The password is changed, and all sessions have ended")}></hw-request-form>
    </div>`;
  }
}
customElements.define("hw-people", People);

/** @param {string} name @param {string[]} roles */
const roleList = (name, roles) => html`<select class="in" name=${name}>${roles.map((role) => html`<option>${role}</option>`)}</select>`;
