/** The table as text, for people who cannot see it: headings and lists, a log, and typed commands. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { Refusal, get, send } from "../../lib/api.js";
import { announce } from "../../lib/announcer.js";
import { asMap } from "../../lib/facts.js";
import { LastAnswer } from "../../lib/late-answers.js";
import { clauseLinks, playersRefusal, refusalWords, sentence } from "../../parts/clauses.js";
import { Coaching, mayDeal } from "../player/coaching.js";
import { Commanding, doubtWords } from "../player/commanding.js";
import { LastBets } from "../player/last-bets.js";
import { arrival, tableName } from "../arrival.js";
import { LiveElement } from "../live-element.js";
import "../player/play-time.js";
import { noticeOf, noticeWays, sayNotice } from "../notices.js";
import { askedPosition, clockOf, decisionsAt, handAt, optionOf, ownPositions, settingWith, spotsAt, usualBuyIns } from "../player/own-place.js";
import { ClockWarning, heardWords, isHeard } from "../player/hearing.js";
import { requestAdvice } from "../player/requesting-advice.js";
import { readResult } from "../player/round-results.js";
import { cost, worth } from "../station/advice-box.js";
import { askedWords } from "../station/decisions.js";
import { dueWords } from "./due-words.js";
import { cardLines, chanceLines, dueLines, meterLines, middleLines, moneyLines, ownLines, seatLines } from "./table-words.js";
import { NotUnderstood, matchCommand, readCards, usageOf } from "./typed-commands.js";
import { namedWagers, resultLines, whyLines } from "./why-words.js";

/** @typedef {{words: string, clauses: string[], typed?: boolean}} Line */

/** Events that repeat what another one says. */
const SILENT = new Set(["money-moved", "cards-racked", "cards-collected", "shoe-loaded", "deck-stored"]);
/** @param {import("../../lib/live-table.js").TableEvent} event */
const isSaid = ({ kind, announced }) => announced || !SILENT.has(kind);
const LONGEST_LOG = 200;
const HELP = [
  "Type what you want to do as the list of possible acts says it; the first words are enough: bet ante 25, check, play 4x, set As Kd, take back trips.",
  "try As Kd: name both hands without setting them. house way: how the house would act. worth: what each choice is worth, at tables for practice.",
  "again: the same bets as last round. undo: take back what you did last, while betting is open. clear: take back all wagers. deal: have the cards dealt, when you are alone.",
  "explain: have each step explained as it comes; explain off ends it. why, or why blind: explain the last round.",
  "cards, money, meters, due: your cards, your money, the meters, and what the table waits for. last: what was announced last. you, table, options: everything about them.",
];

class TextTable extends LiveElement {
  static properties = { ...LiveElement.properties, refusal: { state: true }, log: { state: true }, title: { state: true } };

