/** Reports: the day's overview, which a shift manager opens first, and every other report with its table, chart and files. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { pathParts } from "../lib/address.js";
import { get } from "../lib/api.js";
import { drawChart } from "../lib/chart.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime, numberOf } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { refusalBox } from "../parts/clauses.js";
import { foldingPanel, isPhone, WidthListener } from "../parts/folding.js";
import { bookName, loadBooks } from "../rules/data.js";
import { isNothing, isNumber } from "./cells.js";
import { reportControls } from "./controls.js";
import { reportFigures } from "./figures.js";
import { hasManyColumns, partTable } from "./part-table.js";
import { partRecords } from "./records.js";

const OVERVIEW = "overview";
const TABLET = matchMedia("screen and (max-width: 900px)");
/** How many figures a line of a tablet has room for, beside the one that is looked for first. */
const MORE_ON_TABLET = 3;
const MILLISECONDS_BETWEEN_LOOKS = 5000;
/** How many rows of the first part, and of those that break it down, are listed until somebody asks for all of them. */
const [FIRST_ROWS, LATER_ROWS] = [15, 6];

class Reports extends PageElement {
  static properties = { list: { state: true }, report: { state: true }, refusal: { state: true }, busy: { state: true }, unfolded: { state: true } };

  constructor() {
    super();
    /** @type {import("./controls.js").ReportList | null} */
    this.list = null;
    /** @type {import("./cells.js").Report | null} */
    this.report = null;
    /** Names of rule books by their ids. @type {Record<string, string>} */
    this.books = {};
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** The parts of which all rows are listed. @type {string[]} */
    this.unfolded = [];
    /** The request, as the address states it. */
    this.asked = new URLSearchParams(location.search);
    this.name = pathParts()[2] || OVERVIEW;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.questions = new LastQuestion();
    this.widths = [new WidthListener(this), new WidthListener(this, TABLET)];
    this.unfoldAll = () => this.unfold();
  }

  async connectedCallback() {
    super.connectedCallback();
    addEventListener("beforeprint", this.unfoldAll);
    await this.load(async () => {
      const [list, books] = await Promise.all([get("/api/reports"), loadBooks()]);
      this.list = list;
      this.books = Object.fromEntries(books.map((book) => [book.book, bookName(book)]));
    });
    await Promise.all([this.showCurrentName(), this.read()]);
  }

