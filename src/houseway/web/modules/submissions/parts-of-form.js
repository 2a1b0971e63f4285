/** The parts of the form: the table's options, wagers, meters, readings, approvals. All of it is drawn from the book's own filing data. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { clauseLink } from "../parts/clauses.js";
import { metersNeeded, paytableOf, valueAt } from "./content.js";
import { capital, choiceControl, fieldLine, numberControl, plainWords, switchControl, textControl } from "./fields.js";

/**
 * @typedef {import("./fields.js").FormState} FormState
 * @typedef {import("./content.js").Content} Content
 */

/** The option by which an operator files how the dealer sets hands: by name, or as a file. */
export const HOUSE_WAY = "house-way";

/** @param {FormState} state @param {Content} content @param {any} form */
export const tablePart = (state, content, form) => html`
  ${fieldLine(state, ["facility"], { title: "Facility", clause: form.facility_clause, note: "printed on layouts and signs" }, textControl(state, ["facility"], content.facility))}
  ${form.options.map((/** @type {any} */ option) => optionField(state, content, option))}`;

/** @param {FormState} state @param {Content} content @param {any} option */
function optionField(state, content, option) {
  const place = option.key.split(".");
  const value = valueAt(content, place);
  const standard = option.default === null ? "" : `by default: ${typeof option.default === "string" ? plainWords(option.default) : option.default}`;
  const controls = {
    choice: () => choiceControl(state, place, value, option.choices, standard),
    flag: () => switchControl(state, place, value ?? option.default ?? false, option.default ?? false),
    count: () => numberControl(state, place, value, option),
    money: () => textControl(state, place, value, option.default ?? "$0"),
    text: () => (option.choices.length ? choiceControl(state, place, value, [...new Set([...option.choices, ...(value ? [value] : [])])]) : textControl(state, place, value, option.default ?? "")),
  };
  const control = controls[/** @type {keyof typeof controls} */ (option.kind)] ?? controls.text;
  const note = option.key === HOUSE_WAY ? ownHouseWay(state, value) : "";
  return fieldLine(state, place, { title: option.title, clause: option.clause, note }, control());
}

/** Draw what files a house way of one's own. @param {FormState} state @param {string | undefined} filed */
function ownHouseWay({ ownWay, attachHouseWay }, filed) {
  const take = (/** @type {Event} */ { target }) => {
    const [file] = /** @type {HTMLInputElement} */ (target).files ?? [];
    if (file) attachHouseWay(file);
  };
  return html`${filed && filed === ownWay ? "Your own file, checked over every hand. " : ""}<label class="own-way as-link">${filed && filed === ownWay ? "Choose another file" : "Or a file of your own"}<input class="vh" type="file" accept=".toml" aria-label="A house way in TOML" @change=${take}></label>`;
}

/** @param {FormState} state @param {Content} content @param {any} form */
export const wagersPart = (state, content, form) => form.wagers.map((/** @type {any} */ wager) => wagerFields(state, content, wager));

/** @param {FormState} state @param {Content} content @param {any} wager */
function wagerFields(state, content, wager) {
  const place = ["wagers", wager.wager];
  const filed = valueAt(content, place);
  const offered = wager.always || filed !== undefined;
  const first = wager.stakes_cents.length ? {} : { minimum: "$5", maximum: "$100" };
  const paytable = wager.paytables.length > 1 ? { paytable: wager.paytables[0] } : {};
  return html`<fieldset class="group"><legend><h3>${wager.title}</h3>
      ${wager.always ? html`<span class="soft small">always offered</span>` : html`<label class="offer"><input type="checkbox" role="switch" class="sw" .checked=${live(offered)} @change=${(/** @type {any} */ event) => state.change(place, event.target.checked ? { ...paytable, ...first } : undefined)}> offered</label>`}
      ${clauseLink(`${state.book} ${wager.clause}`)}</legend>
    ${offered ? html`
      ${wager.paytables.length > 1 ? fieldLine(state, [...place, "paytable"], { title: "Paytable", clause: wager.choice_clause }, choiceControl(state, [...place, "paytable"], paytableOf(content, wager), wager.paytables)) : nothing}
      ${wager.envy_paytables.length ? fieldLine(state, [...place, "envy"], { title: "Envy bonus by paytable" }, choiceControl(state, [...place, "envy"], filed?.envy, wager.envy_paytables, "none")) : nothing}
      ${wager.stakes_cents.length ? stakesField(state, place, filed, wager) : limitFields(state, place, filed, wager)}
      ${wager.odds.length ? fieldLine(state, [...place, "odds"], { title: "Odds", note: `from ${wager.odds[0]} to ${wager.odds[wager.odds.length - 1]}` }, textControl(state, [...place, "odds"], filed?.odds)) : nothing}` : nothing}
  </fieldset>`;
}

/** @param {FormState} state @param {string[]} place @param {any} filed @param {any} wager */
const limitFields = (state, place, filed, wager) => html`
  ${fieldLine(state, [...place, "minimum"], { title: "Minimum", note: wager.equal_to ? `the same as ${plainWords(wager.equal_to)}` : "" }, textControl(state, [...place, "minimum"], filed?.minimum))}
  ${fieldLine(state, [...place, "maximum"], { title: "Maximum" }, textControl(state, [...place, "maximum"], filed?.maximum))}`;