  constructor() {
    super();
    this.table = tableName;
    this.title = "";
    /** @type {Refusal | null} */
    this.refusal = null;
    /** The lines of the log, the latest first. @type {Line[]} */
    this.log = [];
    this.position = 0;
    this.round = 0;
    this.asked = "";
    /** The cards and the hand that were said with the last question. @type {string[]} */
    this.told = [];
    /** What kept the table from going on, when it was last said. */
    this.noticed = "";
    /** Fulfilled when everything that was typed so far is answered. @type {Promise<void>} */
    this.answered = Promise.resolve();
    /** @type {import("../player/round-results.js").RoundResult | null} */
    this.result = null;
    /** The result that is being read. @type {Promise<import("../player/round-results.js").RoundResult | null>} */
    this.reading = Promise.resolve(null);
    /** Whether a result is being read. It is said before the next question. */
    this.isReading = false;
    this.results = new LastAnswer();
    this.warning = new ClockWarning();
    this.last = new LastBets(this.table);
    /** The command of which the player was warned last. @type {Commanding["doubted"]} */
    this.doubted = null;
    this.commands = new Commanding(() => this.live, () => this.sayRefusal());
    this.coaching = new Coaching(() => this.state, () => this.explain());
    /** What was explained last. */
    this.explained = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.come().catch((refusal) => (this.refusal = refusal));
    this.timer = setInterval(() => this.position && this.live && this.warning.look(clockOf(this.state, this.position), this.live.now()), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.live?.close();
  }

  async come() {
    const [live, lobby] = await Promise.all([arrival, get("/api/tables")]);
    this.title = lobby.tables.find((/** @type {any} */ table) => table.id === this.table)?.game_title ?? "";
    this.live = live;
  }

  /** @param {import("../../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    const { state } = this;
    if (!state.view) return;
    this.position = askedPosition(state);
    this.last.follow(state, this.position);
    if (!this.round) this.readBack();
    for (const event of events.filter(isSaid)) this.say(heardWords(event), event.clauses, isHeard(event, state));
    sayNotice(this, (words) => this.say(words));
    if (state.view.round !== this.round) this.beginRound(state.view.round);
    this.sayQuestion(state);
  }

  /** Begin the log with what was called out before somebody came. It is there to be read, and is not said. */
  readBack() {
    const before = (this.live?.events ?? []).filter(isSaid);
    this.log = before.map((event) => ({ words: heardWords(event), clauses: event.clauses })).reverse();
  }

  /** @param {number} round */
  async beginRound(round) {
    const before = this.round;
    this.round = round;
    this.told = [];
    if (round < 2 || !this.position) return;
    this.isReading = true;
    const isLate = this.results.ask();
    this.reading = readResult(this.table, round - 1, asMap(this.state.view.seats).get(this.position)).catch(() => null);
    const result = await this.reading;
    if (!isLate()) this.result = result;
    if (result && before) this.answer(resultLines(result)); // a late one, too: nothing else says how that round ended
    this.dispatchEvent(new Event("result-read"));
    if (this.round !== round) return;
    this.isReading = false;
    this.sayQuestion(this.state);
  }

  /** Whether the player has wagers in a round under way. */
  get isInRound() {
    const { view } = this.state;
    return Boolean(view?.closed && asMap(view.stakes).has(this.position));
  }

  /** Wait for the result of the first round, or for the one that is being read. */
  async waitForResult() {
    await this.reading;
    if (this.result || !this.isInRound) return;
    this.say("The round is not over yet. The answer comes with its result");
    await new Promise((resolve) => this.addEventListener("result-read", resolve, { once: true }));
  }

  /** @param {Record<string, any>} state */
  sayQuestion(state) {
    if (this.isReading) return;
    const decisions = this.position ? decisionsAt(state, this.position) : [];
    const asked = decisions.length ? askedWords(decisions) : "";
    if (asked && asked !== this.asked) {
      const cards = ownLines(state, this.position, this.live?.now() ?? 0).filter((words) => /^(Your cards|You hold)/.test(words));
      for (const line of [...cards.filter((words) => !this.told.includes(words)), asked]) this.say(line);
      this.told = cards;
    }
    this.asked = asked;
    this.explain();
  }

  /** Explain the step to somebody who has asked for it, each time that there is something else to say. */
  explain() {
    if (this.isReading) return;
    const said = this.explanation().join(" ");
    if (said && said !== this.explained) this.say(said);
    this.explained = said;
    this.requestUpdate();
  }

  /** @returns {string[]} */
  explanation() {
    const { state, position, result } = this;
    const hasResult = Boolean(result && result.round === this.round - 1);
    return this.coaching.wordsAt({ state, position, hasResult, isEnding: false, deal: "“deal”", undo: "“undo”" });
  }

  /** Add a line at the top of the log, and announce it unless it is only to be read there. @param {string} words @param {string[]} [clauses] @param {boolean} [aloud] */
  say(words, clauses = [], aloud = true) {
    const line = sentence(words);
    if (!words || this.log[0]?.words === line) return;
    this.log = [{ words: line, clauses }, ...this.log].slice(0, LONGEST_LOG);
    if (aloud) announce(line);
  }

  /** Answer what was typed with several lines. They are read from top to bottom, and announced in one piece. @param {string[]} lines */
  answer(lines) {
    const said = lines.map(sentence);
    this.log = [...said.map((words) => ({ words, clauses: [] })), ...this.log].slice(0, LONGEST_LOG);
    announce(said.join(" "));
  }

  sayRefusal() {
    const { refused, doubted } = this.commands;
    if (doubted && doubted !== this.doubted) this.say(`${doubtWords(doubted)} ${sentence(doubted.caution.words)} Type it again to do it anyway`, doubted.caution.clauses, false); // the alarm has said it
    this.doubted = doubted;
    if (!refused) return this.requestUpdate();
    this.commands.refused = null;
    this.say(`${refused.verdict}: ${refused.words}. ${refusalWords(refused.refusal)}`, refused.refusal.clauses, false);
  }

  /** @param {SubmitEvent} event */
  async enter(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.querySelector("#command"));
    const text = field.value.trim();
    field.value = "";
    if (!text) return;
    this.log = [{ words: `> ${text}`, clauses: [], typed: true }, ...this.log].slice(0, LONGEST_LOG);
    try {
      await this.carryOut(text);
    } catch (error) {
      if (error instanceof NotUnderstood) this.say(error.message);
      else if (error instanceof Refusal) this.say(`Refused: ${refusalWords(error)}`, error.clauses);
      else throw error;
    }
  }

