/** Form fields, one for each kind of bound that the server may send. */
import { html, noChange, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { dollars } from "../lib/format.js";
import { readDollars } from "./bounds.js";
import { writtenValue } from "./written-value.js";
import "./card-entry.js";
import "./clause-choice.js";

/**
 * @typedef {import("./bounds.js").Bound} Bound
 * @typedef {{id: string, act: string, name: string, label: string, bound: Bound, value: any, values: Record<string, any>,
 *   words: import("../lib/act-words.js").ActWords, seen: Set<string>, deck: string[], set: (value: any) => void}} Field
 */

/** Draw the field of a fact. @param {Field} field */
export const drawField = (field) => FIELDS[field.bound.kind](field);

/** A label over its control. @param {Field} field @param {unknown} control @param {unknown} [help] */
const labelled = (field, control, help = nothing) => html`<div class="field of-${field.bound.kind}">
  <label for=${field.id}>${field.label}${field.bound.optional ? html` <span class="soft small">if so</span>` : nothing}</label>${control}
  ${help === nothing ? nothing : html`<span class="small soft">${help}</span>`}
</div>`;

/** Several controls under one name. @param {Field} field @param {unknown} controls @param {unknown} [help] */
const grouped = (field, controls, help = nothing) => html`<fieldset class="field of-${field.bound.kind}">
  <legend>${field.label}${field.bound.optional ? html` <span class="soft small">if so</span>` : nothing}</legend>${controls}
  ${help === nothing ? nothing : html`<span class="small soft">${help}</span>`}
</fieldset>`;

/** @param {Event} event */
const typed = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** Return what a field shows: what was typed stays if it cannot be read. @param {number | undefined} value @param {(value: number) => string} [write] */
const shown = (value, write = String) => writtenValue(Number.isNaN(value) ? noChange : value === undefined ? "" : write(value));

/** @param {Field} field */
function amountField(field) {
  const { least, most } = field.bound;
  const range = most === undefined ? `from ${dollars(least)}` : `${dollars(least)} to ${dollars(most)}`;
  const wrong = Number.isNaN(field.value);
  const control = html`<span class="money-in"><span aria-hidden="true">$</span><input id=${field.id} class="in ${wrong ? "bad" : ""}" inputmode="decimal" autocomplete="off"
    .value=${shown(field.value, (cents) => String(cents / 100))} @change=${(/** @type {Event} */ event) => field.set(typed(event) === "" ? undefined : readDollars(typed(event)))}></span>`;
  return labelled(field, control, wrong ? `Type an amount in dollars, ${range}` : range);
}

/** Read a typed number; NaN if it is none. The server refuses one that is too large or too small, with its clause. @param {string} text */
const readNumber = (text) => (/^\d+$/.test(text.trim()) ? Number(text) : NaN);

/** A number with a button to each side. @param {Field} field @param {any} range @param {number | undefined} value @param {(value: number | undefined) => void} set */
function stepper(field, { least, most }, value, set) {
  const step = (/** @type {number} */ by) => set(Math.min(most, Math.max(least, (Number.isInteger(value) ? Number(value) : least - by) + by)));
  return html`<span class="stepper">
    <button type="button" aria-label="One less" @click=${() => step(-1)}>−</button>
    <input id=${field.id} aria-invalid=${Number.isNaN(value)} inputmode="numeric" autocomplete="off" .value=${shown(value)} size="3"
      @change=${(/** @type {Event} */ event) => set(typed(event) === "" ? undefined : readNumber(typed(event)))}>
    <button type="button" aria-label="One more" @click=${() => step(1)}>+</button>
  </span>`;
}

/** @param {any} bound @param {number | undefined} value */
function rangeWords({ least, most, right }, value) {
  const range = right === undefined ? `${least} to ${most}` : `right: ${right}`;
  return Number.isNaN(value) ? `Type a whole number, ${range}` : range;
}

/** @param {Field} field */
const numberField = (field) => labelled(field, stepper(field, field.bound, field.value, field.set), rangeWords(field.bound, field.value));

/** Draw a choice among few values as buttons, among many as a list, among clauses with their gists. @param {Field} field */
function choiceField(field) {
  if (field.name === "clause") return clauseField(field);
  const names = field.bound.choices.map((/** @type {any} */ choice, /** @type {number} */ place) =>
    field.bound.words?.[place] ?? capital(field.words.value(field.name, choice)));
  return names.length > 8 ? choiceList(field, names) : choiceButtons(field, names);
}

/** @param {Field} field */
const clauseField = (field) => labelled(field, html`<hw-clause-choice .name=${field.id} .label=${field.label} .book=${field.words.book} .choices=${field.bound.choices} .chosen=${field.value}
  @clause-chosen=${(/** @type {CustomEvent<number>} */ event) => field.set(event.detail)}></hw-clause-choice>`);

/** @param {Field} field @param {string[]} names */
function choiceList(field, names) {
  const choose = (/** @type {Event} */ event) => field.set(typed(event) === "" ? undefined : Number(typed(event)));
  return labelled(field, html`<select id=${field.id} class="in" @change=${choose}>
    <option value="" ?selected=${field.value === undefined}>Choose…</option>
    ${names.map((name, place) => html`<option value=${place} ?selected=${field.value === place}>${name}</option>`)}
  </select>`);
}

/** @param {Field} field @param {string[]} names */
function choiceButtons(field, names) {
  const choose = (/** @type {number} */ place) => field.set(field.bound.optional && field.value === place ? undefined : place);
  return grouped(field, html`<span class="pick">${names.map((name, place) => html`<label>
    <input type="radio" name=${field.id} .checked=${field.value === place} @click=${() => choose(place)}><span>${name}</span></label>`)}</span>`);
}

/** @param {Field} field */
const flagField = (field) => (field.bound.optional ? switchField(field) : yesOrNo(field));

/** @param {Field} field */
const yesOrNo = (field) => grouped(field, html`<span class="pick">${[true, false].map((answer) => html`<label>
  <input type="radio" name=${field.id} .checked=${field.value === answer} @click=${() => field.set(answer)}><span>${answer ? "Yes" : "No"}</span></label>`)}</span>`);

/** @param {Field} field */
const switchField = (field) => html`<label class="field of-flag"><input id=${field.id} type="checkbox" class="sw" .checked=${Boolean(field.value)}
  @change=${(/** @type {Event} */ event) => field.set(/** @type {HTMLInputElement} */ (event.target).checked)}><span>${field.label}</span></label>`;

/** @param {Field} field */
function severalField(field) {
  const chosen = new Set(field.value ?? []);
  const toggle = (/** @type {number} */ each) => {
    const next = new Set(chosen);
    if (!next.delete(each)) next.add(each);
    field.set([...next].sort((one, other) => one - other));
  };
  return grouped(field, html`<span class="pick many">${field.bound.choices.map((/** @type {number} */ each) => html`<label>
    <input type="checkbox" .checked=${chosen.has(each)} @change=${() => toggle(each)}><span>${field.words.value(field.name, each)}</span></label>`)}</span>`);
}

/** @param {Field} field */
function countsField(field) {
  const { places, right } = field.bound;
  const place = field.value?.place ?? (places.length === 1 ? 0 : undefined);
  const choose = (/** @type {number} */ chosen) => field.set({ place: chosen, count: right === undefined ? places[chosen].least : right + 1 });
  return html`${places.length === 1 ? nothing : grouped(field, html`<span class="pick">${places.map((/** @type {any} */ each, /** @type {number} */ number) => html`<label>
      <input type="radio" name=${field.id} .checked=${place === number} @click=${() => choose(number)}><span>${field.words.place(each.place)}</span></label>`)}</span>`)}
    ${place === undefined ? nothing : labelled({ ...field, label: places.length === 1 ? field.label : "Cards there" },
      stepper(field, places[place], field.value?.count, (count) => field.set({ place, count })), rangeWords({ ...places[place], right }, field.value?.count))}`;
}

/** @param {Field} field */
const enteredCards = (field) => html`<hw-card-entry class="field" .count=${field.bound.count} .label=${field.label} .deck=${field.deck} .seen=${new Set([...field.seen, ...cardsElsewhere(field)])}
  .cards=${field.value ?? []} @cards-entered=${(/** @type {CustomEvent} */ event) => field.set(event.detail)}></hw-card-entry>`;

/** Cards that other fields of the form hold, which cannot be entered twice. @param {Field} field @returns {string[]} */
const cardsElsewhere = ({ name, values }) => Object.entries(values).flatMap(([other, value]) => (other !== name && Array.isArray(value) ? value.filter((each) => typeof each === "string") : []));

/** Choose among cards that are known. @param {Field} field @param {string[]} cards */
function cardChoice(field, cards) {
  const chosen = new Set(field.value ?? []);
  const toggle = (/** @type {string} */ code) => {
    const next = new Set(chosen);
    if (!next.delete(code)) next.add(code);
    field.set([...next]);
  };
  return grouped(field, html`<span class="pick many">${cards.map((code) => html`<label><input type="checkbox" .checked=${chosen.has(code)} @change=${() => toggle(code)}><span>${code}</span></label>`)}</span>`);
}

/** @param {Field} field */
const handField = (field) => (field.bound.cards.length ? cardChoice(field, field.bound.cards.map((/** @type {any} */ each) => each.card)) : enteredCards(field));

/** @param {Field} field */
function diceField(field) {
  const dice = Array.from({ length: field.bound.count }, (_, place) => field.value?.[place]);
  const put = (/** @type {number} */ place, /** @type {Event} */ event) => {
    const shown = Number.parseInt(typed(event), 10);
    field.set(dice.map((die, other) => (other === place ? (shown >= 1 && shown <= 6 ? shown : undefined) : die)));
    if (shown >= 1 && shown <= 6) /** @type {HTMLInputElement | null} */ (/** @type {HTMLElement} */ (event.target).nextElementSibling)?.focus();
  };
  return grouped(field, html`<span class="dice-in">${dice.map((die, place) => html`<input class="in" inputmode="numeric" maxlength="1" autocomplete="off"
    aria-label="Die ${place + 1}" .value=${die === undefined ? "" : String(die)} @input=${(/** @type {Event} */ event) => put(place, event)}>`)}</span>`);
}

/** @param {Field} field */
const textField = (field) => labelled(field, html`<input id=${field.id} class="in" autocomplete="off" maxlength="500" .value=${field.value ?? ""} @input=${(/** @type {Event} */ event) => field.set(typed(event))}>`);

/** @param {Field} field */
function documentField(field) {
  const read = async (/** @type {Event} */ event) => {
    const [file] = /** @type {HTMLInputElement} */ (event.target).files ?? [];
    if (file) field.set(await file.text());
  };
  return labelled(field, html`<input id=${field.id} class="in file" type="file" accept=".toml" @change=${read}>
    <textarea class="in mono" rows="8" aria-label="${field.label}, as text" .value=${field.value ?? ""} @input=${(/** @type {Event} */ event) => field.set(typed(event))}></textarea>`);
}

/** @param {Field} field */
const partsField = (field) => grouped(field, Object.entries(field.bound.parts).map(([name, part]) => drawField({
  ...field, id: `${field.id}-${name}`, name, bound: { ...part, optional: true }, label: capital(field.words.value("wager", name)),
  value: field.value?.[name], set: (value) => field.set({ ...field.value, [name]: value }),
})));

/** @type {Record<string, (field: Field) => unknown>} */
const FIELDS = {
  amount: amountField,
  number: numberField,
  choice: choiceField,
  flag: flagField,
  several: severalField,
  counts: countsField,
  hand: handField,
  "entered-cards": enteredCards,
  "cards-of-fact": (field) => cardChoice(field, field.values[field.bound.fact] ?? []),
  "deck-order": enteredCards,
  dice: diceField,
  text: textField,
  document: documentField,
  parts: partsField,
};
