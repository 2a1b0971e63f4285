/** The value of a field that the page writes only while nobody types there: pages are drawn anew whenever their table changes. */
import { noChange } from "../../vendor/lit/index.js";
import { Directive, directive } from "../../vendor/lit-html/directive.js";

class WrittenValue extends Directive {
  /** @param {import("../../vendor/lit-html/directive.js").PartInfo} part */
  constructor(part) {
    super(part);
    /** Whether something was typed that the field has not yet reported as its value. */
    this.isTyping = false;
    /** @type {HTMLInputElement | null} */
    this.field = null;
  }

  /** @param {unknown} value */
  render(value) {
    return value;
  }

  /** @param {import("../../vendor/lit-html/lit-html.js").PropertyPart} part @param {[unknown]} values */
  update({ element }, [value]) {
    const field = /** @type {HTMLInputElement} */ (element);
    if (this.field !== field) this.follow(field);
    if (value !== noChange && !this.isTyping && field.value !== value) field.value = String(value);
    return noChange;
  }

  /** @param {HTMLInputElement} field */
  follow(field) {
    this.field = field;
    field.addEventListener("input", () => (this.isTyping = true));
    field.addEventListener("change", () => (this.isTyping = false));
  }
}

export const writtenValue = directive(WrittenValue);
