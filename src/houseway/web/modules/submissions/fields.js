/** The fields of a submission: a label, a control by the kind of value, its clause, and what is wrong with it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { clauseLink, sentence } from "../parts/clauses.js";
import { placeOf } from "./content.js";

/**
 * @typedef {{code: string, severity: string, place: string, line: number | null, clause: string | null, given: string, allowed: string, message: string, suggestion: string, correction: {place: string, value: string | number | boolean | null} | null}} Finding
 * @typedef {{book: string, findings: Finding[], change: (place: string[], value: unknown) => void, ownWay: string, attachHouseWay: (file: File) => void}} FormState
 */

/** @param {string} name */
export const plainWords = (name) => name.replaceAll("-", " ");

/** @param {string} words */
export const capital = (words) => (words ? words[0].toUpperCase() + words.slice(1) : words);

/**
 * Draw one line of the form.
 * @param {FormState} state @param {string[]} place @param {{title: string, clause?: string, note?: unknown}} about @param {(id: string, bad: boolean) => unknown} control
 */
export function fieldLine(state, place, { title, clause, note }, control) {
  const name = placeOf(place);
  const id = fieldId(name);
  const findings = state.findings.filter((finding) => finding.place === name);
  const bad = findings.some((finding) => finding.severity === "error");
  return html`<div class="field ${bad ? "bad" : ""}">
    <label for=${id}>${capital(title)}</label>
    <div class="control">${control(id, bad)}${note ? html`<span class="soft small">${note}</span>` : nothing}
      ${findings.map((finding) => html`<p class="finding-line ${finding.severity}" id="${id}-finding">${sentence(finding.message)} ${finding.allowed ? html`Allowed: ${finding.allowed}.` : nothing}</p>`)}</div>
    <span class="law">${clause ? clauseLink(`${state.book} ${clause}`) : nothing}</span>
  </div>`;
}

/** @param {number} count of warnings, at least one */
export const warningWords = (count) => `${count === 1 ? "1 warning" : `${count} warnings`}; you can still file`;

/** Return the id of the control at a place. @param {string} place */
export const fieldId = (place) => `field-${place.replace(/[^a-zA-Z0-9-]/g, "_")}`;

/** @param {FormState} state @param {string[]} place @param {string} value @param {string} [hint] */
export const textControl = (state, place, value, hint = "") => (/** @type {string} */ id, /** @type {boolean} */ bad) =>
  html`<input class="in" id=${id} .value=${live(value ?? "")} placeholder=${hint} aria-invalid=${bad} aria-describedby=${bad ? `${id}-finding` : nothing}
    @input=${(/** @type {any} */ event) => state.change(place, event.target.value || undefined)}>`;

/** @param {FormState} state @param {string[]} place @param {number | undefined} value @param {{least: number | null, most: number | null, default: any}} range */
export const numberControl = (state, place, value, range) => (/** @type {string} */ id, /** @type {boolean} */ bad) =>
  html`<input class="in short" id=${id} type="number" min=${range.least ?? nothing} max=${range.most ?? nothing} .value=${live(String(value ?? ""))} placeholder=${range.default ?? ""} aria-invalid=${bad}
    @input=${(/** @type {any} */ event) => state.change(place, event.target.value === "" ? undefined : Number(event.target.value))}>`;

/** @param {FormState} state @param {string[]} place @param {string | undefined} value @param {Record<string, string> | string[]} choices @param {string} [empty] what holds if nothing is filed */
export const choiceControl = (state, place, value, choices, empty = "") => (/** @type {string} */ id, /** @type {boolean} */ bad) => {
  const entries = Array.isArray(choices) ? choices.map((choice) => [choice, plainWords(choice)]) : Object.entries(choices);
  return html`<select class="in" id=${id} aria-invalid=${bad} @change=${(/** @type {any} */ event) => state.change(place, event.target.value || undefined)}>
    <option value="" ?selected=${value === undefined}>${empty || "choose"}</option>
    ${entries.map(([choice, words]) => html`<option value=${choice} ?selected=${choice === value}>${words}</option>`)}
  </select>`;
};

/** @param {FormState} state @param {string[]} place @param {boolean} value @param {boolean} [standard] what holds if nothing is filed */
export const switchControl = (state, place, value, standard = false) => (/** @type {string} */ id) =>
  html`<input type="checkbox" role="switch" class="sw" id=${id} .checked=${live(value)} @change=${(/** @type {any} */ event) => state.change(place, event.target.checked === standard ? undefined : event.target.checked)}><span class="soft" aria-hidden="true">${value ? "Yes" : "No"}</span>`;