  /** On a phone the names of reports are one scrolling line; scroll to the current one. */
  async showCurrentName() {
    await this.updateComplete;
    this.querySelector(".report-names [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("beforeprint", this.unfoldAll);
    clearTimeout(this.timer);
  }

  /** List all rows of all parts at once, for paper. */
  unfold() {
    this.unfolded = this.report?.parts.map(({ name }) => name) ?? [];
    this.performUpdate();
    for (const details of this.querySelectorAll("details")) details.open = true;
  }

  /** Do something, and show the refusal if there is one, unless something else is asked for meanwhile. @param {() => Promise<unknown>} work @param {AbortSignal} [signal] */
  async load(work, signal) {
    this.busy = true;
    let refusal = null;
    try {
      await work();
    } catch (error) {
      refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    if (signal?.aborted) return;
    this.refusal = refusal;
    this.busy = false;
  }

  async read() {
    clearTimeout(this.timer);
    const signal = this.questions.ask();
    await this.load(async () => {
      this.report = await get(`/api/reports/${this.name}?${this.asked}`, signal);
      announce(`${this.report?.title}: ${countThings(this.report?.parts[0].rows.length ?? 0, "row")}`);
    }, signal);
    if (this.report?.is_pending && !signal.aborted) this.timer = setTimeout(() => this.read(), MILLISECONDS_BETWEEN_LOOKS);
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    if (!form.reportValidity()) return;
    this.ask(new URLSearchParams([...new FormData(form)].filter(([, value]) => value).map(([name, value]) => [name, String(value)])));
  }

  /** @param {string} first @param {string} last */
  choose(first, last) {
    const asked = new URLSearchParams(this.asked);
    asked.set("first", first);
    asked.set("last", last);
    this.ask(asked);
  }

  /** @param {URLSearchParams} asked */
  ask(asked) {
    this.asked = asked;
    history.replaceState(null, "", `${location.pathname}?${asked}`);
    this.requestUpdate();
    this.read();
  }

  updated() {
    const place = /** @type {HTMLElement | null} */ (this.querySelector(".report-chart"));
    if (place && this.report?.chart && place.dataset.drawn !== this.report.chart_words + this.asked) {
      place.dataset.drawn = this.report.chart_words + this.asked;
      drawChart(place, withBooks(this.report.chart, this.books), this.report.chart_words);
    }
  }

  render() {
    const { list } = this;
    if (!list) return this.refusal ? html`<div class="page">${refusalBox(this.refusal)}</div>` : nothing;
    return html`<div class="page reports">
      <div class="head"><div><h1>${this.title}</h1><p>${this.report?.about ?? ""}</p></div>${gamingDay(list)}</div>
      <div class="report-grid">${this.reportNames(list)}<div class="report-body">
        ${reportControls(list, this.asked, (event) => this.submit(event), (first, last) => this.choose(first, last))}
        ${this.refusal ? refusalBox(this.refusal) : nothing}${this.report ? this.body(this.report) : this.refusal ? nothing : html`<p class="loading">Loading…</p>`}
      </div></div>
    </div>`;
  }

  /** @param {import("./controls.js").ReportList} list */
  reportNames(list) {
    const player = this.asked.get("player") ?? "";
    const others = new URLSearchParams(this.asked);
    others.delete("player");
    const listed = list.reports.filter((each) => !each.needs_player || player || each.name === this.name);
    const address = (/** @type {{name: string, takes_player: boolean}} */ each) => {
      const asked = each.takes_player ? this.asked : others;
      return `/reports/${each.name}${asked.size ? `?${asked}` : ""}`;
    };
    return html`<nav class="report-names" aria-label="Reports"><ul>${listed.map((each) => html`<li><a href=${address(each)} aria-current=${each.name === this.name ? "page" : nothing}>${each.title}</a></li>`)}</ul></nav>`;
  }

  /** The address of a player's rounds in the period that is shown. @param {string} player */
  historyOf(player) {
    const { first = "", last = "" } = this.report ?? {};
    return `/reports/history?${new URLSearchParams({ first, last, player })}`;
  }

  /** The title of the report; a player's bears his name. */
  get title() {
    const player = this.asked.get("player") ?? "";
    const name = this.report?.names[player] ?? player;
    if (name) return this.name === "history" ? `Rounds of ${name}` : `${this.report?.title ?? "Reports"}: ${name}`;
    return this.report?.title ?? "Reports";
  }

  /** @param {import("./cells.js").Report} report */
  body(report) {
    return html`<p class="covered">${covered(report, this.asked, this.list?.game_titles ?? {})}</p>${reportFigures(report)}
      ${report.is_pending ? html`<p class="note" role="status"><span class="tag wait">Computing</span> The exact odds of these wagers are being computed. The theoretical win appears as soon as they are known.</p>` : nothing}
      ${report.chart ? html`<figure class="panel chart-panel"><div class="report-chart"></div><figcaption class="small soft">${report.chart_words}.</figcaption></figure>` : nothing}
      ${report.parts.map((part) => this.partPanel(report, part))}
      ${report.notes.length ? html`<details class="notes small soft" ?open=${!isPhone()}><summary>How these figures are made</summary><ul>${report.notes.map((note) => html`<li>${note}</li>`)}</ul></details>` : nothing}`;
  }

  /** @param {import("./cells.js").Report} report @param {import("./cells.js").Part} part */
  partPanel(report, part) {
    const isFirst = part === report.parts[0];
    const files = this.files(report, part);
    if (!isFirst && !part.rows.length) return html`<section class="panel no-rows"><header><h2>${part.title}</h2><span class="soft">nothing was recorded</span>${isPhone() ? nothing : files}</header></section>`;
    if (isFirst || !isPhone()) return html`<section class="panel"><header><h2>${part.title}</h2>${files}</header>${this.rows(report, part)}</section>`;
    return foldingPanel("", part.title, html`<span class="soft small">${countThings(part.rows.length, "row")}</span>`, html`${this.rows(report, part)}${files}`);
  }

  /** @param {import("./cells.js").Report} report @param {import("./cells.js").Part} part */
  files(report, part) {
    const file = (/** @type {string} */ form) => `/api/reports/${report.name}/file?${new URLSearchParams([...this.asked, ["part", part.name], ["form", form]])}`;
    return html`<p class="files"><a class="btn quiet" href=${file("csv")} download>CSV</a><a class="btn quiet" href=${file("jsonl")} download>JSON lines</a></p>`;
  }

  /** Draw the first rows of a part that have figures, or all of them. @param {import("./cells.js").Report} report @param {import("./cells.js").Part} part */
  rows(report, part) {
    if (!part.rows.length) return html`<p class="empty"><b>Nothing was recorded</b>There are no rows in this period.</p>`;
    const known = { names: report.names, books: this.books, games: this.list?.game_titles, meterBooks: report.meter_books, historyOf: (/** @type {string} */ player) => this.historyOf(player) };
    const most = part === report.parts[0] ? FIRST_ROWS : LATER_ROWS;
    const listed = this.unfolded.includes(part.name) ? part.rows : part.rows.filter((row) => !isIdle(part, row)).slice(0, most);
    const isFolded = listed.length < part.rows.length;
    return html`${isPhone() || (TABLET.matches && hasManyColumns(part)) ? partRecords(part, listed, known, isPhone() ? 0 : MORE_ON_TABLET) : partTable(part, listed, known)}
      ${isFolded ? html`<p class="body"><button class="btn" @click=${() => (this.unfolded = [...this.unfolded, part.name])}>All ${part.rows.length} rows</button></p>` : nothing}
      ${part.is_cut && !isFolded ? html`<p class="body small soft">The first ${part.rows.length} rows. The files have all of them.</p>` : nothing}`;
  }
}

/** Whether no money was wagered or paid on a wager that is offered. @param {import("./cells.js").Part} part @param {Record<string, any>} row */
const isIdle = (part, row) => part.columns.some(({ name }) => name === "title") && part.columns.filter(isNumber).every(({ name }) => isNothing(row[name]) || numberOf(row[name]) === 0);

/** Say what a report covers, for paper, where its form is not printed. @param {import("./cells.js").Report} report @param {URLSearchParams} asked @param {Record<string, string>} games their titles */
function covered({ first, last }, asked, games) {
  const days = first === last ? `Gaming day ${first}` : `Gaming days ${first} to ${last}`;
  const game = asked.get("game");
  return [days, asked.get("table") || "all tables", game ? (games[game] ?? game) : "all games"].join(", ");
}

/** Name the rule books of a chart as people do, instead of by their ids. @param {any} chart @param {Record<string, string>} books */
function withBooks(chart, books) {
  const named = (/** @type {Record<string, any>} */ value) => (value["Rule book"] in books ? { ...value, "Rule book": books[value["Rule book"]], line: `${value.wager}, ${books[value["Rule book"]]}` } : value);
  return { ...chart, data: { values: chart.data.values.map(named) } };
}

/** @param {import("./controls.js").ReportList} list */
function gamingDay(list) {
  const { zone, hour } = list.gaming_day;
  return html`<p class="small soft gaming-day">Gaming day <b>${list.today}</b>: from ${dateTime(list.begins_at)} to ${dateTime(list.ends_at)} on your clock. It turns at ${String(hour).padStart(2, "0")}:00 ${zone}.</p>`;
}

customElements.define("hw-reports", Reports);
