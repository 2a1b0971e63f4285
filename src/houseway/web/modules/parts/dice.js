/** Dice, drawn by cards.css. */
import { html, nothing } from "../../vendor/lit/index.js";

/** Draw what a die shows. @param {number} pips */
export const dieFace = (pips) => html`<span class="die" data-pips=${pips} role="img" aria-label="a die that shows ${pips}">${Array.from({ length: pips }, () => html`<i></i>`)}</span>`;

/** What dice, a number or the button decided before the deal. @param {{dice?: number[], number?: number | null, start?: number | null}} view */
export function drawnStart({ dice = [], number = null, start = null }) {
  if (!dice.length && number === null && start === null) return nothing;
  return html`<p class="drawn">${dice.map(dieFace)}${number === null ? nothing : html`<b class="drawn-number">${number}</b>`}
    ${start === null ? nothing : html`<span>first card to ${start ? `position ${start}` : "the dealer"}</span>`}</p>`;
}
