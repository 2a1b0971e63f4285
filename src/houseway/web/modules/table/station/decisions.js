/** The decision that waits for the player: the question, the clock, and a button with a key for each answer. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { asMap } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";
import { clauseLink, sentence } from "../../parts/clauses.js";
import { shortName } from "../felt/seats.js";
import { mayDeal } from "../player/coaching.js";
import { chanceWords } from "../player/contribution.js";
import { barredAt, cardsAt, choicesOf, clockOf, handAt, lowSize, settingWith, withKeys } from "../player/own-place.js";
import { advisedChoice } from "./advice-box.js";
import { dueWords } from "../text/due-words.js";
import { openForm } from "./option-form.js";
import { outcomeWords } from "../player/round-results.js";

/** @typedef {import("./station.js").Station} Station @typedef {import("../player/own-place.js").Choice} Choice @typedef {import("../player/own-place.js").Option} Option */

const RESERVED = "hew";
const QUESTIONS = new Map([["set-hand", "Set your hands"], ["pass-bank", "The bank is offered to you"], ["request-co-bank", "You have the bank"], ["direct-house-stake", "You have the bank"], ["surrender", "You may surrender"]]);

/** Return the option to choose the cards of the low hand. Whoever holds real cards only says that they are set. @param {Option[]} decisions */
export const settingOption = (decisions) => decisions.find(({ act, bounds }) => act === "set-hand" && bounds.low);

/** Return the choices that are open now, each with its key. @param {Option[]} decisions @returns {Choice[]} */
export const openChoices = (decisions) => withKeys(decisions.filter((option) => option !== settingOption(decisions)).flatMap(choicesOf), RESERVED);

/** Return the possible answers in one sentence. A surrender is offered and not asked for. @param {Option[]} decisions */
export function askedWords(decisions) {
  if (decisions.every(({ act }) => act === "surrender")) return sentence(questionWords(decisions));
  const named = decisions.map((option) => {
    const amounts = choicesOf(option).filter(({ amount }) => amount).map(({ amount, detail }) => `${dollars(amount)}${detail ? `, ${detail}` : ""}`);
    return amounts.length ? `${option.words} ${amounts.join(" or ")}` : option.words;
  });
  return `Your decision: ${sentence(named.join("; or "))}`;
}

/** @param {Station} station @param {Option[]} decisions */
export function decisionPanel(station, decisions) {
  const set = settingOption(decisions);
  const choices = openChoices(decisions);
  const forms = decisions.filter((option) => option !== set && !choicesOf(option).length);
  const advised = station.advising.advice?.choices[0];
  const isOver = station.result && !station.state.view.closed;
  return html`${question(station, questionWords(decisions), (set ?? choices[0]?.option)?.clauses ?? [])}
    ${barredNote(station)}
    ${isOver ? shortOutcome(station) : nothing}
    ${forms.map((option) => openForm(station, option))}
    ${helpButtons(station, decisions)}
    <div class="choices answers ${choices.length > 2 ? "many" : ""}">
      ${choices.map((choice) => choiceButton(station, choice, isAdvised(choice, advised)))}
      ${set ? setButton(station, set) : nothing}
    </div>`;
}

/** Return the question in words. @param {Option[]} decisions */
const questionWords = (decisions) => decisions.map(({ act }) => QUESTIONS.get(act)).find(Boolean) ?? "Your decision";

/** Draw the question and the clock. @param {Station} station @param {string} title @param {string[]} clauses */
function question(station, title, clauses) {
  const clock = clockOf(station.state, station.position);
  return html`<div class="question">
    ${clock ? html`<hw-station-clock .live=${station.live} .clock=${clock}></hw-station-clock>` : nothing}
    <p><b>${title}</b><span class="soft">${clock ? `At 0:00 ${clock.words}.` : "Take your time."}${clock?.is_short ? " You let the last clock run out, so this one is short; any choice of yours brings the full time back." : ""} ${clauses.length ? clauseLink(clauses[clauses.length > 1 ? 1 : 0]) : nothing}</span></p>
  </div>`;
}

