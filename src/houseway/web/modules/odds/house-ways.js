/** House ways: the published ones as tables, and two of them compared over every hand. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { cardRow } from "../parts/cards.js";
import { signed, whole } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

const MOST_ROWS = 40;

class HouseWays extends PageWithJob {
  static properties = { ways: { state: true }, one: { state: true }, other: { state: true }, shown: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, title: string, source: string, hash: string, rules: number}[]} */
    this.ways = [];
    this.one = "";
    this.other = "";
    /** The way that is shown as a table. @type {any} */
    this.shown = null;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      this.ways = await get("/api/house-ways");
      [this.one, this.other] = [this.ways[0].name, this.ways[1]?.name ?? this.ways[0].name];
      await this.show(this.one);
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} name */
  async show(name) {
    this.shown = await get(`/api/house-ways/${name}`);
  }

  compare() {
    this.answer = null;
    const way = (/** @type {string} */ name) => ({ kind: "name", name });
    this.compute("/api/house-ways/compare", { a: way(this.one), b: way(this.other), worth: true });
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/house-ways")}
      ${this.heading("House ways", "How a dealer sets seven cards, as documents. Two of them are compared over every hand of seven cards.")}
      <div class="fields">
        ${this.choice("One", this.one, (name) => { this.one = name; this.show(name); })}
        ${this.choice("The other", this.other, (name) => { this.other = name; })}
        <button class="btn primary" ?disabled=${this.one === this.other || this.job !== null} @click=${this.compare}>Compare them over every hand</button>
      </div>
      ${this.progress()}
      ${this.answer ? this.comparison() : nothing}
      ${this.shown ? this.table() : nothing}
    </div>`;
  }

  /** @param {string} label @param {string} value @param {(name: string) => void} choose */
  choice(label, value, choose) {
    return html`<label><span class="label">${label}</span><select class="in" @change=${(/** @type {any} */ event) => choose(event.target.value)}>
      ${this.ways.map((way) => html`<option value=${way.name} ?selected=${way.name === value}>${way.title}</option>`)}</select></label>`;
  }

  comparison() {
    const found = this.answer;
    return html`<section class="panel"><header><h2>${found.a} and ${found.b}</h2><span class="soft small">${whole(found.different)} of ${whole(found.total)} hands are set differently</span></header>
      <p class="body">A dealer who sets by ${found.b} gains <b>${signed(found.worth, 6)}</b> of the wager against players who set by ${found.a}.</p>
      <table class="rec"><thead><tr><th>Rule of ${found.a}</th><th>Rule of ${found.b}</th><th class="n">Hands</th><th>For example</th></tr></thead>
        <tbody>${found.classes.slice(0, MOST_ROWS).map((/** @type {any} */ each) => html`<tr>
          <td data-l=${found.a}>${each.rule_a}</td><td data-l=${found.b}>${each.rule_b}</td><td class="n" data-l="Hands">${whole(each.different)}</td><td data-l="For example">${cardRow(each.example.split(" "), "mini")}</td></tr>`)}</tbody></table>
      ${found.classes.length > MOST_ROWS ? html`<p class="body soft small">and ${found.classes.length - MOST_ROWS} rarer ones</p>` : nothing}
    </section>`;
  }

  table() {
    const way = this.shown;
    return html`<section class="panel"><header><h2>${way.title}</h2><a href="/api/house-ways/${way.name}/card?format=pdf" download="${way.name}.pdf">Pocket card, PDF</a></header>
      <p class="body soft">${linkedSource(way.source)}</p>
      <table class="way-table"><thead><tr><th>Hand</th><th>When</th><th>In front</th></tr></thead>${way.table.map(waySection)}</table>
      ${way.notes.length ? html`<ul class="assumptions small soft">${way.notes.map((/** @type {string} */ note) => html`<li>${note}</li>`)}</ul>` : nothing}
    </section>`;
  }
}
customElements.define("hw-house-ways", HouseWays);

/** What a way does with one kind of hand. @param {{title: string, lines: {when: string, front: string}[]}} section */
const waySection = ({ title, lines }) => html`<tbody>${lines.map((line, place) => html`<tr>
  ${place ? nothing : html`<th scope="rowgroup" rowspan=${lines.length}>${title}</th>`}<td>${line.when || "always"}</td><td><b>${line.front}</b></td>
</tr>`)}</tbody>`;

/** Where a house way was read, as a link if that is an address. @param {string} source */
function linkedSource(source) {
  const [, address, rest] = /^(https:\/\/[^\s,]+)(.*)$/.exec(source) ?? [];
  return address ? html`<a href=${address} rel="noreferrer">${new URL(address).hostname}</a>${rest}` : source;
}
