/** The player's own place at the table: seat, wagers, cards, decisions, and results with reasons. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { announce } from "../../lib/announcer.js";
import { send } from "../../lib/api.js";
import { asMap, card, centsOf } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";
import { KeyListener } from "../../lib/key-listener.js";
import { cardName } from "../../parts/cards.js";
import { playersRefusal } from "../../parts/clauses.js";
import { Advising } from "./advising.js";
import { LookingBack } from "./looking-back.js";
import { ChipDrag } from "./chip-drag.js";
import { Coaching } from "../player/coaching.js";
import { Commanding } from "../player/commanding.js";
import { LastBets } from "../player/last-bets.js";
import { Sounds } from "../player/sounds.js";
import { LiveElement } from "../live-element.js";
import { asideAt, askedPosition, cardsAt, decisionsAt, handAt, lowSize, ownPositions, settingWith, spotsAt } from "../player/own-place.js";
import { outcomeWords, readResult } from "../player/round-results.js";
import { explainedStep } from "./coach.js";
import { askedWords, bettingPanel, decisionPanel, settingOption } from "./decisions.js";
import { adviceBox, secondThought } from "./advice-box.js";
import { ownCards } from "./own-cards.js";
import { pressKey } from "./keys.js";
import { rememberGame } from "./newcomer.js";
import { buyChips, chooseSeat, seatMenu } from "./seat-and-chips.js";
import { chipTray, CHIPS, wagerList } from "./wagers.js";
import "./clock.js";

/** @typedef {import("../player/own-place.js").Option} Option @typedef {import("../player/own-place.js").Spot} Spot @typedef {import("../player/own-place.js").Choice} Choice */

export class Station extends LiveElement {
  static properties = {
    ...LiveElement.properties,
    position: { state: true },
    chip: { state: true },
    low: { state: true },
    result: { state: true },
    tips: { state: true },
    dealing: { state: true },
    practiceTable: { state: true },
  };

  constructor() {
    super();
    this.position = 0;
    this.chip = CHIPS[2];
    /** The cards that are chosen for the low hand. @type {Set<string>} */
    this.low = new Set();
    /** @type {import("../player/round-results.js").RoundResult | null} */
    this.result = null;
    /** Each wager in a sentence, once somebody has looked at one. @type {Record<string, string> | null} */
    this.tips = null;
    /** The table to which newcomers to this game are sent; "" if there is none, null before it was looked for. @type {string | null} */
    this.practiceTable = null;
    /** Whether the player has just asked for the cards. */
    this.dealing = false;
    this.commands = new Commanding(() => this.live, () => this.requestUpdate());
    this.advising = new Advising(this);
    this.lookingBack = new LookingBack(this);
    this.sounds = new Sounds();
    this.coaching = new Coaching(() => this.state, () => this.requestUpdate());
    this.drag = new ChipDrag(this, (place) => this.wagerAt(place), (key, cents) => this.dropChip(key, cents));
    /** @type {LastBets | null} */
    this.last = null;
    this.round = 0;
    /** The cards, hand and question that were said last. */
    this.said = { cards: "", hand: "", question: "" };
    /** The round and the cards that the player was told of: he knows them when they are turned over. */
    this.toldCards = "";
    /** Whether the result of the last round is on its way. It is said before the next question. */
    this.isReading = false;
    /** The player's hand, and the ways in which it could be set, from the deal until the next one. @type {ReturnType<typeof handAt>} */
    this.hand = null;
    /** @type {import("../player/own-place.js").Setting[]} */
    this.settings = [];
    /** The seat that he lost without leaving; 0 if none. */
    this.lostSeat = 0;
    /** Whether the table did not wait for him. He may also have left in another window. */
    this.wasAbsent = false;
    /** The warning that was shown last. @type {Advising["doubt"]} */
    this.doubted = null;
    this.keys = new KeyListener(this, (event) => pressKey(this, event));
  }

  /** @param {import("../../lib/live-table.js").TableEvent[]} events */
  tableChanged(events) {
    super.tableChanged(events);
    const { state } = this;
    if (!state.view || !this.live) return;
    if (this.live.connection === "live" && this.commands.refused?.refusal.code === "connection.lost") this.commands.dismiss();
    this.commands.dismissIdle(state.view.closed);
    this.last ??= new LastBets(this.live.table);
    const positions = ownPositions(state);
    this.sounds.hear(events, positions);
    const asked = askedPosition(state);
    if (positions.length) this.lostSeat = 0;
    else if (this.position && !this.commands.leaves) this.loseSeat(events);
    if (!positions.includes(this.position) || decisionsAt(state, asked).length) this.position = asked;
    this.advising.look();
    this.last.follow(state, this.position);
    if (state.view.round !== this.round) this.beginRound(state.view.round);
    this.sayWhatIsNew(state);
  }

