/** Follows a pointer that was pressed on an element, until it is let go. A press without a movement stays a click. */

const THRESHOLD = 6;

/**
 * @param {PointerEvent} event the press
 * @param {(x: number, y: number, moved: PointerEvent) => void} move called with how far the pointer has moved
 * @param {(dropped: boolean) => void} end called once if it has moved at all
 */
export function followPointer(event, move, end) {
  if (event.button !== 0) return;
  const held = /** @type {HTMLElement} */ (event.currentTarget);
  let isMoved = false;
  const follow = (/** @type {PointerEvent} */ moved) => {
    const [x, y] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
    isMoved ||= Math.hypot(x, y) >= THRESHOLD;
    if (isMoved) move(x, y, moved);
  };
  const letGo = (/** @type {PointerEvent} */ ended) => {
    held.removeEventListener("pointermove", follow);
    held.removeEventListener("pointerup", letGo);
    held.removeEventListener("pointercancel", letGo);
    if (!isMoved) return;
    swallowClick(held);
    end(ended.type === "pointerup");
  };
  held.setPointerCapture(event.pointerId);
  held.addEventListener("pointermove", follow);
  held.addEventListener("pointerup", letGo);
  held.addEventListener("pointercancel", letGo);
}

/** Drop the click that a browser sends at the end of a drag. @param {HTMLElement} held */
function swallowClick(held) {
  const stop = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  held.addEventListener("click", stop, { capture: true });
  setTimeout(() => held.removeEventListener("click", stop, { capture: true }));
}
