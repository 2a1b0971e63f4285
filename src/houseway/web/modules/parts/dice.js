/** Dice, drawn by cards.css. */
import { html } from "../../vendor/lit/index.js";

/** Draw what a die shows. @param {number} pips */
export const dieFace = (pips) => html`<span class="die" data-pips=${pips} role="img" aria-label="a die that shows ${pips}">${Array.from({ length: pips }, () => html`<i></i>`)}</span>`;