/** @param {FormState} state @param {string[]} place @param {any} filed @param {any} wager */
function stakesField(state, place, filed, wager) {
  const stakes = wager.stakes_cents.map((/** @type {number} */ cents) => `$${cents / 100}`);
  const chosen = [filed?.stake ?? []].flat();
  const toggle = (/** @type {string} */ stake, /** @type {boolean} */ on) => state.change([...place, "stake"], stakes.filter((/** @type {string} */ each) => (each === stake ? on : chosen.includes(each))));
  return fieldLine(state, [...place, "stake"], { title: "Stakes" }, (id) => html`<span class="ticks" id=${id} role="group" aria-label="Stakes">${stakes.map((/** @type {string} */ stake) => html`<label><input type="checkbox" .checked=${live(chosen.includes(stake))} @change=${(/** @type {any} */ event) => toggle(stake, event.target.checked)}> ${stake}</label>`)}</span>`);
}

/** @param {FormState} state @param {Content} content @param {any} form */
export function metersPart(state, content, form) {
  const filed = /** @type {any[]} */ (content.meters ?? []);
  const missing = metersNeeded(content, form).filter((needed) => !filed.some((meter) => meter.wager === needed.wager && meter.name === needed.name));
  return html`
    ${filed.map((meter, index) => meterFields(state, filed, meter, index, form.wagers.find((/** @type {any} */ each) => each.wager === meter.wager)))}
    ${missing.map((needed) => html`<p class="group"><button class="btn" @click=${() => state.change(["meters"], [...filed, { ...needed, seed: "", reset: "", rate: "" }])}>File the ${needed.name} meter of ${plainWords(needed.wager)}</button></p>`)}
    ${filed.length || missing.length ? nothing : html`<p class="empty"><b>No meter is needed</b>Meters are filed for wagers whose paytable pays from one.</p>`}`;
}

/** @param {FormState} state @param {any[]} filed @param {any} meter @param {number} index @param {any} wager what the book says about its wager; undefined if it has no such wager */
function meterFields(state, filed, meter, index, wager) {
  const place = ["meters", String(index)];
  const tables = (meter.tables ?? []).join(", ");
  const changeTables = (/** @type {string} */ text) => state.change([...place, "tables"], text.trim() ? text.split(/[\s,]+/).filter(Boolean) : undefined);
  return html`<fieldset class="group"><legend><h3>${capital(meter.name)} meter of ${plainWords(meter.wager)}</h3>
      <button class="btn quiet" @click=${() => state.change(["meters"], filed.filter((_each, other) => other !== index))}>Take it out</button></legend>
    ${["seed", "reset", "rate"].map((name) => fieldLine(state, [...place, name], { title: { seed: "Starts at", reset: "Starts again at", rate: "Grows by, of each wager" }[name] ?? name, clause: name === "rate" ? wager?.rate_clause : wager?.seed_clause }, textControl(state, [...place, name], meter[name], name === "rate" ? "12%" : "$10,000")))}
    ${fieldLine(state, [...place, "tables"], { title: "Shared by the tables" }, (id) => html`<input class="in" id=${id} .value=${live(tables)} placeholder="this table only" @change=${(/** @type {any} */ event) => changeTables(event.target.value)}>`)}
  </fieldset>`;
}

/** @param {FormState} state @param {Content} content @param {any} form */
export const readingsPart = (state, content, form) => form.readings.map((/** @type {any} */ reading) => {
  const place = ["readings", reading.id];
  const empty = reading.default ? `by default: ${reading.choices[reading.default]}` : "must be filed";
  const note = html`<a class="cl plain" href="/rules/${state.book}/${reading.id}">${reading.id}</a>${reading.matters_if ? ` matters if ${reading.matters_if}` : ""}`;
  return fieldLine(state, place, { title: reading.subject, clause: reading.clause, note }, choiceControl(state, place, valueAt(content, place), reading.choices, empty));
});

/** @param {FormState} state @param {Content} content @param {any} form */
export function approvalsPart(state, content, form) {
  const filed = /** @type {any[]} */ (content.approvals ?? []);
  return form.approvals.map((/** @type {any} */ approval) => {
    const index = filed.findIndex((each) => each.what === approval.what);
    const place = ["approvals", String(index)];
    const toggle = (/** @type {boolean} */ on) => state.change(["approvals"], on ? [...filed, { what: approval.what, reference: "", date: new Date().toISOString().slice(0, 10) }] : filed.filter((each) => each.what !== approval.what));
    return html`<fieldset class="group"><legend><h3>${capital(approval.title)}</h3>
        <label class="offer"><input type="checkbox" role="switch" class="sw" .checked=${live(index >= 0)} @change=${(/** @type {any} */ event) => toggle(event.target.checked)}> on file</label>
        ${clauseLink(`${state.book} ${approval.clause}`)}</legend>
      ${approval.needed_if ? html`<p class="soft small">needed if ${approval.needed_if}</p>` : nothing}
      ${index >= 0 ? html`${fieldLine(state, [...place, "reference"], { title: "Reference" }, textControl(state, [...place, "reference"], filed[index].reference))}
        ${fieldLine(state, [...place, "date"], { title: "Date" }, textControl(state, [...place, "date"], filed[index].date, "2026-01-15"))}` : nothing}
    </fieldset>`;
  });
}