/** Say why an offer can only be passed. @param {Station} station */
function barredNote({ state, position }) {
  const barred = barredAt(state, position);
  return barred ? html`<p class="barred"><b>You can only pass.</b> ${barred.words} ${barred.clauses.length ? clauseLink(barred.clauses[0]) : nothing}</p>` : nothing;
}

/** Whether advice that was asked for names a choice: no other button stands out. @param {Choice} choice @param {import("./advice-box.js").AdvisedChoice} [advised] */
const isAdvised = ({ option, facts }, advised) => advised !== undefined && advisedChoice({ choices: [advised] }, option.act, { ...option.facts, ...facts }) !== null;

/** @param {Station} station @param {Choice} choice @param {boolean} primary */
function choiceButton(station, choice, primary) {
  const pending = station.commands.pending.has(choice.option.act);
  return html`<button class="act ${primary ? "go" : ""}" aria-busy=${pending} ?disabled=${pending} aria-keyshortcuts=${choice.key} @click=${() => station.decide(choice)}>
    <span>${choice.label}${choice.detail ? html`<small>${choice.detail}</small>` : nothing}</span>${choice.key ? html`<kbd aria-hidden="true">${choice.key.toUpperCase()}</kbd>` : nothing}
  </button>`;
}

/** Draw the buttons for advice: the house way, and at a practice table the value of each choice. @param {Station} station @param {Option[]} decisions */
function helpButtons(station, decisions) {
  if (!station.advising.mayBeAsked(decisions)) return nothing;
  if (!cardsAt(station.state, station.position).own.length) return nothing; // nobody can advise on cards that only the player sees
  return html`<div class="choices helps"><button class="act help" aria-keyshortcuts="h" aria-busy=${station.advising.asking === "house-way"} @click=${() => station.advising.ask("house-way")}><span>House way</span><kbd aria-hidden="true">H</kbd></button>
    ${station.state.settings?.practice ? html`<button class="act help" aria-keyshortcuts="e" aria-busy=${station.advising.asking === "expectation"} @click=${() => station.advising.ask("expectation")}><span>Worth</span><kbd aria-hidden="true">E</kbd></button>` : nothing}</div>`;
}

/** @param {Station} station @param {Option} option */
function setButton(station, option) {
  const { settings } = handAt(station.state, station.position) ?? {};
  const chosen = settingWith(settings, [...station.low]);
  const why = !chosen ? `choose ${lowSize(settings)} cards` : chosen.legal ? `low: ${chosen.low_words}` : `foul: ${chosen.foul}`;
  const pending = station.commands.pending.has(option.act);
  return html`<button class="act go" aria-keyshortcuts="Enter" aria-disabled=${!chosen} aria-busy=${pending} @click=${() => station.setHand()}><span>Set<small>${why}</small></span><kbd aria-hidden="true">Enter</kbd></button>`;
}

/** Draw what is shown between rounds: the last result, and buttons to repeat or clear the bets. @param {Station} station @param {import("../player/own-place.js").Spot[]} spots */
export function bettingPanel(station, spots) {
  const clock = clockOf(station.state, station.position);
  const betting = spots.some(({ add }) => add) && !station.ending;
  const staked = spots.reduce((sum, spot) => sum + spot.staked, 0);
  const again = station.sameBets(spots);
  return html`<div class="question">
      ${clock ? html`<hw-station-clock .live=${station.live} .clock=${clock}></hw-station-clock>` : nothing}
      ${station.result && !staked && !station.state.view.closed ? outcome(station) : html`<p><b>${betting ? (staked ? `${dollars(staked)} on the table` : "Make your wagers") : waitingWords(station)}</b><span class="soft">${clock ? `At 0:00 ${clock.words}.` : station.state.frozen ? "Your chips, wagers and cards stay as they are." : isLate(station, staked) ? "This round goes on without you. You can bet when it is over." : betting ? html`<span class="by-mouse">Click a ring, drag a chip, or press its number.</span><span class="by-touch">Tap a ring, or drag a chip onto it.</span>` : ""}</span></p>`}
    </div>
    ${betting ? chanceNote(station) : nothing}
    <div class="choices answers">
      ${station.result ? whyButton(station) : nothing}
      ${betting ? undoButtons(station, spots) : nothing}
      ${betting && mayDeal(station.state, station.position) ? html`<button class="act" aria-keyshortcuts="d" aria-busy=${station.dealing} @click=${() => station.dealNow()}><span>Deal now<small>you are alone here</small></span><kbd aria-hidden="true">D</kbd></button>` : nothing}
      ${again.length && !staked ? html`<button class="act go" aria-keyshortcuts="r" @click=${() => station.betAgain()}><span>Same bets again<small>${againWords(again)}</small></span><kbd aria-hidden="true">R</kbd></button>` : nothing}
    </div>`;
}