  /** @param {string} text */
  async carryOut(text) {
    const [word, ...rest] = text.toLowerCase().split(/\s+/);
    const own = this.answers().get(word === "house" && rest[0] === "way" ? "house way" : word);
    if (own) return own(rest);
    return this.inTurn(() => this.sendTyped(text));
  }

  /** Send something once all that was typed before is answered, since that decides what is offered. @param {() => Promise<any>} send */
  inTurn(send) {
    const sent = this.answered.then(send);
    this.answered = sent.catch(() => {});
    return sent;
  }

  /** @param {string} text */
  async sendTyped(text) {
    if (/^sit\D*$/i.test(text) && this.position) throw new NotUnderstood(this.seatedWords());
    const { option, facts } = matchCommand(text, this.state.options ?? []);
    const remember = this.rememberBet(option);
    if (await this.commands.send(option, facts, option.act, text, remember)) this.say(`Done: ${text}`);
  }

  /** Return what remembers a wager or its taking back, so that it can be undone. @param {import("../player/own-place.js").Option} option */
  rememberBet({ act, facts }) {
    if (!["wager", "take-back"].includes(act)) return () => {};
    const position = facts.position ?? this.position;
    const before = spotsAt(this.state, position).map(({ key, staked }) => /** @type {[string, number]} */ ([key, staked]));
    return () => void this.commands.remember(position, before);
  }

  /** Say to somebody who has a seat where it is, and how he takes another one. */
  seatedWords() {
    const [one, other] = ownPositions(this.state);
    const free = optionOf(this.state, "sit")?.bounds.position?.choices ?? [];
    const more = free.length ? `To take a second area, type ${free.map((/** @type {number} */ position) => `sit ${position}`).join(" or ")}.` : "You can take no other area now.";
    return `You sit at position ${one}${other ? ` and at position ${other}` : ""} already. ${more}`;
  }

  /** The typed words that the page itself answers, each with what it does. @returns {Map<string, (rest: string[]) => any>} */
  answers() {
    const { state, position } = this;
    return new Map([
      ["help", () => this.answer([...HELP, ...this.possible()])],
      ["options", () => this.answer(this.possible())],
      ["you", () => this.answer(position ? ownLines(state, position, this.live?.now() ?? 0) : ["You have no seat. Type sit and a number"])],
      ["table", () => this.answer([...middleLines(state), ...seatLines(state)])],
      ["cards", () => this.answer(cardLines(state, position))],
      ["money", () => this.answer(moneyLines(state, position))],
      ["due", () => this.answer(this.due())],
      ["last", () => this.answer([this.lastCalled()])],
      ["meters", () => this.answer(meterLines(state))],
      ["again", () => this.inTurn(() => this.again())],
      ["clear", () => this.inTurn(() => this.clear())],
      ["undo", () => this.inTurn(() => this.undo())],
      ["explain", (/** @type {string[]} */ rest) => this.chooseExplaining(rest[0])],
      ...(mayDeal(state, position) ? /** @type {[string, () => any][]} */ ([["deal", () => this.inTurn(() => this.deal())]]) : []),
      ["why", async (/** @type {string[]} */ rest) => this.answer(await this.why(rest.join(" ")))],
      ["try", (/** @type {string[]} */ rest) => this.trySetting(rest)],
      ["house way", () => this.advise("house-way")],
      ["worth", () => this.advise("expectation")],
    ]);
  }

