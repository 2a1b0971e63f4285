/** Chips by denomination, drawn by cards.css: the largest at the bottom, the value on the top one. */
import { html } from "../../vendor/lit/index.js";
import { dollars } from "../lib/format.js";

const DENOMINATIONS = [1000, 500, 100, 25, 5, 1];
const MOST_CHIPS = 8;

/** Return the fewest chips that make an amount, largest first. Cents that no chip makes are left out. @param {number} cents */
export function chipsOf(cents) {
  let left = Math.floor(cents / 100);
  const chips = [];
  for (const value of DENOMINATIONS) {
    for (; left >= value; left -= value) chips.push(value);
  }
  return chips;
}

/** Draw a stack with its amount in words for those who cannot see it. @param {number} cents */
export function chipStack(cents) {
  const chips = chipsOf(cents);
  const shown = chips.length > MOST_CHIPS ? [...chips.slice(0, MOST_CHIPS - 1), chips[chips.length - 1]] : chips;
  return html`<span class="stack" role="img" aria-label=${dollars(cents)}>${shown.map((value) => html`<i class="chip" data-d=${value}></i>`)}</span>`;
}
