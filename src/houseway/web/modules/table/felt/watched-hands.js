/** Every hand of the table in rows: what somebody who watches sees on a phone, where he has no place of his own. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { cardRow } from "../../parts/cards.js";
import { cardArea } from "./geometry.js";
import { cardGroups } from "./pieces.js";
import { tile } from "./seats.js";

/** @param {any} felt the felt's element */
export function watchedHands(felt) {
  const { layout, shown } = felt;
  const groups = [...cardGroups(layout, shown)];
  const dealtTo = (/** @type {string} */ place) => groups.filter(({ key }) => key.split(" ")[0] === place);
  const seats = [...shown.seats.keys()].sort((one, other) => one - other);
  return html`<ul class="watched" aria-label="The hands">
    <li class="dealer"><div class="whose"><b>Dealer</b><span>${felt.dealerWords()}</span></div>${laid(dealtTo("0"))}</li>
    ${cardArea(layout, 0, "board") ? html`<li><div class="whose"><b>Board</b></div>${laid(dealtTo("board"))}</li>` : nothing}
    ${seats.map((position) => html`<li><div class="whose">${tile(felt, position)}</div>${laid(dealtTo(String(position)))}</li>`)}
  </ul>`;
}

/** Draw the cards of a place; a low hand lies apart from its high one. @param {import("./pieces.js").CardGroup[]} groups */
const laid = (groups) => html`<div class="laid">${groups.map(({ codes, out }) => html`<span class=${out ? "out" : ""}>${cardRow(codes, "mini")}</span>`)}</div>`;
