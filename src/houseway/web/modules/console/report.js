/** Reports an irregularity: choose what was seen and where, read the remedy, then confirm. */
import { html, nothing } from "../../vendor/lit/index.js";
import { keyed } from "../../vendor/lit-html/directives/keyed.js";
import { capital } from "../lib/act-words.js";
import { clauseLinks } from "../parts/clauses.js";
import { printedKey } from "../parts/printed-key.js";
import { OptionPanel } from "./option-panel.js";
import "./act.js";

/**
 * @typedef {import("../lib/live-table.js").Option} Option
 * @typedef {{key: string, act: string, round: number | undefined, options: Option[]}} Sighting something that may have been seen
 * @typedef {{label: string, option: Option}} Where
 */

class Report extends OptionPanel {
  static properties = { ...OptionPanel.properties, what: { state: true }, where: { state: true } };

  constructor() {
    super();
    this.what = "";
    this.where = "";
  }

  /** @returns {Sighting[]} */
  get sightings() {
    /** @type {Map<string, Sighting>} */
    const found = new Map();
    for (const option of this.options) {
      const key = `${option.act} ${option.facts.round ?? ""}`;
      /** @type {Sighting} */
      const sighting = found.get(key) ?? { key, act: option.act, round: option.facts.round, options: [] };
      sighting.options.push(option);
      found.set(key, sighting);
    }
    return [...found.values()];
  }

  /** @param {string} what */
  see(what) {
    this.what = what;
    this.where = "";
    this.startForm();
  }

  /** What was chosen can no longer be reported, perhaps because another floorperson was faster. */
  willUpdate() {
    if (!this.what || !this.words) return;
    const isPossible = this.sightings.some(({ key }) => key === this.what);
    if (this.isOvertaken(this.words.title(this.what.split(" ")[0]), isPossible)) this.what = "";
  }

  leave() {
    this.see("");
  }

  render() {
    if (!this.words) return nothing;
    const sightings = this.sightings;
    const sighting = sightings.find(({ key }) => key === this.what);
    const places = sighting ? placesOf(sighting, this.words) : [];
    const place = places.length === 1 ? places[0] : places.find(({ label }) => label === this.where);
    return html`<section class="panel report"><header><h2>Report an irregularity</h2><span class="soft small">choose what and where, then read the remedy ${printedKey("R")}</span></header>${this.overtakenNote()}
      ${sightings.length ? html`<div class="irb">
        <div class="seen">
          <fieldset><legend>1. What was seen</legend><div class="pick tiles">${sightings.map((each) => this.tile(each))}</div></fieldset>
          ${places.length > 1 ? html`<fieldset><legend>2. Where</legend><div class="pick">${places.map(({ label }) => this.place(label))}</div></fieldset>` : nothing}
        </div>
        <div class="follows" @act-done=${this.leave} @act-left=${this.leave}>${place
          ? keyed(`${this.what} ${place.label}`, html`<hw-act .live=${this.live} .words=${this.words} .options=${[place.option]} .seen=${this.seen} .deck=${this.deck}></hw-act>`)
          : html`<p class="empty"><b>${sighting ? "Where?" : "Nothing reported"}</b>${sighting ? "Choose the place; the remedy follows." : "Tap what was seen. The remedy is shown before anything happens."}</p>`}</div>
      </div>` : html`<p class="empty"><b>Nothing can be reported now</b>Reports are open while cards are on the table, and about the last round.</p>`}
    </section>`;
  }

  /** The clauses are beside the label: a button cannot hold links. @param {Sighting} sighting */
  tile({ key, act, round, options }) {
    return html`<div class="tile"><label><input type="radio" name="what" .checked=${this.what === key} @click=${() => this.see(key)}>
      <span>${this.words?.title(act)}${round === undefined ? nothing : html`<i>in round ${round}, which is over</i>`}</span></label>
      ${round === undefined && options[0].clauses.length ? html`<p class="law">${clauseLinks(options[0].clauses, 1)}</p>` : nothing}</div>`;
  }

  /** @param {string} label */
  place(label) {
    return html`<label><input type="radio" name="where" .checked=${this.where === label} @click=${() => (this.where = label)}><span>${label}</span></label>`;
  }
}
customElements.define("hw-report", Report);

/** Return the places that the options of a sighting name, each with its own option. @param {Sighting} sighting @param {import("../lib/act-words.js").ActWords} words @returns {Where[]} */
export function placesOf({ options }, words) {
  return options.flatMap((option) => narrowed(option, words) ?? [{ label: describePlace(option, words), option }]);
}

/** Split an option that names several places into one for each. @param {Option} option @param {import("../lib/act-words.js").ActWords} words @returns {Where[] | null} */
function narrowed(option, words) {
  const [name, bound] = Object.entries(option.bounds).find(([, each]) => !each.optional) ?? [];
  const with_ = (/** @type {any} */ changed) => ({ ...option, bounds: { ...option.bounds, [String(name)]: { ...bound, ...changed } } });
  if (bound?.kind === "counts") return bound.places.map((/** @type {any} */ place) => ({ label: words.place(place.place), option: with_({ places: [place] }) }));
  if (bound?.kind === "choice" && name === "first") return bound.choices.map((/** @type {any} */ choice) => ({ label: words.place(choice), option: with_({ choices: [choice] }) }));
  return null;
}

/** @param {Option} option @param {import("../lib/act-words.js").ActWords} words */
function describePlace(option, words) {
  const { round, ...facts } = option.facts;
  const detail = words.detail({ ...option, facts });
  if (detail) return capital(detail);
  const counted = Object.entries(option.bounds).find(([, bound]) => bound.right !== undefined);
  return counted ? words.place(counted[0]) : "Here";
}
