/** What a clause says, in the program's own words: `<hw-gist .clause=${"BOOK CLAUSE"}>`. Each clause is asked for once. */
import { get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { sentence } from "./clauses.js";

/** @type {Map<string, Promise<string>>} */
const asked = new Map();

/** Return the gist of a clause; "" if there is none. @param {string} citation @returns {Promise<string>} */
function askGist(citation) {
  const space = citation.indexOf(" ");
  const path = `/api/rules/books/${encodeURIComponent(citation.slice(0, space))}/clauses/${encodeURIComponent(citation.slice(space + 1))}`;
  return get(path).then((clause) => clause.gist ?? "", () => "");
}

class Gist extends PageElement {
  static properties = { clause: { attribute: false }, words: { state: true } };

  constructor() {
    super();
    /** @type {string | undefined} */
    this.clause = undefined;
    this.words = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("clause")) return;
    this.words = "";
    if (this.clause) this.load(this.clause);
  }

  /** @param {string} clause */
  async load(clause) {
    if (!asked.has(clause)) asked.set(clause, askGist(clause));
    const words = (await asked.get(clause)) ?? "";
    if (this.clause === clause) this.words = words;
  }

  render() {
    return sentence(this.words);
  }
}
customElements.define("hw-gist", Gist);