  /** @param {import("../../lib/live-table.js").TableEvent[]} events */
  loseSeat(events) {
    this.lostSeat = this.position;
    this.wasAbsent = events.some(({ kind, stand_in }) => kind === "player-got-up" && stand_in);
    announce(`You no longer sit at position ${this.lostSeat}. Your chips are back on your account.`);
  }

  /** Called when a new round has begun: fetch the result of the last one. @param {number} round */
  async beginRound(round) {
    const before = this.round;
    this.round = round;
    this.low = new Set();
    this.result = null;
    this.advising.drop();
    if (round < 2 || !this.position) return;
    this.isReading = true;
    const result = await readResult(this.live?.table ?? "", round - 1, asMap(this.state.view.seats).get(this.position)).catch(() => null);
    if (this.round !== round) return;
    this.isReading = false;
    if (result && before) announce(`Round ${result.round}: ${outcomeWords(result, dollars)}. Staked ${dollars(result.staked)}, returned ${dollars(result.returned)}.`);
    this.sayWhatIsNew(this.state);
    await this.playback?.settled();
    if (this.round !== round) return;
    if (result) {
      import("./why.js"); // loaded before the player asks for it
      rememberGame(this);
    }
    this.result = result;
    if (result && before) this.sounds.hearResult(result);
    this.lookingBack.look();
  }

  /** Announce new cards, what they make now, and a new question, each once. @param {Record<string, any>} state */
  sayWhatIsNew(state) {
    if (this.isReading) return;
    const { own } = cardsAt(state, this.position);
    const decisions = this.position ? decisionsAt(state, this.position) : [];
    const held = handAt(state, this.position);
    const hand = held?.words ?? "";
    if (hand) this.hand = held;
    this.settings = held?.settings ?? this.settings;
    const now = {
      cards: own.length ? `Your cards: ${own.map(cardName).join(", ")}.` : "",
      hand: hand ? `You hold ${hand}.` : "",
      question: decisions.length ? askedWords(decisions) : "",
    };
    const cards = [this.round, ...own.toSorted()].join(" ");
    /** @param {keyof typeof now} part */
    const isNew = (part) => now[part] && now[part] !== this.said[part] && (part !== "cards" || cards !== this.toldCards);
    const parts = /** @type {(keyof typeof now)[]} */ (Object.keys(now)).filter(isNew);
    if (own.length) this.toldCards = cards;
    this.said = now;
    if (parts.includes("question")) this.sounds.play("turn");
    if (parts.length) announce(parts.map((part) => now[part]).join(" "));
  }

  /** The round that is over and still being shown, until its result is there. */
  get ending() {
    const shown = this.playback?.shown;
    return shown && !this.result && shown.round < this.round ? shown : null;
  }

  // What the player does

  /** @param {Option} option @param {Record<string, any>} facts @param {string} words */
  take(option, facts, words) {
    return this.commands.send(option, facts, option.act, words);
  }

  /** Give up the seat. @param {Option} option @param {() => void} then what follows */
  leave(option, then) {
    return this.commands.send(option, {}, option.act, option.words, then);
  }

  /** @param {number} cents */
  chooseChip(cents) {
    this.chip = cents;
    announce(`${dollars(cents)} chip`);
  }

  /** Return the player's own open wager at a place of the page; "" for none. @param {Element} place */
  wagerAt(place) {
    const [position, wager] = (place.getAttribute("data-spot") ?? place.getAttribute("data-print"))?.split(" ") ?? [this.position, place.getAttribute("data-wager")];
    const spot = Number(position) === this.position ? spotsAt(this.state, this.position).find(({ key }) => key === wager) : null;
    return spot?.add ? spot.key : "";
  }

  /** Bet with the chosen chip on a wager of the felt. @param {Element} place */
  betOn(place) {
    const key = this.wagerAt(place);
    if (key) this.dropChip(key, this.chip);
  }

  /** @param {string} key @param {number} cents */
  dropChip(key, cents) {
    this.chip = cents;
    const spot = spotsAt(this.state, this.position).find((each) => each.key === key);
    if (spot) this.commands.bet(spot, cents);
  }

  /** Carry out a choice, after a warning if one is due. @param {Choice} choice */
  decide({ option, facts, label }) {
    return this.advising.afterDoubt(option, { ...option.facts, ...facts }, () => this.take(option, facts, label));
  }

  /** @param {string} code */
  toggleLow(code) {
    this.commands.dismiss();
    const low = new Set(this.low);
    const { settings } = handAt(this.state, this.position) ?? {};
    if (!low.delete(code)) low.add(code);
    if (low.size > lowSize(settings)) low.delete([...low][0]);
    this.low = low;
    const chosen = settingWith(settings, [...low]);
    announce(chosen ? `Low: ${chosen.low_words}. High: ${chosen.high_words}.${chosen.foul ? ` Foul: ${chosen.foul}.` : ""}` : `${cardName(code)} ${low.has(code) ? "to the low hand" : "back"}`);
  }

