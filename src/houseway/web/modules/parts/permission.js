/** What a page for a role shows to others: which role it needs, and a link to sign in. */
import { html, nothing } from "../../vendor/lit/index.js";
import { whoAmI } from "../lib/api.js";
import { notThere } from "./not-there.js";

/**
 * Say why somebody may not use a page. @param {import("../lib/api.js").Person | null} person
 * @param {string} page what the page is called, as in "The floor's desk" @param {string} role for whom it is, as in "floorpersons"
 * @param {unknown} [way] where he may go instead
 */
export function permissionMissing(person, page, role, way = html`<a class="btn" href="/">All tables</a>`) {
  const signIn = (/** @type {string} */ words, /** @type {string} */ kind) => html`<a class="btn ${kind}" href="/sign-in?next=${encodeURIComponent(location.pathname)}">${words}</a>`;
  if (!person || person.guest) {
    const who = person ? `You are here as ${person.name}, a guest.` : "You are not signed in.";
    return refused(page, role, `${who} Whoever has the role signs in with an account; an administrator gives out roles.`, html`${signIn("Sign in with an account", "primary")}${way}`);
  }
  const isManager = person.permissions.includes("people.manage");
  const who = `You are signed in as ${person.name}, ${person.roles.join(", ") || "without a role"}, and this takes another role.`;
  const help = isManager ? "You can give it to somebody else; nobody changes what he himself may do, so another administrator would give it to you." : "An administrator can give it to you.";
  return refused(page, role, `${who} ${help}`, html`${isManager ? html`<a class="btn primary" href="/administration">Give somebody the role</a>` : nothing}${way}${signIn("Sign in as somebody else", "")}`);
}

/** @param {string} page @param {string} role @param {string} words @param {unknown} ways */
const refused = (page, role, words, ways) => html`<div class="page narrow">${notThere(`${page}: only for ${role}`, words, ways)}</div>`;

/** Return who uses this page, and whether he has a permission. @param {string} permission @returns {Promise<[import("../lib/api.js").Person | null, boolean]>} */
export async function checkPermission(permission) {
  const person = await whoAmI();
  return [person, person?.permissions.includes(permission) ?? false];
}
