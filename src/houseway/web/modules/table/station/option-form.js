/** A small form for an option whose facts are still open: an amount, a number, a yes or no, words. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { money } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";

/** @typedef {import("../player/own-place.js").Option} Option */

/** @param {import("./station.js").Station} station @param {Option} option */
export function openForm(station, option) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    station.take(option, factsFrom(option.bounds, given), option.words);
  };
  return html`<form class="option-form" @submit=${submit}>
    ${Object.entries(option.bounds).map(([name, bound]) => field(name, bound))}
    <button class="act help"><span>${option.words[0].toUpperCase() + option.words.slice(1)}</span></button>
  </form>`;
}

/** What a fact is called, where its name would not say it. */
const TITLES = new Map([["depth", "Cards to lift"], ["amount", "Amount"]]);

/** @param {string} name @param {any} bound */
function field(name, bound) {
  const label = html`<span>${TITLES.get(name) ?? name.replaceAll("_", " ")}${bound.optional ? ", if you like" : ""}</span>`;
  if (bound.kind === "amount") return html`<label>${label}<input class="in" name=${name} inputmode="decimal" size="8" ?required=${!bound.optional} placeholder="${dollars(bound.least)}${bound.most === undefined ? "" : ` to ${dollars(bound.most)}`}"></label>`;
  if (bound.kind === "number") return html`<label>${label}<input class="in" type="number" name=${name} min=${bound.least} max=${bound.most} .value=${bound.optional ? "" : String(bound.least)} placeholder="${bound.least} to ${bound.most}" ?required=${!bound.optional}></label>`;
  if (bound.kind === "choice") return html`<label>${label}<select class="in" name=${name}>${bound.choices.map((/** @type {any} */ choice, /** @type {number} */ index) => html`<option value=${index}>${choice.cents === undefined ? choice : dollars(choice.cents)}</option>`)}</select></label>`;
  if (bound.kind === "text") return html`<label>${label}<input class="in" name=${name} placeholder=${bound.hint}></label>`;
  return nothing;
}

/** Return the facts that a form gives; those left empty are left out. @param {Record<string, any>} bounds @param {FormData} given */
export function factsFrom(bounds, given) {
  /** @type {Record<string, any>} */
  const facts = {};
  for (const [name, bound] of Object.entries(bounds)) {
    const text = String(given.get(name) ?? "").trim();
    if (!text) continue;
    if (bound.kind === "amount") facts[name] = money(Math.round(Number(text.replace(/[$,]/g, "")) * 100));
    else if (bound.kind === "number") facts[name] = Number(text);
    else if (bound.kind === "choice") facts[name] = bound.choices[Number(text)];
    else facts[name] = text;
  }
  return facts;
}
