/** House ways: the published ones as tables, and two of them compared over every hand. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
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
    const [one, other] = [this.titleOf(found.a), this.titleOf(found.b)];
    return html`<section class="panel"><header><h2>${one} and ${other}</h2><span class="soft small">${whole(found.different)} of ${whole(found.total)} hands are set differently</span></header>
      <p class="body verdict">A dealer who sets by ${other} gains <b>${signed(found.worth, 6)}</b> of the wager against players who set by ${one}.</p>
      <table class="rec ways"><thead><tr><th>Hands</th><th>${one} puts in front</th><th>${other} puts in front</th><th class="n">How many</th><th class="n">Worth to the dealer</th></tr></thead>
        <tbody>${found.classes.slice(0, MOST_ROWS).map((/** @type {any} */ each) => differenceRow(each, one, other))}</tbody></table>
      ${found.classes.length > MOST_ROWS ? html`<p class="body soft small">and ${found.classes.length - MOST_ROWS} rarer ones</p>` : nothing}
    </section>`;
  }

  /** @param {string} name */
  titleOf(name) {
    return this.ways.find((way) => way.name === name)?.title ?? name;
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

/**
 * Hands that two rules set differently: an example as each way sets it, how many there are, and what it is worth that they are set by the second.
 * @param {any} each @param {string} one @param {string} other
 */
const differenceRow = (each, one, other) => html`<tr>
  <td class="t"><b>${capital(each.kind.replaceAll("-", " "))}</b><span class="small soft">such as</span> ${cardRow(each.example.split(" "), "mini")}</td>
  <td data-l=${one}><span>${cardRow(each.a.low, "mini")}<span class="small soft rule">${ruleWords(each.rule_a)}</span></span></td>
  <td data-l=${other}><span>${cardRow(each.b.low, "mini")}<span class="small soft rule">${ruleWords(each.rule_b)}</span></span></td>
  <td class="n" data-l="How many">${whole(each.different)}</td>
  <td class="n ${Number(each.worth) < 0 ? "lose" : ""}" data-l="Worth to the dealer">${signed(each.worth, 6)}</td>
</tr>`;

/** Name a rule by its place in the table of its way: "two-pair 2" is line 2 of two pair. @param {string} rule */
const ruleWords = (rule) => rule.replace(/([a-z-]+) (\d+)/g, (_whole, kind, line) => `line ${line} of ${kind.replaceAll("-", " ")}`);

/** What a way does with one kind of hand. @param {{title: string, lines: {when: string, front: string}[]}} section */
const waySection = ({ title, lines }) => html`<tbody>${lines.map((line, place) => html`<tr>
  ${place ? nothing : html`<th scope="rowgroup" rowspan=${lines.length}>${title}</th>`}<td>${line.when || "always"}</td><td><b>${line.front}</b></td>
</tr>`)}</tbody>`;

/** Where a house way was read, as a link if that is an address. @param {string} source */
function linkedSource(source) {
  const [, address, rest] = /^(https:\/\/[^\s,]+)(.*)$/.exec(source) ?? [];
  return address ? html`<a href=${address} rel="noreferrer">${new URL(address).hostname}</a>${rest}` : source;
}
