/** Seven cards of Pai Gow Poker: every legal setting with its exact expectation against a dealer who sets by a house way. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get, post } from "../lib/api.js";
import { cardRow } from "../parts/cards.js";
import { signed } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

class HandSettings extends PageWithJob {
  static properties = { cards: { state: true }, ways: { state: true }, way: { state: true }, set: { state: true }, all: { state: true } };

  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    this.cards = asked.get("cards") || "9s 9d 3c 3d Ah 5s 2c";
    /** @type {{name: string, title: string}[]} */
    this.ways = [];
    this.way = asked.get("way") ?? "foxwoods";
    /** All settings with their names, and the one that the house way chooses. @type {any} */
    this.set = null;
    /** Whether a phone shows all settings; otherwise the first ones, and that of the house way. */
    this.all = false;
  }

  connectedCallback() {
    super.connectedCallback();
    get("/api/house-ways").then((ways) => (this.ways = ways), () => {});
    this.ask();
  }

  async ask() {
    const signal = this.cancel();
    this.answer = null;
    const body = { cards: this.cards, house_way: { kind: "name", name: this.way } };
    this.all = false;
    try {
      this.set = await post("/api/house-ways/set", body, signal);
      history.replaceState(null, "", `/odds/settings?${new URLSearchParams({ cards: this.cards, way: this.way })}`);
    } catch (error) {
      if (!signal.aborted) [this.refusal, this.set] = [/** @type {any} */ (error), null];
      return;
    }
    await this.compute("/api/house-ways/values", body);
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.cards = String(form.get("cards"));
    this.way = String(form.get("way"));
    this.ask();
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/settings")}
      ${this.heading("A Pai Gow hand", "Every way to set seven cards, and what each is worth against every hand of a dealer who sets by the house way.")}
      <form class="fields" @submit=${this.submit}>
        <label class="wide"><span class="label">Seven cards, such as Jk As Kd Th 9c 9d 2s</span><input class="in" name="cards" .value=${this.cards} required maxlength="60" autocapitalize="off" spellcheck="false"></label>
        <label><span class="label">The dealer’s house way</span><select class="in" name="way">${this.ways.map((way) => html`<option value=${way.name} ?selected=${way.name === this.way}>${way.title}</option>`)}</select></label>
        <button class="btn primary">Count every setting</button>
      </form>
      ${this.progress()}
      ${this.set ? this.settings() : nothing}
    </div>`;
  }

  settings() {
    const values = new Map((this.answer?.settings ?? []).map((/** @type {any} */ each) => [key(each), each]));
    const rows = [...this.set.settings].sort((one, other) => worth(values, other) - worth(values, one));
    const best = rows[0];
    return html`<section class="panel">
      <header><h2 class="verdict">${this.verdict(rows, values)}</h2><span class="soft small">${this.answer ? `counted over ${this.answer.total.toLocaleString("en-US")} hands of the dealer` : this.job ? "values are being counted" : "not counted"}</span></header>
      <table class="settings rec ${this.all ? "all" : ""}"><thead><tr><th>Low hand</th><th>High hand</th><th class="n">Win</th><th class="n">Push</th><th class="n">Lose</th><th class="n">Worth, in wagers</th><th>Remark</th></tr></thead>
        <tbody>${rows.map((row) => this.row(row, values.get(key(row)), row === best))}</tbody></table>
      ${this.answer ? exactly(values.get(key(best)), values.get(key(rows.find((row) => row.house_way)))) : nothing}
      <p class="body rest"><button class="btn" aria-expanded=${this.all} @click=${() => (this.all = !this.all)}>${this.all ? "Only the best" : `All ${rows.length} settings`}</button></p>
    </section>`;
  }

  /** @param {any} row @param {any} value @param {boolean} best */
  row(row, value, best) {
    const share = (/** @type {number} */ count) => `${((count / this.answer.total) * 100).toFixed(2)}%`;
    return html`<tr class="${best && value ? "best" : ""} ${row.house_way ? "by-house-way" : ""}">
      <td data-l="Low hand">${cardRow(row.low, "mini")} <span class="small soft named">${row.low_name}</span></td>
      <td data-l="High hand">${cardRow(row.high, "mini")} <span class="small soft named">${row.high_name}</span></td>
      <td class="n" data-l="Win">${value ? share(value.win) : "–"}</td>
      <td class="n" data-l="Push">${value ? share(value.push) : "–"}</td>
      <td class="n" data-l="Lose">${value ? share(value.lose) : "–"}</td>
      <td class="n ${value && Number(value.expected_value) < 0 ? "lose" : ""}" data-l="Worth, in wagers"><b title=${value?.exact ?? ""}>${value ? signed(value.expected_value) : "–"}</b></td>
      <td data-l="Remark">${!row.legal ? html`<span class="tag bad">foul</span>` : nothing} ${row.house_way ? html`<span class="tag off">house way</span>` : nothing} ${best && value ? html`<span class="tag ok">best</span>` : nothing}</td>
    </tr>`;
  }

  /** @param {any[]} rows @param {Map<string, any>} values */
  verdict(rows, values) {
    if (!this.answer) return `The house way: ${this.set.low_name} in front`;
    const chosen = rows.find((row) => row.house_way);
    const cost = worth(values, rows[0]) - worth(values, chosen);
    return cost > 0 ? `The house way costs ${cost.toFixed(4)} of the wager` : `The house way is best: ${this.set.low_name} in front`;
  }
}
customElements.define("hw-hand-settings", HandSettings);

/** The value of the best setting, and of that of the house way if it is another, as fractions. @param {any} best @param {any} chosen */
const exactly = (best, chosen) => html`<p class="body small soft exactly">A wager of one, after vigorish: the best setting is worth exactly <span class="mono">${best.exact}</span>${chosen.exact === best.exact ? "" : html`, that of the house way <span class="mono">${chosen.exact}</span>`}.
  As the bank, against a player who sets by the house way: <span class="mono">${best.banking_exact}</span>, about ${signed(best.banking)}.</p>`;

/** @param {{low: string[]}} setting */
const key = (setting) => [...setting.low].sort().join(" ");

/** @param {Map<string, any>} values @param {any} setting */
const worth = (values, setting) => Number(values.get(key(setting))?.expected_value ?? (setting.legal ? -2 : -3));
