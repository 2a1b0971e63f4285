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

/** Where letters are text. */
const TYPED_IN = "input:not([type=radio], [type=checkbox]), select, textarea";

/** Whether letters that are pressed here are typed. @param {Element} target */
export const isTypedIn = (target) => target.closest(TYPED_IN) !== null;

/** Whether a printed key belongs to what has the focus: Space to a field or a button, a letter to a text, but none to cards. @param {Element | null} target @param {string} name */
export function isTakenByFocus(target, name) {
  if (!target || target.matches("hw-card-entry input")) return false; // no printed letter is part of a card
  if (name !== "Space") return isTypedIn(target);
  return target.closest("input, select, textarea") !== null || (!target.closest("a") && isForFocus(target));
}

/** Return the keys that do the same everywhere. @param {string} name */
export const withinField = (name) => (name === "Space" ? "Ctrl Enter" : `Alt ${name}`);

/** Return the printed key that was pressed, alone or as it works everywhere; "" for none. @param {KeyboardEvent} event */
export function printedKeyOf({ key, code, ctrlKey, altKey, metaKey, target }) {
  if (key === "Enter" && ctrlKey && !altKey && !metaKey) return "Space";
  if (altKey && !ctrlKey && !metaKey && /^Key[A-Z]$/.test(code)) return code.slice(3);
  if (ctrlKey || altKey || metaKey) return "";
  const name = key === " " ? "Space" : key.toUpperCase();
  return isTakenByFocus(/** @type {Element} */ (target), name) ? "" : name;
}
