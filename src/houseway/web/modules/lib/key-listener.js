/** Listens to the keyboard of the whole page while an element is on it. */
export class KeyListener {
  /** @param {import("../../vendor/lit/index.js").LitElement} host @param {(event: KeyboardEvent) => void} press */
  constructor(host, press) {
    this.press = press;
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener("keydown", this.press);
  }

  hostDisconnected() {
    document.removeEventListener("keydown", this.press);
  }
}

const PRESSABLE = "button, a, summary, [role=button]";
/** What a pressed button has opened: the next key may be meant for that. */
const OPENED = "[aria-expanded=true], [aria-pressed=true], form *, dialog *, hw-act *";

/** The button that was clicked last, as long as it has the focus for that reason alone. @type {Element | null} */
let clicked = null;
addEventListener("pointerdown", ({ target }) => (clicked = target instanceof Element ? target.closest(PRESSABLE) : null), true);
addEventListener("focusin", ({ target }) => target !== clicked && (clicked = null), true);
addEventListener("focusout", ({ target }) => target === clicked && (clicked = null), true);

/**
 * Whether Enter or Space means the focused button or link itself. Whoever has come to it by keyboard presses it; whoever has clicked
 * it and goes on by keyboard means the button on which the key is printed. @param {Element} target
 */
export function isForFocus(target) {
  const pressable = target.closest(PRESSABLE);
  return pressable !== null && (pressable !== clicked || pressable.matches(OPENED));
}
