/** Drags a card up to the low hand or down from it, as an alternative to the buttons. Only a transform is changed. */
import { followPointer } from "./pointer-drag.js";

/** How far a card is moved at least, in pixels, to change its hand. */
const FAR = 24;

/** @param {PointerEvent} event @param {boolean} isLow whether the card is in the low hand @param {() => void} change called if the card is let go in the other hand */
export function dragCard(event, isLow, change) {
  const card = /** @type {HTMLElement} */ (event.currentTarget);
  let up = 0;
  followPointer(event, (x, y) => {
    up = -y;
    card.style.setProperty("translate", `${x}px ${y}px`);
  }, (dropped) => {
    card.style.removeProperty("translate");
    if (dropped && (isLow ? up < -FAR : up > FAR)) change();
  });
}