  /** What was called out last. */
  lastCalled() {
    const event = this.live?.events.findLast(({ announced }) => announced);
    return event ? heardWords(event) : "Nothing was announced yet";
  }

  /** Make the bets of the last round again. They say themselves what they are. */
  async again() {
    const isOffered = spotsAt(this.state, this.position).some(({ key, add, staked }) => add && !staked && this.last.bets[key]);
    if (isOffered) await this.commands.repeat(this.position, this.last);
    else this.say("There are no bets of yours to make again now");
  }

  async clear() {
    const isOffered = spotsAt(this.state, this.position).some(({ takeBack }) => takeBack);
    if (isOffered) await this.commands.clear(this.position);
    else this.say("You have no wager to take back now");
  }

  async undo() {
    if (this.commands.canUndo(this.position)) await this.commands.undo(this.position);
    else this.say("You have nothing to undo now: only bets can be undone, while betting is open");
  }

  /** Have the cards dealt now, as the only player. */
  async deal() {
    await send("POST", `/api/tables/${encodeURIComponent(this.table)}/deal`);
  }

  /** @param {string} [wanted] */
  chooseExplaining(wanted = "on") {
    if (!["on", "off"].includes(wanted)) throw new NotUnderstood("Type explain, or explain off.");
    this.explained = "";
    this.coaching.choose(wanted === "on");
    if (!this.explained) this.say(wanted === "on" ? "Each step is explained as it comes" : "Steps are no longer explained");
  }

  due() {
    const lines = dueLines(this.state, this.position, this.live?.now() ?? 0);
    return this.asked ? [this.asked, ...lines.slice(1)] : lines;
  }

  usages() {
    const options = this.state.options ?? [];
    const own = [...(mayDeal(this.state, this.position) ? ["deal: have the cards dealt now, as you are alone here"] : []), ...(this.commands.canUndo(this.position) ? ["undo: take back what you did last"] : [])];
    return [...own, ...options.map((/** @type {import("../player/own-place.js").Option} */ option) => usageOf(option, options) + this.exampleOf(option))];
  }

  /** An example of an amount where nearly any will do. @param {import("../player/own-place.js").Option} option */
  exampleOf({ act, bounds }) {
    return act === "buy-in" ? `, such as buy ${usualBuyIns(this.state, bounds.amount)[0] / 100}` : "";
  }

  possible() {
    const options = this.usages();
    return options.length ? [`You may: ${options.join("; ")}`] : ["There is nothing for you to do now"];
  }

  /** @param {string} name */
  async why(name) {
    await this.waitForResult();
    if (!this.result) return ["There is no round of yours to explain yet"];
    const { result } = this;
    const wagers = namedWagers(result, name);
    if (!wagers.length) return [`You had no such wager. Your wagers were: ${result.wagers.map(({ title }) => title).join(", ")}`];
    return [`Round ${result.round}`, ...wagers.flatMap((wager) => whyLines(result, wager))];
  }

  /** @param {string[]} words */
  trySetting(words) {
    const low = readCards([...words])?.map(({ card }) => card) ?? [];
    const setting = settingWith(handAt(this.state, this.position)?.settings, low);
    if (!setting) throw new NotUnderstood("Name two of your cards while you are to set, such as try As Kd.");
    this.say(`Low: ${setting.low_words}. High: ${setting.high_words}.${setting.foul ? ` Foul: ${setting.foul}.` : ""}`, setting.clauses ?? []);
  }

