/** The table at one moment of a recorded round: drawn on the printed layout, and as a list of seats on a phone. */
import { html, nothing } from "../../vendor/lit/index.js";
import { dollars } from "../lib/format.js";
import { styled } from "../lib/styled.js";
import { cardButton } from "../parts/cards.js";
import { drawnStart } from "../parts/dice.js";
import { bounds } from "../table/felt/geometry.js";
import { cardGroups, cards, resultPill, wagers } from "../table/felt/pieces.js";
import { plaques, shortName } from "../table/felt/seats.js";

/**
 * @typedef {import("../table/felt/shown-round.js").ShownRound} ShownRound
 * @typedef {{layout: import("../table/felt/geometry.js").Layout, printed: unknown, shown: ShownRound, recording: import("./recording.js").Recording,
 *   balances: Map<string, number>, own: number | null, drawn: {dice: number[], number: number | null}, goTo: (key: string, index: number) => void}} Stage
 */

/** @param {Stage} stage */
export function tableDrawing(stage) {
  const { layout, shown, recording } = stage;
  const { width, height } = bounds(layout);
  return html`<section class="felt" aria-label="The table at this event" ${styled({ "--felt-w": width, "--felt-h": height })} @keydown=${moveAmongCards}>
    ${stage.printed}
    <div class="pieces">${wagers(layout, shown, recording.replay.wagers)}${cards(layout, shown, drawCard(stage))}</div>
    ${drawnStart(drawnIn(stage))}
    ${plaques(seatsOf(stage))}
  </section>`;
}

/** What dice or a number showed, and where the deal began by it. @param {Stage} stage */
const drawnIn = ({ drawn, shown }) => (drawn.dice.length || drawn.number !== null ? { ...drawn, start: shown.start } : {});

/** Draw cards as buttons: Tab reaches the first, the arrow keys up and down reach the others. @param {Stage} stage */
function drawCard(stage) {
  let cardsBefore = 0;
  return (/** @type {string} */ code, /** @type {string} */ classes, /** @type {string} */ key, /** @type {number} */ place) =>
    cardButton(code, classes, { label: "Go to the event that put it there", tabindex: cardsBefore++ ? -1 : 0, press: () => stage.goTo(key, place) });
}

/** @param {KeyboardEvent} event */
function moveAmongCards(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const cards = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button.card")];
  const at = cards.indexOf(/** @type {Element} */ (event.target));
  if (!step || at < 0) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (cards[(at + step + cards.length) % cards.length]).focus();
}

/** Return the data of the names on the rail. @param {Stage} stage */
function seatsOf({ layout, shown, recording: { replay }, balances, own }) {
  const chips = [...balances].filter(([account]) => account.startsWith("player:")).map(([account, cents]) => [account.slice("player:".length), { cents }]);
  const state = { table: { positions: replay.positions }, names: replay.names, chips: { table: chips } };
  return { layout, shown, state, clocks: [], mine: own === null ? [] : [own], live: null, mayTake: () => false, isAsked: () => false };
}

/** The same for a phone. @param {Stage} stage */
export function seatList(stage) {
  const { shown, recording: { replay } } = stage;
  const { dice, number } = stage.drawn;
  const seats = replay.positions.filter((position) => shown.seats.has(position) || shown.dealt.has(position));
  return html`<ul class="seat-list" aria-label="The table at this event">
    ${dice.length || number !== null ? html`<li>${drawnStart(drawnIn(stage))}</li>` : nothing}
    ${shown.dealt.has(0) || shown.cards.has(0) ? place(stage, 0, "Dealer") : nothing}
    ${shown.dealt.has("board") ? common(stage, "board", "Board") : nothing}
    ${shown.dealt.has("box") ? common(stage, "box", "Box") : nothing}
    ${seats.map((position) => place(stage, position, replay.names[shown.seats.get(position) ?? ""]))}
    ${seats.length || shown.dealt.size ? nothing : html`<li><p><span>Nobody sits at the table yet, and no card lies on it.</span></p></li>`}
  </ul>`;
}

/** @param {Stage} stage @param {number} position @param {string} [name] */
function place(stage, position, name) {
  const { shown, balances } = stage;
  return html`<li class=${stage.own === position ? "own" : ""}>
    <p><b>${position ? `${position}, ${shortName(name)}` : name}</b>${position ? html`<span>${dollars(balances.get(`player:${shown.seats.get(position)}`) ?? 0)}</span>` : nothing}</p>
    ${cardButtons(stage, [`${position}`, `${position} low`])}
    ${position ? stakes(stage, position) : nothing}
  </li>`;
}

/** @param {Stage} stage @param {"board" | "box"} where @param {string} name */
const common = (stage, where, name) => html`<li><p><b>${name}</b></p>${cardButtons(stage, [where])}</li>`;

/** The cards of a place. @param {Stage} stage @param {string[]} keys its groups of cards, as the felt names them */
function cardButtons(stage, keys) {
  const groups = [...cardGroups(stage.layout, stage.shown)].filter(({ key }) => keys.includes(key));
  if (!groups.length) return nothing;
  const draw = drawCard(stage);
  return html`<div class="as-cards" @keydown=${moveAmongCards}>${groups.map(({ key, codes, under = [] }) =>
    html`<span class="group">${codes.map((code, place) => draw(code || (under[place] ?? ""), !code && under[place] ? "mini down" : "mini", key, place))}</span>`)}</div>`;
}

/** @param {Stage} stage @param {number} position */
function stakes({ shown, recording: { replay } }, position) {
  const wagered = [...(shown.stakes.get(position) ?? [])];
  if (!wagered.length) return nothing;
  return html`<ul class="stakes">${wagered.map(([wager, cents]) => {
    const result = shown.results.get(`${position} ${wager}`);
    return html`<li><span>${replay.wagers[wager.split(":")[0]] ?? wager}</span><b>${dollars(cents)}</b>${result ? resultPill(result) : nothing}</li>`;
  })}</ul>`;
}
