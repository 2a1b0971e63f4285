/** The user in the masthead: name, balance, and a link to sign in or out. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ACCOUNT_CHANGED, get, rememberPerson, send, whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { dollars } from "../lib/format.js";

const DESKS = [["people.manage", "/administration"], ["table.rule", "/floor"], ["table.deal", "/console"]];

/** @type {{id: string, balance: Promise<number | null>} | null} */
let asked = null;

addEventListener(ACCOUNT_CHANGED, () => (asked = null));

/** Return a person's balance. The masthead has two of these boxes, which share one request. @param {import("../lib/api.js").Person} person */
function balanceOf({ id }) {
  if (asked?.id !== id) asked = { id, balance: get("/api/account").then((account) => account.balance, () => null) };
  return asked.balance;
}

class PersonBox extends PageElement {
  static properties = { person: { state: true }, balance: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null | undefined} */
    this.person = undefined;
    /** @type {number | null} */
    this.balance = null;
    this.takePerson = (/** @type {Event} */ event) => this.show(/** @type {CustomEvent} */ (event).detail);
    this.countAgain = () => this.person && this.showBalance(this.person);
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("person-changed", this.takePerson);
    addEventListener(ACCOUNT_CHANGED, this.countAgain);
    whoAmI().then((person) => this.show(person), () => this.show(null));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("person-changed", this.takePerson);
    removeEventListener(ACCOUNT_CHANGED, this.countAgain);
  }

  /** @param {import("../lib/api.js").Person | null} person */
  async show(person) {
    this.person = person;
    this.balance = null;
    if (person) await this.showBalance(person);
  }

  /** @param {import("../lib/api.js").Person} person */
  async showBalance(person) {
    if (person.permissions.includes("account.read-own")) this.balance = await balanceOf(person);
  }

  async signOut() {
    await send("DELETE", "/api/session");
    rememberPerson(null);
    location.assign("/");
  }

  /** Draw the person's role, as a link if the role has a desk. @param {import("../lib/api.js").Person} person */
  deskLink(person) {
    const role = person.guest ? "guest" : person.roles.join(", ");
    const desk = DESKS.find(([permission]) => person.permissions.includes(permission));
    return desk ? html`<a href=${desk[1]}>${role}</a>` : role;
  }

  render() {
    if (this.person === undefined) return nothing;
    if (this.person === null) return html`<a href="/sign-in">Sign in</a>`;
    const money = this.balance === null ? this.deskLink(this.person) : html`<a href="/history" title="Your rounds">${dollars(this.balance)} in play chips</a>`;
    const plays = this.person.permissions.includes("account.read-own");
    const name = plays ? html`<a class="name" href="/profile" title=${this.person.guest ? "Keep or change your name" : "Your name and password"}><b>${this.person.name}</b></a>` : html`<b>${this.person.name}</b>`;
    return html`${name}${money} · ${plays ? html`<a href="/protection">Limits</a> · ` : nothing}<button class="as-link" @click=${this.signOut}>Sign out</button>`;
  }
}
customElements.define("hw-person", PersonBox);