  /** @param {"house-way" | "expectation"} about */
  async advise(about) {
    if (!this.live) return;
    let quarters = -1; // a long computation is spoken of a few times only
    /** @param {import("../player/requesting-advice.js").Job} job */
    const follow = ({ words, fraction }) => {
      const [before, now] = [quarters, Math.floor(fraction * 4)];
      quarters = Math.max(before, now);
      if (before < 0) this.say("The values are being counted and will be listed here; you may decide before");
      else if (now > before) this.say(`${words}, ${Math.floor(fraction * 100)}% done`);
    };
    try {
      const advice = await requestAdvice(this.live, about, this.position, follow);
      this.answer([...advice.choices.slice(0, 5).map(choiceWords), advice.method]);
    } catch (error) {
      if (quarters < 0 || !(error instanceof Refusal) || error.code !== "advice.not-due") throw error;
      this.say("Your decision was over before its values were counted");
    }
  }

  render() {
    return html`<div class="page text-table">
      <header><h1>${this.title ? `${this.title}, table` : "Table"} ${this.table}</h1><p><a href="/tables/${this.table}">The table with pictures</a></p></header>
      ${this.refusal ? playersRefusal(this.refusal) : nothing}
      ${this.notice()}
      <hw-play-time></hw-play-time>
      ${this.state.view ? this.content() : this.live?.ending ? nothing : html`<p class="loading">Connecting…</p>`}
    </div>`;
  }

  notice() {
    const found = noticeOf(this.live, this.state);
    return found ? html`<div class="text-notice"><p><b class="tag ${found.kind}">${found.fact}</b> ${found.words}</p><p class="ways">${noticeWays(found)}</p></div>` : nothing;
  }

  content() {
    const { state, position } = this;
    return html`<form @submit=${this.enter} class="command-line">
        <label for="command">Command</label>
        <input id="command" class="in" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="command-help">
        <button class="btn primary">Do it</button>
        <p id="command-help" class="small soft">For example: bet ante 25, check, play 4x, set As Kd, house way, why blind. Type help for everything.</p>
      </form>
      ${this.explanation().length ? html`<section class="panel step" aria-labelledby="step"><h2 id="step">This step</h2>${lines(this.explanation())}<p class="small soft">Type explain off to end this.</p></section>` : nothing}
      <div class="columns">
        <div>
          <section class="panel" aria-labelledby="you"><h2 id="you">You</h2>${lines(position ? ownLines(state, position, this.live?.now() ?? 0) : ["You have no seat at this table"])}</section>
          <section class="panel" aria-labelledby="may"><h2 id="may">What you may do</h2>${lines(this.usages())}</section>
          <section class="panel" aria-labelledby="all"><h2 id="all">The table, round ${state.view.round}</h2>
            ${state.due ? html`<p>${led(sentence(dueWords(state.due)))}</p>` : nothing}
            ${lines([...middleLines(state), ...chanceLines(this.live), ...seatLines(state)])}</section>
        </div>
        <section class="panel" aria-labelledby="log"><h2 id="log">Log, the latest first</h2>${this.log.length ? nothing : html`<p>What happens at the table, and answers to your commands, appear here.</p>`}<ol class="log" reversed>${this.log.map(({ words, clauses, typed }) => html`<li class=${typed ? "typed" : ""}>${words} ${clauseLinks(clauses, 2)}</li>`)}</ol></section>
      </div>`;
  }
}
customElements.define("hw-text-table", TextTable);

/** Say what a choice is, how it is typed and what it is worth. @param {import("../station/advice-box.js").AdvisedChoice} choice */
function choiceWords(choice) {
  const typed = choice.facts.low ? ` (set ${choice.facts.low.map((/** @type {any} */ fact) => fact.card).join(" ")})` : "";
  const worths = choice.value ? `, worth ${worth(choice)}, ${Number(choice.cost?.decimal) ? `costs ${cost(choice)}` : "the best"}` : "";
  return `${choice.words}${typed}${worths}`;
}

/** Draw the words before the first colon, which say what a line is about, in bold. @param {string} text */
function led(text) {
  const [, about, rest] = /^([^:;.]{1,30}:)(.*)$/s.exec(text) ?? [];
  return about ? html`<b>${about}</b>${rest}` : text;
}

/** @param {string[]} texts */
const lines = (texts) => (texts.length ? html`<ul>${texts.map((text) => html`<li>${led(sentence(text))}</li>`)}</ul>` : html`<p>Nothing now.</p>`);
