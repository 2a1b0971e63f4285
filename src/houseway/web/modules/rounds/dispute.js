/** One player's rounds, each decided again: what was wagered and paid, and what the rules give, differences first. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { ensureSession, get } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { countThings, dateTime, dollars } from "../lib/format.js";
import { LastQuestion } from "../lib/late-answers.js";
import { clauseLinks, refusalBox, sentence } from "../parts/clauses.js";
import { readSought } from "./sought-text.js";

/**
 * @typedef {{level: string, event: number, recorded: string, expected: string, clauses: string[]}} Finding
 * @typedef {{table: string, number: number, at: number, wagered: number, received: number, by_the_rules: number, owed: number, findings: Finding[]}} Round
 * @typedef {{player: string, name: string, rounds: number, last_at: number}} Player
 */

const SECOND = 1000;
/** What is sought before anybody has typed. */
const RECENT = "last 8 hours";
/** Players that one answer lists. */
const MOST_PLAYERS = 20;

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
    /** What is sought, as the address states it: `q` is the text of the search, `player` the id of the one who was chosen. */
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
      else await this.search(signal);
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

  /** The search in parts. */
  get read() {
    return readSought(this.term("q") || RECENT);
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("q")).trim();
    const isSame = this.term("player") && readSought(text).name === this.read.name;
    this.sought = new URLSearchParams({ ...(text && { q: text }), ...(isSame && { player: this.term("player") }) });
    this.go();
  }

  /** @param {string} player */
  choose(player) {
    this.sought.set("player", player);
    this.go();
  }

  go() {
    history.replaceState(null, "", this.sought.size ? `?${this.sought}` : "/disputes");
    [this.players, this.rounds] = [null, null];
    this.requestUpdate();
    if (!this.read.wrong) this.begin();
  }

  /** Find players. If only one fits, show his rounds. @param {AbortSignal} signal */
  async search(signal) {
    const { players } = await get(`/api/disputes/players?${this.timeOf({ name: this.read.name })}`, signal);
    if (players.length === 1) {
      this.choose(players[0].player);
      return;
    }
    this.players = players;
    announce(`${countThings(players.length, "player")} found`);
  }

  /** Parameters with the time that is sought. @param {Record<string, string>} others */
  timeOf(others) {
    const { since, until, when } = this.read;
    const time = Object.entries({ since, until, when }).filter(([, value]) => value !== null && value !== "");
    return new URLSearchParams([...Object.entries(others), ...time.map(([name, value]) => [name, String(value)])]);
  }

  /** The question about the chosen player, as parameters. */
  question() {
    return this.timeOf({ player: this.term("player") });
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
    return html`<div class="page rounds dispute">
      <div class="head"><div><p class="crumb"><a href="/rounds">Surveillance</a></p><h1>Look into a dispute</h1><p>Find a player’s rounds. Each is decided again from its cards and acts, so that you see what was paid beside what the rules give.</p></div></div>
      <form class="panel search one-field" role="search" aria-label="Player and time" @submit=${this.submit}>
        <label><span class="label">Player and time</span><input class="in" name="q" type="search" maxlength="120" placeholder="Ann 21:40" autocomplete="off" autofocus .value=${this.term("q")}></label>
        <button class="btn primary">Search</button>
        <p class="small soft as-read">${this.asRead()}</p></form>
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      ${this.players ? this.choices(this.players) : nothing}
      ${this.rounds ? this.results(this.rounds) : nothing}
    </div>`;
  }

  /** Say how the search was understood, or what can be sought. */
  asRead() {
    const { name, words, wrong } = this.read;
    if (wrong) return html`<span class="lose" role="alert">“${wrong}” is not a time. Write 21:40, 2026-11-17 21:40, 20:00 to 22:00 or yesterday.</span>`;
    const who = name ? `a name with “${name}”` : this.term("player") ? this.name : "everybody who played";
    if (!this.sought.size) return "A name or a part of it, a time, or both: Ann 21:40 · 20:00 to 22:00 · Ann yesterday · last 2 hours · 2026-11-17";
    return `Sought: ${[who, words || "at any time"].filter(Boolean).join(", ")}.`;
  }

  /** @param {Player[]} players */
  choices(players) {
    if (!players.length) return this.sought.size ? this.nobody() : html`<p class="panel empty"><b>Nobody has played in the last 8 hours</b>Search for a name, or for an earlier time.</p>`;
    return html`<section class="panel"><header><h2>${this.term("q") ? "Whose rounds?" : "Played in the last 8 hours"}</h2><span class="soft small">${countThings(players.length, "player")}${players.length === MOST_PLAYERS ? ", those who played last" : ""}</span></header><ul class="players-found">${players.map(({ player, name, rounds, last_at: last }) => html`<li><button type="button" class="btn quiet" @click=${() => this.choose(player)}>
      <b>${name}</b> <span class="soft">${countThings(rounds, "round")}${this.term("q") && this.read.words ? " then" : ""}, the last on ${dateTime(last)}</span></button></li>`)}</ul></section>`;
  }

  /** Say that nobody fits, and what to try. */
  nobody() {
    const { name, words } = this.read;
    const seek = (/** @type {string} */ text, /** @type {string} */ title) => html`<button type="button" class="btn" @click=${() => this.seek(text)}>${title}</button>`;
    return html`<div class="panel empty"><b>${name ? `Nobody called “${name}” has played${words ? " then" : ""}` : "Nobody has played then"}</b>
      <p>${words ? "Rounds count by when they began, once they are over." : "Try a part of the name, as it was at the table, or the id of the person."}</p>
      ${words ? html`<p class="send">${name ? [seek(name, "Search all times"), seek(this.term("q").replace(name, "").trim(), "Show everybody who played then")] : nothing}</p>` : nothing}</div>`;
  }

  /** @param {string} text */
  seek(text) {
    this.sought = new URLSearchParams({ q: text });
    this.go();
  }

  /** @param {Round[]} rounds */
  results(rounds) {
    if (this.busy) return html`<div class="panel progress" role="status"><label>${rounds.length} of ${countThings(this.total, "round")} decided again<progress max=${Math.max(1, this.total)} .value=${rounds.length}></progress></label></div>`;
    if (this.refusal) return nothing;
    if (!rounds.length) return html`<div class="panel empty"><b>No round in this time</b><p>${this.name || "The player"} has completed none that began ${this.read.words || "yet"}.</p>
      ${this.read.words ? html`<p class="send"><button type="button" class="btn" @click=${() => this.anyTime()}>Show all rounds of ${this.name}</button></p>` : nothing}</div>`;
    const wrong = rounds.filter(({ owed }) => owed);
    const file = (/** @type {string} */ form) => `/api/disputes/file?${this.question()}&form=${form}`;
    return html`<div class="found"><h2 role="status">${this.name}: ${countThings(rounds.length, "round")}</h2>${this.sums(rounds)}
        <p class="files"><a class="btn" href=${file("pdf")} download>Save as PDF</a><a class="btn" href=${file("csv")} download>CSV</a><a class="btn" href=${file("json")} download>JSON</a></p></div>
      ${wrong.length ? html`<section class="panel differences"><header><h2>Where the record is not what the rules give</h2></header>${wrong.map(difference)}</section>` : nothing}
      <div class="panel">${roundTable([...wrong, ...rounds.filter(({ owed }) => !owed).sort((one, other) => other.at - one.at || other.number - one.number)], nearest(rounds, this.read.near))}</div>`;
  }

  anyTime() {
    this.sought.set("q", this.name);
    this.go();
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

/** The round that was under way at a time, or began nearest to it. @param {Round[]} rounds @param {number | null} time @returns {Round | null} */
function nearest(rounds, time) {
  if (time === null) return null;
  const distance = (/** @type {Round} */ { at }) => Math.abs(at * SECOND - time);
  const before = rounds.filter(({ at }) => at * SECOND <= time);
  return [...(before.length ? before : rounds)].sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** What deciding a round again has found. @param {Round} round */
function verdict({ owed, findings }) {
  if (owed) return html`<span class="tag bad">${owedWords(owed)}</span>`;
  if (findings.length) return html`<span class="tag wait">paid right, but ${countThings(findings.length, "act differs", "acts differ")}</span>`;
  return html`<span class="tag ok">as the rules give</span>`;
}

/** @param {Round[]} rounds @param {Round | null} near */
const roundTable = (rounds, near) => html`<table class="rec dispute-list"><thead><tr><th>Round</th><th>Began</th><th class="n">Wagered</th><th class="n">Received</th><th class="n">By the rules</th><th>Decided again</th></tr></thead>
  <tbody>${rounds.map((round) => html`<tr class="${round.owed ? "unusual" : ""} ${round === near ? "near" : ""}"><td class="t"><a href=${address(round)}>${round.table}, round ${round.number}</a>${round === near ? html` <span class="small soft">under way then</span>` : nothing}</td>
    <td data-l="Began">${dateTime(round.at * SECOND)}</td><td class="n" data-l="Wagered">${dollars(round.wagered)}</td><td class="n" data-l="Received">${dollars(round.received)}</td>
    <td class="n" data-l="By the rules">${dollars(round.by_the_rules)}</td><td data-l="Decided again">${verdict(round)}</td></tr>`)}</tbody></table>`;
