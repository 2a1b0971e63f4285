/** What a page for a role shows to others: which role it needs, and a link to sign in. */
import { html } from "../../vendor/lit/index.js";
import { whoAmI } from "../lib/api.js";
import { notThere } from "./not-there.js";

/**
 * Say why somebody may not use a page. @param {import("../lib/api.js").Person | null} person
 * @param {string} page what the page is called, as in "The floor's desk" @param {string} role for whom it is, as in "floorpersons"
 * @param {unknown} [way] where he may go instead
 */
export function permissionMissing(person, page, role, way = html`<a class="btn" href="/">All tables</a>`) {
  const who = person ? `You are here as ${person.name}, ${person.guest ? "a guest" : person.roles.join(", ") || "without a role"}.` : "You are not signed in.";
  const ways = html`<a class="btn primary" href="/sign-in?next=${encodeURIComponent(location.pathname)}">Sign in with an account</a>${way}`;
  return html`<div class="page narrow">${notThere(`${page}: only for ${role}`, `${who} An administrator gives out roles.`, ways)}</div>`;
}

/** Return who uses this page, and whether he has a permission. @param {string} permission @returns {Promise<[import("../lib/api.js").Person | null, boolean]>} */
export async function checkPermission(permission) {
  const person = await whoAmI();
  return [person, person?.permissions.includes(permission) ?? false];
}
