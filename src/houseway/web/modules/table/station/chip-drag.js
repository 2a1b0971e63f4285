/** Drags a chip onto a wager, in the list of wagers or on the felt, as an alternative to the buttons. Only a transform is changed. */
import { followPointer } from "./pointer-drag.js";

export class ChipDrag {
  /**
   * @param {HTMLElement} station @param {(place: Element) => string} wagerAt the open wager at a place, "" for none
   * @param {(key: string, cents: number) => void} drop called with the wager that the chip was let go over
   */
  constructor(station, wagerAt, drop) {
    this.station = station;
    this.wagerAt = wagerAt;
    this.drop = drop;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    /** @type {Element | null} */
    this.over = null;
  }

  /** @param {PointerEvent} event @param {number} cents */
  begin(event, cents) {
    followPointer(event, (_x, _y, moved) => this.follow(moved, cents), (dropped) => this.end(dropped, cents));
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
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-wager], [data-spot], [data-print]") ?? null;
    const over = place && this.wagerAt(place) ? place : null;
    if (over === this.over) return;
    this.over?.classList.remove("over");
    over?.classList.add("over");
    this.over = over;
  }

  /** @param {boolean} dropped @param {number} cents */
  end(dropped, cents) {
    const key = this.over ? this.wagerAt(this.over) : "";
    this.over?.classList.remove("over");
    this.ghost?.remove();
    this.ghost = this.over = null;
    if (dropped && key) this.drop(key, cents);
  }
}
