/** Sets properties of an element's style one by one, because the content security policy allows no `style` attributes. */
import { noChange } from "../../vendor/lit/index.js";
import { Directive, directive } from "../../vendor/lit-html/directive.js";

class Styled extends Directive {
  /** @param {Record<string, string | number | null>} _properties */
  render(_properties) {
    return noChange;
  }

  /** @param {any} part @param {[Record<string, string | number | null>]} properties */
  update(part, [properties]) {
    for (const [name, value] of Object.entries(properties)) {
      if (value === null) part.element.style.removeProperty(name);
      else part.element.style.setProperty(name, String(value));
    }
    return noChange;
  }
}

/** Use it instead of an attribute: `<i ${styled({ "--i": 3 })}>`. */
export const styled = directive(Styled);
