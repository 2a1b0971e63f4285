/** The table at one moment of a recorded round: drawn on the printed layout, and as a list of seats on a phone. */
import { html, nothing } from "../../vendor/lit/index.js";
import { dollars } from "../lib/format.js";
import { styled } from "../lib/styled.js";
import { cardFace } from "../parts/cards.js";
import { bounds } from "../table/felt/geometry.js";
import { cards, resultPill, wagers } from "../table/felt/pieces.js";
import { plaques, shortName } from "../table/felt/seats.js";

/**
 * @typedef {import("../table/felt/shown-round.js").ShownRound} ShownRound
 * @typedef {{layout: import("../table/felt/geometry.js").Layout, printed: unknown, shown: ShownRound, recording: import("./recording.js").Recording,
 *   balances: Map<string, number>, own: number | null, goTo: (where: number | string) => void}} Stage
 */

/** @param {Stage} stage */
export function tableDrawing(stage) {
  const { layout, shown, recording } = stage;
  const { width, height } = bounds(layout);
  return html`<section class="felt" aria-label="The table at this event" ${styled({ "--felt-w": width, "--felt-h": height })} @click=${(/** @type {MouseEvent} */ event) => goToCards(event, stage)}>
    ${stage.printed}
    <div class="pieces">${wagers(layout, shown, recording.replay.wagers)}${cards(layout, shown)}</div>
    ${plaques(seatsOf(stage))}
  </section>`;
}

/** What the names on the rail are drawn from. @param {Stage} stage */
function seatsOf({ layout, shown, recording: { replay }, balances, own }) {
  const chips = [...balances].filter(([account]) => account.startsWith("player:")).map(([account, cents]) => [account.slice("player:".length), { cents }]);
  const state = { table: { positions: replay.positions }, names: replay.names, chips: { table: chips } };
  return { layout, shown, state, clocks: [], mine: own === null ? [] : [own], live: null, mayTake: () => false };
}

/** @param {MouseEvent} event @param {Stage} stage */
function goToCards(event, stage) {
  const cards = /** @type {HTMLElement} */ (event.target).closest("[data-cards]");
  if (!cards) return;
  const where = (/** @type {HTMLElement} */ (cards).dataset.cards ?? "").replace(" low", "");
  stage.goTo(/^\d+$/.test(where) ? Number(where) : where);
}

/** The same for a phone. @param {Stage} stage */
export function seatList(stage) {
  const { shown, recording: { replay } } = stage;
  const seats = replay.positions.filter((position) => shown.seats.has(position) || shown.dealt.has(position));
  return html`<ul class="seat-list" aria-label="The table at this event">
    ${shown.dealt.has(0) || shown.cards.has(0) ? place(stage, 0, "Dealer") : nothing}
    ${shown.dealt.has("board") ? common(stage, "board", "Board") : nothing}
    ${shown.dealt.has("box") ? common(stage, "box", "Box") : nothing}
    ${seats.map((position) => place(stage, position, replay.names[shown.seats.get(position) ?? ""]))}
  </ul>`;
}

/** @param {Stage} stage @param {number} position @param {string} [name] */
function place(stage, position, name) {
  const { shown, balances } = stage;
  const set = shown.hands.get(position) ?? shown.underHands?.get(position);
  const known = set ? [...set.high, ...set.low] : shown.cards.get(position) ?? [];
  return html`<li class=${stage.own === position ? "own" : ""}>
    <p><b>${position ? `${position}, ${shortName(name)}` : name}</b>${position ? html`<span>${dollars(balances.get(`player:${shown.seats.get(position)}`) ?? 0)}</span>` : nothing}</p>
    ${cardButton(stage, position, known, shown.under?.get(position) ?? [], shown.dealt.get(position) ?? 0)}
    ${position ? stakes(stage, position) : nothing}
  </li>`;
}

/** @param {Stage} stage @param {"board" | "box"} where @param {string} name */
const common = (stage, where, name) => html`<li><p><b>${name}</b></p>${cardButton(stage, where, stage.shown[where], stage.shown.under?.get(where) ?? [], stage.shown.dealt.get(where) ?? 0)}</li>`;

/** @param {Stage} stage @param {number | string} where @param {string[]} known @param {string[]} under @param {number} count */
function cardButton(stage, where, known, under, count) {
  const shown = Array.from({ length: Math.max(count, known.length) }, (_, place) => ({ code: known[place] ?? under[place] ?? "", down: !known[place] && under[place] }));
  if (!shown.length) return nothing;
  return html`<button class="as-cards" aria-label="Go to the event that dealt these cards" @click=${() => stage.goTo(where)}>${shown.map(({ code, down }) => cardFace(code, down ? "mini down" : "mini"))}</button>`;
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