  /** @param {KeyboardEvent} event */
  setOnEnter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    this.setHand();
  }

  setHand() {
    const option = settingOption(decisionsAt(this.state, this.position));
    const size = lowSize(handAt(this.state, this.position)?.settings);
    const low = [...this.low].map(card);
    if (!option || low.length !== size) return announce(`Choose ${size} cards for the low hand.`);
    return this.advising.afterDoubt(option, { ...option.facts, low }, () => this.take(option, { low }, "setting your hands"));
  }

  /** @param {Spot[]} spots @returns {[Spot, number][]} */
  sameBets(spots) {
    const before = this.last?.bets ?? {};
    if (!spots.some(({ add }) => add)) return [];
    const again = spots.filter(({ key }) => before[key]);
    return again[0]?.add ? again.map((spot) => [spot, before[spot.key]]) : []; // the others follow the first, which a bank may not make
  }

  betAgain() {
    return this.commands.repeat(this.position, this.last);
  }

  /** @param {string} [wager] */
  async openWhy(wager) {
    await import("./why.js");
    const why = /** @type {any} */ (this.querySelector("hw-why"));
    if (wager) why?.choose(wager);
    why?.open();
  }

  /** Have the cards dealt now, as the only player. */
  async dealNow() {
    if (this.dealing || !this.live) return;
    this.dealing = true;
    try {
      await send("POST", `/api/tables/${encodeURIComponent(this.live.table)}/deal`);
    } catch (error) {
      this.commands.refuse("dealing now", error);
    } finally {
      this.dealing = false;
    }
  }

  // How it is drawn

  render() {
    const { state } = this;
    if (!state.view) return nothing;
    const name = state.names?.[asMap(state.view.seats).get(this.position)] ?? "You";
    return html`<section class="station on-felt" tabindex="-1" aria-label=${this.position ? `Your place, position ${this.position}` : "A place for you"}>
      ${explainedStep(this)}${this.position ? this.place(name) : chooseSeat(this)}
      ${this.toast()}
      <hw-why .result=${this.result} .book=${state.table?.book ?? ""} @closed=${() => this.focusPlace()}></hw-why>
    </section>`;
  }

  /** @param {string} name */
  place(name) {
    const { state, position } = this;
    const spots = spotsAt(state, position);
    const decisions = decisionsAt(state, position);
    const chips = centsOf(asMap(state.chips).get(asMap(state.view.seats).get(position)));
    const betting = spots.some(({ add }) => add);
    const poor = !chips && !spots.some(({ staked }) => staked) && !this.ending;
    return html`<div class="own-wagers">
        <header><h2>${name}, position&nbsp;${position}</h2>${betting || !state.view.closed ? nothing : html`<span class="locked soft">${spots.some(({ staked }) => staked) ? "No more bets" : "From the next round"}</span>`}${this.otherPositions()}<b>${dollars(chips)}</b></header>
        ${wagerList(this, spots)}
      </div>
      <div class="own-hand">${ownCards(this)}${poor ? buyChips(this, true) : nothing}${betting ? chipTray(this) : nothing}${adviceBox(this)}</div>
      <div class="own-acts">
        ${decisions.length ? decisionPanel(this, decisions) : bettingPanel(this, spots)}
        <footer>${seatMenu(this, asideAt(state, position))}<hw-floor-call .table=${this.live?.table ?? ""}></hw-floor-call></footer>
      </div>`;
  }

  /** Draw the buttons by which a player with two areas goes from one to the other. */
  otherPositions() {
    const others = ownPositions(this.state).filter((position) => position !== this.position);
    return others.map((position) => html`<button class="as-link" @click=${() => (this.position = position)}>Go to position&nbsp;${position}</button>`);
  }

  toast() {
    const { refused, doubted } = this.commands;
    if (this.live?.connection === "ended") return nothing;
    if (doubted) return secondThought(this, doubted);
    if (!refused) return nothing;
    return html`<div class="toast"><p class="what">${refused.verdict}: ${refused.words}</p>${playersRefusal(refused.refusal, "group")}<button class="close" aria-label="Close" @click=${() => this.commands.dismiss()}>×</button></div>`;
  }

  focusPlace() {
    /** @type {HTMLElement | null} */ (this.querySelector(".station"))?.focus({ preventScroll: true });
  }

  /** Load what only somebody with a seat needs. */
  firstUpdated() {
    import("../player/floor-call.js");
  }

  /** If the focused element is gone, focus the place itself, so that keys still work. A new warning takes the focus. */
  updated() {
    if (this.hadFocus && document.activeElement === document.body) this.focusPlace();
    if (this.advising.doubt && this.advising.doubt !== this.doubted) /** @type {HTMLElement | null} */ (this.querySelector(".warning .go"))?.focus();
    this.doubted = this.advising.doubt;
    this.hadFocus = this.contains(document.activeElement);
  }
}
customElements.define("hw-station", Station);
