/** The keys of a desk: one takes the step that is due, others lead to its parts, digits choose, and cards go where cards are asked for. */
import { isPartOfCard } from "../lib/cards-text.js";
import { isForFocus, isTypedIn, KeyListener, printedKeyOf } from "../lib/key-listener.js";
import { CardReader } from "./card-reader.js";
import { isRuling } from "./due-step.js";
import { needsFacts } from "./staff-element.js";

/** @typedef {import("./staff-element.js").StaffElement} Desk */

/** Where a key leads: to what can be reported, to what else is legal, and to who deals. @type {Record<string, string>} */
const WAYS = { R: "hw-report input[name=what]", L: "hw-also-legal:not(.waits) :is(.find input, .acts button)", O: ".duty .btn" };

/** The panels in which something is chosen, entered and confirmed. */
const PANELS = "hw-report, hw-also-legal, hw-inventory, .due-facts";
/** One of a few that its number chooses. */
const CHOICES = "[type=radio], [type=checkbox], .acts li > button";
/** The keys of choices, in their order. What is missing leads somewhere else; the page prints them (`choice-keys` in `console.css`). */
const CHOICE_KEYS = "1234567890abcdefghijkmnpqstuvwxz";
/** What a choice leads to: the next choice, or the next field without a value. */
const NEXT = "fieldset:not(:has(:checked)) :is([type=radio], [type=checkbox]), hw-card-entry input:not([readonly]), .option-form :is(.in, .stepper input), select";
const OPEN_ENTRY = "hw-card-entry input:not([readonly])";

export class DeskKeys extends KeyListener {
  /** @param {Desk} desk */
  constructor(desk) {
    super(desk, (event) => this.pressed(event));
    this.desk = desk;
    this.reader = new CardReader(desk);
    desk.addEventListener("act-done", ({ target }) => blurWithin(/** @type {Element} */ (target)));
  }

  /** What a reader has sent that nobody asked for. */
  note() {
    return this.reader.note();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.repeat || document.querySelector("dialog[open]") || this.reader.hear(event)) return;
    const target = /** @type {Element} */ (event.target);
    const isDone = event.key === "Escape" ? this.leave(target) : this.chooseByDigit(event, target) || this.follow(event, target);
    if (isDone) event.preventDefault();
    else if (!event.ctrlKey && !event.altKey && !event.metaKey) this.enterHere(event.key, target);
  }

  /** Do what a printed key says. Enter, which is printed nowhere, takes the step as well. @param {KeyboardEvent} event @param {Element} target */
  follow(event, target) {
    const name = printedKeyOf(event);
    if (name === "Space" || isEnterAlone(event, target)) return this.takeDue(target);
    if (name === "Y") return this.confirm(target);
    const way = /** @type {HTMLElement | null} */ (WAYS[name] ? this.desk.querySelector(WAYS[name]) : null);
    way?.focus();
    return way !== null;
  }

  /** Take the step that is due, or send its facts; return false if the key means nothing here. @param {Element} target */
  takeDue(target) {
    const { desk } = this;
    const { dueOption: option, overtaking } = desk;
    if (overtaking.words) {
      overtaking.read(desk);
      return true;
    }
    if (!option || isRuling(desk, option)) return false;
    if (needsFacts(option)) return this.sendDue();
    if (!isTypedIn(target)) /** @type {HTMLElement} */ (target).blur(); // a button that was clicked before is not pressed when the key is let go
    desk.take(option);
    return true;
  }

  /** Send the facts of the step that is due, or go to the first that is missing. */
  sendDue() {
    const form = /** @type {import("../parts/option-form.js").OptionForm | null} */ (this.desk.querySelector(".due-facts hw-option-form"));
    if (!form) return false;
    if (form.missing.length) /** @type {HTMLElement | null} */ (form.querySelector(`${OPEN_ENTRY}, input`))?.focus();
    else form.querySelector("form")?.requestSubmit();
    return true;
  }

  /** Confirm the preview that is open: in the panel where the focus is, or the only one. @param {Element} target */
  confirm(target) {
    const found = /** @type {HTMLElement[]} */ ([...this.desk.querySelectorAll(".remedy .confirm:not(:disabled)")]);
    const panel = target.closest(PANELS);
    const chosen = found.find((button) => panel?.contains(button)) ?? (found.length === 1 ? found[0] : null);
    chosen?.click();
    return chosen !== null;
  }

  /** Leave what is being done where the focus is: a preview first, then the field. @param {Element} target */
  leave(target) {
    if (!this.desk.contains(target) || !target.closest(PANELS)) return false;
    const cancel = /** @type {HTMLElement | null} */ (target.closest(PANELS)?.querySelector(".remedy .cancel"));
    cancel?.click();
    /** @type {HTMLElement} */ (target).blur();
    return true;
  }

  /** Choose by its key one of a few, and go on to what is asked next. @param {KeyboardEvent} event @param {Element} target */
  chooseByDigit({ key, ctrlKey, altKey, metaKey }, target) {
    if (key.length !== 1 || ctrlKey || altKey || metaKey || isTypedIn(target)) return false;
    const choices = /** @type {HTMLElement[]} */ ([...(target.closest("fieldset, .acts")?.querySelectorAll(CHOICES) ?? [])]);
    const chosen = choices[CHOICE_KEYS.indexOf(key.toLowerCase())];
    if (!chosen || !target.matches(CHOICES)) return false;
    chosen.focus();
    chosen.click();
    if (!chosen.matches("[type=checkbox]")) goOn(chosen); // others may be chosen with it
    return true;
  }

  /** Let a card, or a number that is due, be typed wherever the focus is: the key goes into the field that waits for it. @param {string} key @param {Element} target */
  enterHere(key, target) {
    if (isTypedIn(target) || !this.desk.dueOption || !needsFacts(this.desk.dueOption)) return;
    const isNumber = /^\d$/.test(key);
    const field = isPartOfCard(key) && this.desk.querySelector(`.due-facts ${OPEN_ENTRY}`) || (isNumber && this.desk.querySelector(".due-facts :is(.stepper, .dice-in) input"));
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    if (field.value && isNumber) field.select();
  }
}

/** Whether Enter was pressed where it means nothing else. @param {KeyboardEvent} event @param {Element} target */
const isEnterAlone = ({ key, ctrlKey, altKey, metaKey }, target) =>
  key === "Enter" && !ctrlKey && !altKey && !metaKey && !target.closest("input, select, textarea") && !isForFocus(target);

/** What was to be done in a part of the desk is done: the keys are the desk's again. @param {Element} part */
function blurWithin(part) {
  if (part.closest(PANELS)?.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
}

/** Go to what a choice has led to, once that is drawn. @param {HTMLElement} chosen */
function goOn(chosen) {
  const panel = chosen.closest(PANELS);
  const own = chosen.closest("fieldset");
  setTimeout(() => {
    const after = (/** @type {Element} */ each) => !own?.contains(each) && (chosen.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const isEmpty = (/** @type {Element} */ each) => each.matches("[type=radio], [type=checkbox]") || /** @type {HTMLInputElement} */ (each).value === "";
    const next = [...(panel?.querySelectorAll(NEXT) ?? [])].find((each) => after(each) && isEmpty(each));
    /** @type {HTMLElement | undefined} */ (next)?.focus();
  });
}