/** Draw the buttons that undo the last press, and take every wager back. @param {Station} station @param {import("../player/own-place.js").Spot[]} spots */
function undoButtons({ commands, position }, spots) {
  const clears = spots.some(({ staked, takeBack }) => staked && takeBack);
  const undoes = commands.canUndo(position);
  if (!clears && !undoes) return nothing;
  return html`<div class="choices pair">
    ${undoes ? html`<button class="act" aria-keyshortcuts="u" aria-busy=${commands.series !== null} @click=${() => commands.undo(position)}><span>Undo</span><kbd aria-hidden="true">U</kbd></button>` : nothing}
    ${clears ? html`<button class="act" aria-keyshortcuts="x" @click=${() => commands.clear(position)}><span>Clear</span><kbd aria-hidden="true">X</kbd></button>` : nothing}</div>`;
}

/** Whether a round is under way in which the player has no wager: he came late, or sat it out. @param {Station} station @param {number} staked */
const isLate = ({ state, ending }, staked) => Boolean(state.view?.closed) && !staked && !ending;

/** Say before a wager on whom the cards depend. @param {Station} station */
function chanceNote({ live }) {
  const { words, warns } = chanceWords(live) ?? { words: "", warns: false };
  return words ? html`<p class="chance-note ${warns ? "warns" : "soft"}">${words}</p>` : nothing;
}

/** @param {Station} station */
const whyButton = (station) => html`<button class="act" aria-keyshortcuts="w" @click=${() => station.openWhy()}><span>Why</span><kbd aria-hidden="true">W</kbd></button>`;

/** @param {[import("../player/own-place.js").Spot, number][]} bets */
function againWords(bets) {
  const total = dollars(bets.reduce((sum, [, cents]) => sum + cents, 0));
  return bets.length === 1 ? `${bets[0][0].title} ${total}` : `${bets.length} wagers, ${total} in all`;
}

/** @param {Station} station */
function waitingWords({ state, ending }) {
  const { view, names, due, frozen } = state;
  if (ending) return `Settling round ${ending.round}`;
  if (frozen) return "The table has stopped";
  if (view?.turn) return `${shortName(names?.[asMap(view.seats).get(view.turn)])} decides`;
  if (view?.closed) return "The round is under way";
  return due ? dueWords(due) : "The table waits";
}

/** Draw the result of the last round in one line. @param {Station} station */
const shortOutcome = (station) => (station.result ? html`<p class="soft short-outcome">Round ${station.result.round}: <b>${outcomeWords(station.result, dollars)}</b> <button class="as-link" aria-keyshortcuts="w" @click=${() => station.openWhy()}>Why</button></p>` : nothing);

/** @param {Station} station */
function outcome({ result, live, lookingBack }) {
  if (!result) return nothing;
  const name = `${live?.table}-round-${result.round}-receipt.json`;
  return html`<p class="outcome"><b class=${result.net > 0 ? "won" : ""}>${outcomeWords(result, dollars)}</b>
    <span class="soft">Round ${result.round}: staked ${dollars(result.staked)}, returned ${dollars(result.returned)}. <a href="/api/tables/${live?.table}/rounds/${result.round}/receipt" download=${name}>Receipt</a></span>
    ${lookingBack.line ? html`<span class="soft looking-back">${lookingBack.line}</span>` : nothing}</p>`;
}
