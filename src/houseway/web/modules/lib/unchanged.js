/** Leaves a part of the page as it is while its content is the same: to draw a long list anew every second takes a third of that second. */
import { noChange } from "../../vendor/lit/index.js";
import { Directive, directive } from "../../vendor/lit-html/directive.js";

class Unchanged extends Directive {
  /** @param {any} info */
  constructor(info) {
    super(info);
    /** What was drawn last. @type {string | undefined} */
    this.drawn = undefined;
  }

  /** @param {unknown} content @param {() => unknown} draw */
  render(content, draw) {
    const text = JSON.stringify(content);
    if (text === this.drawn) return noChange;
    this.drawn = text;
    return draw();
  }
}

/** Draw something if its content, as JSON, has changed: `unchanged(table, () => row(table))`. */
export const unchanged = directive(Unchanged);
