/** The preview of a command: what would follow, in words, with clauses, and in cents by seat. */
import { html, nothing } from "../../vendor/lit/index.js";
import { centsOf } from "../lib/facts.js";
import { dollars, signedDollars } from "../lib/format.js";
import { clauseLinks, sentence } from "./clauses.js";
import { printedKey } from "./printed-key.js";

/**
 * @typedef {{position: number, player: string, amount: any, words: string}} SeatMoney
 * @typedef {{shown: boolean, gist: string, events: {kind: string, words: string, clauses: string[]}[], money: SeatMoney[]}} Preview
 */

/** Whether a remedy undoes something or moves money, so that it needs a careful confirmation. @param {Preview} preview */
export const isGrave = (preview) => preview.money.length > 0 || preview.events.some(({ kind }) => kind.includes("void"));

/** @param {Preview} preview @param {import("../lib/act-words.js").ActWords} words */
export function remedyText(preview, words) {
  if (!preview.shown) return html`<p class="rem">You can do this now.</p><p class="soft">What happens then depends on cards that nobody has seen, so it cannot be shown before.</p>`;
  const said = preview.events.filter(({ kind }) => kind !== "money-moved");
  const first = said.find(({ kind }) => kind === "table-closed") ?? said[0]; // players get up before a table closes
  const others = said.filter((event) => event !== first);
  const moved = preview.events.findLast(({ kind }) => kind === "money-moved");
  const clauses = [...new Set(preview.events.flatMap((event) => event.clauses))];
  return html`<p class="rem">${first ? sentence(first.words) : moved ? sentence(moved.words) : "It is recorded, and changes nothing else."}</p>
    <p class="soft">${clauseLinks(clauses, 8)} ${sentence(preview.gist)} ${others.length > 1 ? nothing : others.map((event) => sentence(event.words))}</p>
    ${others.length > 1 ? html`<ul class="lines">${others.map((event) => html`<li>${sentence(event.words)}</li>`)}</ul>` : nothing}
    ${preview.money.length ? moneyBySeat(preview.money, words) : moneyLines(preview, first ? undefined : moved)}`;
}

/** @param {SeatMoney[]} money @param {import("../lib/act-words.js").ActWords} words */
const moneyBySeat = (money, words) => html`<table class="refund">
  <tbody>${money.map((seat) => html`<tr><td>${words.place(seat.position)}</td><td class="soft">${seat.words}</td><td class="n">${signedDollars(centsOf(seat.amount))}</td></tr>`)}</tbody>
  <tfoot><tr><td colspan="2">${money.length === 1 ? "chips of one player" : `chips of ${money.length} players`}</td><td class="n">${dollars(money.reduce((sum, seat) => sum + centsOf(seat.amount), 0))}</td></tr></tfoot>
</table>`;

/** List the movements of money in words, for a preview in which no player gains or loses. @param {Preview} preview @param {Preview["events"][0]} [said] what was said already */
function moneyLines(preview, said) {
  const lines = preview.events.filter((event) => event.kind === "money-moved" && event !== said);
  if (!lines.length && said) return nothing;
  if (!lines.length) return html`<p class="soft">No money moves.</p>`;
  return html`<ul class="lines">${lines.map((line) => html`<li>${sentence(line.words)}</li>`)}</ul>`;
}

/** @param {boolean} grave @param {string} action @param {boolean} busy @param {() => void} confirm @param {() => void} cancel */
export const confirmation = (grave, action, busy, confirm, cancel) => html`<p class="rowb">
  <button class="btn ${grave ? "stop sure" : "primary"} confirm" ?disabled=${busy} @click=${confirm}>${action} ${printedKey("Y")}</button>
  <button class="btn cancel" ?disabled=${busy} @click=${cancel}>Cancel</button></p>`;

/** @param {string} title @param {Preview | null} preview @param {import("../lib/act-words.js").ActWords} words @param {unknown} buttons */
export const remedyBox = (title, preview, words, buttons) => html`<div class="remedy ${preview && isGrave(preview) ? "grave" : ""}" aria-live="polite">
  <p class="label">${title}, before you confirm</p>
  ${preview ? html`${remedyText(preview, words)}${buttons}` : nothing}
</div>`;
