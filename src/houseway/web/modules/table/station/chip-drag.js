/** Drags a chip onto a ring, as an alternative to the buttons. Only a transform is animated. */

const THRESHOLD = 6;

export class ChipDrag {
  /** @param {HTMLElement} station @param {(key: string, cents: number) => void} drop called with the wager that the chip was let go over */
  constructor(station, drop) {
    this.station = station;
    this.drop = drop;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Element | null} */
    this.over = null;
  }

  /** @param {PointerEvent} event @param {number} cents */
  begin(event, cents) {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const chip = /** @type {HTMLElement} */ (event.currentTarget);
    chip.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ moved) => {
      if (!this.ghost && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < THRESHOLD) return;
      this.follow(moved, cents);
    };
    const end = (/** @type {PointerEvent} */ ended) => {
      chip.removeEventListener("pointermove", move);
      chip.removeEventListener("pointerup", end);
      chip.removeEventListener("pointercancel", end);
      this.end(ended.type === "pointerup", cents);
    };
    chip.addEventListener("pointermove", move);
    chip.addEventListener("pointerup", end);
    chip.addEventListener("pointercancel", end);
  }

  /** @param {PointerEvent} event @param {number} cents */
  follow(event, cents) {
    if (!this.ghost) {
      this.ghost = document.createElement("i");
      this.ghost.className = "chip dragged";
      this.ghost.dataset.d = String(cents / 100);
      this.station.append(this.ghost);
    }
    this.ghost.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`);
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-wager].open") ?? null;
    if (over === this.over) return;
    this.over?.classList.remove("over");
    over?.classList.add("over");
    this.over = over;
  }

  /** @param {boolean} dropped @param {number} cents */
  end(dropped, cents) {
    const key = this.over?.getAttribute("data-wager");
    this.over?.classList.remove("over");
    this.ghost?.remove();
    this.ghost = this.over = null;
    if (dropped && key) this.drop(key, cents);
  }
}
