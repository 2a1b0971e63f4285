/** One player's rounds, each decided again: what was wagered and paid, and what the rules give, differences first. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime, dollars } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { clauseLinks, refusalBox, sentence } from "../parts/clauses.js";
import { readTime } from "./search-form.js";

/**
 * @typedef {{level: string, event: number, recorded: string, expected: string, clauses: string[]}} Finding
 * @typedef {{table: string, number: number, at: number, wagered: number, received: number, by_the_rules: number, owed: number, findings: Finding[]}} Round
 * @typedef {{player: string, name: string, rounds: number, last_at: number}} Player
 */

const SECOND = 1000;

class Dispute extends PageElement {
  static properties = { players: { state: true }, rounds: { state: true }, total: { state: true }, name: { state: true }, refusal: { state: true }, busy: { state: true } };

  constructor() {
    super();
    /** The players with the name that was sought; null before a search. @type {Player[] | null} */
    this.players = null;
    /** The rounds that were decided again so far; null before a player is chosen. @type {Round[] | null} */
    this.rounds = null;
    /** All rounds of the player. */
    this.total = 0;
    this.name = "";
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.busy = false;
    /** What is sought, as the address states it. */
    this.sought = new URLSearchParams(location.search);
    this.questions = new LastQuestion();
  }

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.questions.drop();
  }

  async begin() {
    await this.ask(async (signal) => {
      await ensureSession();
      if (this.term("player")) await this.decide(signal);
      else if (this.term("name")) await this.search(signal);
    });
  }

  /** Ask the server something. A newer question replaces it. @param {(signal: AbortSignal) => Promise<void>} work */
  async ask(work) {
    const signal = this.questions.ask();
    this.refusal = null;
    this.busy = true;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
    if (!signal.aborted) this.busy = false;
  }

  /** @param {string} name */
  term(name) {
    return this.sought.get(name) ?? "";
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const isSame = given.get("name") === this.term("name") && this.term("player");
    this.sought = new URLSearchParams([...given].filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
    if (isSame) this.sought.set("player", isSame);
    this.go();
  }

  /** @param {Player} player */
  choose({ player, name }) {
    this.sought.set("player", player);
    this.sought.set("name", name);
    this.go();
  }

  go() {
    history.replaceState(null, "", this.sought.size ? `?${this.sought}` : "/disputes");
    [this.players, this.rounds] = [null, null];
    this.requestUpdate();
    if (!this.wrongTime()) this.begin();
  }

  /** The name of a time that cannot be read; empty if both can. */
  wrongTime() {
    return ["since", "until"].find((name) => this.term(name) && Number.isNaN(readTime(this.term(name), name === "until"))) ?? "";
  }

  /** Find players. If only one has the name, show his rounds. @param {AbortSignal} signal */
  async search(signal) {
    const { players } = await get(`/api/disputes/players?${new URLSearchParams({ name: this.term("name") })}`, signal);
    if (players.length === 1) {
      this.choose(players[0]);
      return;
    }
    this.players = players;
    announce(`${countThings(players.length, "player")} found`);
  }

  /** The question about the chosen player, as parameters. */
  question() {
    const question = new URLSearchParams({ player: this.term("player") });
    for (const name of ["since", "until"]) if (this.term(name)) question.set(name, String(readTime(this.term(name), name === "until")));
    return question;
  }

  /** Have all rounds decided again, a part at a time. @param {AbortSignal} signal */
  async decide(signal) {
    this.rounds = [];
    for (let start = 0, more = true; more; ) {
      const answer = await get(`/api/disputes?${this.question()}&start=${start}`, signal);
      this.total = answer.total;
      this.name = answer.names[answer.player] ?? answer.player;
      this.rounds = [.../** @type {Round[]} */ (this.rounds), ...answer.rounds];
      more = answer.next !== null;
      start = answer.next ?? 0;
    }
    announce(`${countThings(this.total, "round")} decided again`);
  }

  render() {
    const wrong = this.wrongTime();
    return html`<div class="page rounds dispute">
      <div class="head"><div><p class="crumb"><a href="/rounds">Surveillance</a></p><h1>One player’s rounds</h1><p>What was wagered and paid, and what the rules give: every round is decided again from its cards and acts.</p></div></div>
      <form class="panel search" role="search" aria-label="Player and time" @submit=${this.submit}><div class="fields">
        <label><span class="label">Player</span><input class="in" name="name" type="search" required maxlength="60" placeholder="a name or an id" autocomplete="off" .value=${this.term("name") || this.term("player")}></label>
        ${this.timeField("since", "From", wrong)}${this.timeField("until", "Until", wrong)}
        <button class="btn primary" ?disabled=${this.busy}>Show the rounds</button></div></form>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.players ? this.choices(this.players) : nothing}
      ${this.rounds ? this.results(this.rounds) : nothing}
    </div>`;
  }

  /** @param {string} name @param {string} title @param {string} wrong */
  timeField(name, title, wrong) {
    return html`<label><span class="label">${title}</span><input class="in" name=${name} maxlength="16" autocomplete="off" placeholder=${name === "since" ? "2026-11-17 18:00" : "now"} aria-invalid=${wrong === name ? "true" : nothing} .value=${this.term(name)}>
      ${wrong === name ? html`<span class="small lose" role="alert">This is not a time: write 2026-11-17 21:40, or 21:40 for today.</span>` : nothing}</label>`;
  }

  /** @param {Player[]} players */
  choices(players) {
    if (!players.length) return html`<p class="panel empty"><b>Nobody with such a name has played</b>Write a part of the name, or the id of a person.</p>`;
    return html`<section class="panel"><header><h2>Whose rounds?</h2></header><ul class="players-found">${players.map((player) => html`<li><button type="button" class="btn quiet" @click=${() => this.choose(player)}>
      <b>${player.name}</b> <span class="soft">${countThings(player.rounds, "round")}, the last on ${dateTime(player.last_at)}</span></button></li>`)}</ul></section>`;
  }

  /** @param {Round[]} rounds */
  results(rounds) {
    if (this.busy) return html`<div class="panel progress" role="status"><label>${rounds.length} of ${countThings(this.total, "round")} decided again<progress max=${Math.max(1, this.total)} .value=${rounds.length}></progress></label></div>`;
    if (this.refusal) return nothing;
    if (!rounds.length) return html`<p class="panel empty"><b>No round in this time</b>${this.name || "The player"} has completed none.</p>`;
    const wrong = rounds.filter(({ owed }) => owed);
    const file = (/** @type {string} */ form) => `/api/disputes/file?${this.question()}&form=${form}`;
    return html`<div class="found"><h2 role="status">${this.name}: ${countThings(rounds.length, "round")}</h2>${this.sums(rounds)}
        <p class="files"><a class="btn" href=${file("pdf")} download>Save as PDF</a><a class="btn" href=${file("csv")} download>CSV</a><a class="btn" href=${file("json")} download>JSON</a></p></div>
      ${wrong.length ? html`<section class="panel differences"><header><h2>Where the record is not what the rules give</h2></header>${wrong.map(difference)}</section>` : nothing}
      <div class="panel">${roundTable([...wrong, ...rounds.filter(({ owed }) => !owed).sort((one, other) => other.at - one.at)])}</div>`;
  }

  /** @param {Round[]} rounds */
  sums(rounds) {
    const sum = (/** @type {"wagered" | "received" | "by_the_rules" | "owed"} */ name) => rounds.reduce((total, round) => total + round[name], 0);
    const owed = sum("owed");
    return html`<dl class="sums"><div><dt>Wagered</dt><dd>${dollars(sum("wagered"))}</dd></div><div><dt>Received</dt><dd>${dollars(sum("received"))}</dd></div>
      <div><dt>By the rules</dt><dd>${dollars(sum("by_the_rules"))}</dd></div>
      <div><dt>${owed < 0 ? "Owes" : "Owed"}</dt><dd class=${owed ? "lose" : ""}>${owed ? dollars(Math.abs(owed)) : "nothing"}</dd></div></dl>`;
  }
}
customElements.define("hw-dispute", Dispute);

