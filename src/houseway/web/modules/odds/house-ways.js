/** House ways: the published ones as tables, and two of them compared over every hand. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { get } from "../lib/api.js";
import { cardRow } from "../parts/cards.js";
import { percent, whole } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

const MOST_ROWS = 40;

class HouseWays extends PageWithJob {
  static properties = { ways: { state: true }, one: { state: true }, other: { state: true }, documents: { state: true } };

  constructor() {
    super();
    /** @type {{name: string, title: string, source: string, hash: string, rules: number}[]} */
    this.ways = [];
    this.one = "";
    this.other = "";
    /** The ways that were loaded as tables, by name. @type {Map<string, any>} */
    this.documents = new Map();
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      this.ways = await get("/api/house-ways");
      const asked = new URLSearchParams(location.search);
      const named = (/** @type {string} */ key, /** @type {number} */ place) => (this.ways.find(({ name }) => name === asked.get(key)) ?? this.ways[place] ?? this.ways[0]).name;
      [this.one, this.other] = [named("one", 0), named("other", 1)];
      await Promise.all([this.load(this.one), this.load(this.other)]);
      if (asked.has("one") && asked.has("other")) this.compare();
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
    }
  }

  /** @param {string} name */
  async load(name) {
    if (this.documents.has(name)) return;
    const document = await get(`/api/house-ways/${name}`);
    this.documents = new Map(this.documents).set(name, document);
  }

  /** @param {"one" | "other"} which @param {string} name */
  choose(which, name) {
    this[which] = name;
    this.cancel();
    this.answer = null; // it was of another choice
    this.load(name).catch((error) => (this.refusal = error));
  }

  compare() {
    if (this.one === this.other) return;
    this.answer = null;
    history.replaceState(null, "", `/odds/house-ways?${new URLSearchParams({ one: this.one, other: this.other })}`);
    const way = (/** @type {string} */ name) => ({ kind: "name", name });
    this.compute("/api/house-ways/compare", { a: way(this.one), b: way(this.other), worth: true });
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/house-ways")}
      ${this.heading("House ways", "How a dealer sets seven cards, as documents. Two of them are compared over every hand of seven cards.")}
      <div class="fields">
        ${this.choice("One", this.one, (name) => this.choose("one", name))}
        ${this.choice("The other", this.other, (name) => this.choose("other", name))}
        <button class="btn primary" ?disabled=${this.one === this.other || this.job !== null} @click=${this.compare}>Compare them over every hand</button>
      </div>
      ${this.progress()}
      ${this.answer ? this.comparison() : nothing}
      ${this.kindByKind()}
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
      <p class="body verdict">Against players who set by ${one}, a dealer ${Number(found.worth) < 0 ? "loses" : "gains"} <b>${percentOfWager(Math.abs(Number(found.worth)))}</b> of the wager by setting by ${other} instead.</p>
      ${edgeTable(found.house_edges, one, other)}
      <table class="rec ways"><thead><tr><th>Hands</th><th>${one} puts in front</th><th>${other} puts in front</th><th class="n">How many</th><th class="n">Worth to the dealer, of the wager</th></tr></thead>
        <tbody>${found.classes.slice(0, MOST_ROWS).map((/** @type {any} */ each) => differenceRow(each, { title: one, document: this.documents.get(found.a) }, { title: other, document: this.documents.get(found.b) }))}</tbody></table>
      ${found.classes.length > MOST_ROWS ? html`<p class="body soft small">and ${found.classes.length - MOST_ROWS} rarer ones</p>` : nothing}
    </section>`;
  }

  /** @param {string} name */
  titleOf(name) {
    return this.ways.find((way) => way.name === name)?.title ?? name;
  }

  /** Both ways kind by kind: side by side where they differ, and once what they share. */
  kindByKind() {
    const ways = [...new Set([this.one, this.other])].map((name) => this.documents.get(name));
    if (!ways.every(Boolean) || !ways.length) return nothing;
    const kinds = kindsOf(ways);
    const [differing, alike] = [kinds.filter(({ same }) => !same), kinds.filter(({ same }) => same)];
    const count = (/** @type {Kind[]} */ some) => html`<span class="soft small">${some.length} of ${kinds.length} kinds of hands</span>`;
    const head = ways.length > 1 ? html`<h2>Where they agree</h2>${count(alike)}` : html`<h2>${ways[0].title}</h2><span class="soft small">${linkedSource(ways[0].source)} · ${pocketCard(ways[0])}</span>`;
    return html`${ways.length > 1 ? html`<section class="panel"><header><h2>Where they differ</h2>${count(differing)}</header>
        <table class="way-table"><thead><tr><th>${differing.length ? "Hand" : nothing}</th>${ways.map((way) => html`<th>${wayHead(way)}</th>`)}</tr></thead>
          <tbody>${differing.map((kind) => kindRow(kind, ways))}</tbody></table></section>` : nothing}
      <section class="panel"><header>${head}</header>
        <ul class="alike">${alike.map(({ title, lines }) => html`<li><h3>${title}</h3>${ruleLines(lines[0])}</li>`)}</ul>
        ${[...new Set(ways.map(({ notes }) => notes.join("\n")))].map((notes) => html`<ul class="assumptions small soft">${notes.split("\n").map((/** @type {string} */ note) => html`<li>${note}</li>`)}</ul>`)}
      </section>`;
  }
}
customElements.define("hw-house-ways", HouseWays);

/** @param {number} share @param {number} [places] @param {boolean} [withSign] */
const percentOfWager = (share, places = 4, withSign = false) => percent({ exact: "", decimal: String(share) }, places, withSign);

/** The house edge by who sets how. @param {{player: string, dealer: string, house_edge: string, exact: string}[]} edges @param {string} one @param {string} other */
function edgeTable(edges, one, other) {
  const edge = (/** @type {string} */ player, /** @type {string} */ dealer) => edges.find((each) => each.player === player && each.dealer === dealer);
  const cell = (/** @type {string} */ player, /** @type {string} */ dealer) => html`<td class="n" data-l="Dealer by ${dealer === "a" ? one : other}"><span title=${edge(player, dealer)?.exact ?? ""}>${percentOfWager(Number(edge(player, dealer)?.house_edge))}</span></td>`;
  return html`<table class="rec edges"><thead><tr><th>House edge</th><th class="n">Dealer by ${one}</th><th class="n">Dealer by ${other}</th></tr></thead>
    <tbody>${["a", "b"].map((player) => html`<tr><td class="t">Players by ${player === "a" ? one : other}</td>${cell(player, "a")}${cell(player, "b")}</tr>`)}</tbody></table>`;
}

/** @typedef {{title: string, document: any}} Way */

/**
 * Hands that two rules set differently: an example as each way sets it, how many there are, and what it is worth that they are set by the second.
 * @param {any} each @param {Way} one @param {Way} other
 */
const differenceRow = (each, one, other) => html`<tr>
  <td class="t"><b>${capital(each.kind.replaceAll("-", " "))}</b><span class="small soft">such as</span> ${cardRow(each.example.split(" "), "mini")}</td>
  <td data-l=${one.title}><span>${cardRow(each.a.low, "mini")}<span class="small soft rule">${ruleWords(each.rule_a, one.document)}</span></span></td>
  <td data-l=${other.title}><span>${cardRow(each.b.low, "mini")}<span class="small soft rule">${ruleWords(each.rule_b, other.document)}</span></span></td>
  <td class="n" data-l="How many">${whole(each.different)}</td>
  <td class="n ${Number(each.worth) < 0 ? "lose" : ""}" data-l="Worth to the dealer, of the wager">${percentOfWager(Number(each.worth), 6, true)}</td>
</tr>`;

/** Say what a rule does; one that refers to another kind of hand, such as "complete-with-two-pair 1, as two-pair 5", does what that one's line says. @param {string} rule @param {any} document */
function ruleWords(rule, document) {
  const [, kind = "", line = ""] = [...rule.matchAll(/([a-z-]+) (\d+)/g)].at(-1) ?? [];
  const section = document?.table.find((/** @type {any} */ each) => each.kind === kind);
  const found = section?.lines[Number(line) - 1];
  return found ? `${section.title}, ${found.when || "always"}: ${found.front}` : rule.replaceAll("-", " ");
}

/** @typedef {{title: string, same: boolean, lines: {when: string, front: string}[][]}} Kind what each way does with one kind of hand */

/** The kinds of hands in the order of the first way, and what each way does with them. @param {any[]} ways @returns {Kind[]} */
function kindsOf(ways) {
  const titles = new Map(ways.flatMap(({ table }) => table.map((/** @type {any} */ section) => [section.kind, section.title])));
  return [...titles].map(([kind, title]) => {
    const lines = ways.map(({ table }) => table.find((/** @type {any} */ section) => section.kind === kind)?.lines ?? []);
    return { title, lines, same: lines.every((each) => JSON.stringify(each) === JSON.stringify(lines[0])) };
  });
}

/** @param {any} way */
const wayHead = (way) => html`<b>${way.title}</b><span>${linkedSource(way.source)}</span>${pocketCard(way)}`;

/** @param {any} way */
const pocketCard = ({ name }) => html`<a href="/api/house-ways/${name}/card?format=pdf" download="${name}.pdf">Pocket card, PDF</a>`;

/** @param {Kind} kind @param {any[]} ways */
const kindRow = ({ title, lines }, ways) => html`<tr><th scope="row">${title}</th>${lines.map((each, place) => html`<td data-l=${ways[place].title}>${ruleLines(each)}</td>`)}</tr>`;

/** @param {{when: string, front: string}[]} lines */
const ruleLines = (lines) => html`<ol class="way-lines">${lines.map(({ when, front }) => html`<li><span>${when || "always"}</span> <b>${front}</b></li>`)}</ol>`;

/** Where a house way was read, as a link if that is an address. @param {string} source */
function linkedSource(source) {
  const [, address, rest] = /^(https:\/\/[^\s,]+)(.*)$/.exec(source) ?? [];
  return address ? html`<a href=${address} rel="noreferrer">${new URL(address).hostname}</a>${rest}` : source;
}