/** @param {Round} round */
const address = ({ table, number }) => `/rounds/${encodeURIComponent(table)}/${number}`;

/** A round in which the player was not paid what the rules give. @param {Round} round */
const difference = (round) => html`<div class="difference"><p><a href=${address(round)}>${round.table}, round ${round.number}</a> <b class="lose">${owedWords(round.owed)}</b></p>
  ${round.findings.map(({ recorded, expected, clauses, event }) => html`<dl><dt>Recorded</dt><dd>${recorded ? sentence(recorded) : "not what the rules give"} <a class="small" href="${address(round)}#event-${event}">event ${event}</a></dd>
    ${expected ? html`<dt>By the rules</dt><dd>${sentence(expected)} <span class="small">${clauseLinks(clauses, 3)}</span></dd>` : nothing}</dl>`)}</div>`;

/** @param {number} owed */
const owedWords = (owed) => (owed > 0 ? `is owed ${dollars(owed)}` : `owes ${dollars(-owed)}`);

/** @param {Round[]} rounds */
const roundTable = (rounds) => html`<table class="rec dispute-list"><thead><tr><th>Round</th><th>Began</th><th class="n">Wagered</th><th class="n">Received</th><th class="n">By the rules</th><th class="n">Difference</th></tr></thead>
  <tbody>${rounds.map((round) => html`<tr class=${round.owed ? "unusual" : ""}><td class="t"><a href=${address(round)}>${round.table}, round ${round.number}</a></td>
    <td data-l="Began">${dateTime(round.at * SECOND)}</td><td class="n" data-l="Wagered">${dollars(round.wagered)}</td><td class="n" data-l="Received">${dollars(round.received)}</td>
    <td class="n" data-l="By the rules">${dollars(round.by_the_rules)}</td><td class="n ${round.owed ? "lose" : "soft"}" data-l="Difference">${round.owed ? owedWords(round.owed).replace("is ", "") : "none"}</td></tr>`)}</tbody></table>`;
