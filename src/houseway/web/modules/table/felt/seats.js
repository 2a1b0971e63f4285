/** The people around the table: names on the rail, what they do, free seats, and tiles in a row on a phone. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { dollars, signedDollars } from "../../lib/format.js";
import { asMap, centsOf } from "../../lib/facts.js";
import { envyMark } from "../../parts/envy.js";
import { styled } from "../../lib/styled.js";
import { seatArea } from "./geometry.js";
import { at } from "./pieces.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./shown-round.js").ShownRound} ShownRound */
/** @typedef {{words: string, tone?: string}} SeatState */

const PROGRAM = / \(program\)$/;
const DECIDED = new Map([["check", "Checked"], ["play", "Plays"], ["fold", "Folded"]]);
const WAITED_FOR = new Map([["setting", "Setting"], ["decision", "Deciding"], ["bank-offer", "Bank offered"], ["exposed-card", "Choosing"], ["surrender", "May surrender"]]);

/** Return what the player at a position does or has done. @param {any} felt the felt's element @param {number} position @returns {SeatState} */
function seatState({ shown, clocks, isAsked }, position) {
  const envy = shown.envyPaid.get(position);
  if (envy) return { words: `Envy ${signedDollars(envy)}`, tone: "ok" };
  const clock = clocks.find((/** @type {any} */ each) => each.position === position);
  if (clock) return { words: WAITED_FOR.get(clock.what) ?? "To act", tone: "acting" };
  if (shown.bankOffered === position) return { words: "Bank offered", tone: "acting" };
  if (isAsked(position)) return { words: "To act", tone: "acting" };
  const decided = shown.decided.get(position)?.at(-1);
  const net = netOf(position, shown);
  if (net !== null) return { words: `${decided === "fold" ? "Folded, " : ""}${signedDollars(net)}`, tone: net > 0 ? "ok" : net < 0 ? "neg" : "" };
  if (decided) return { words: DECIDED.get(decided) ?? decided, tone: decided === "fold" ? "neg" : "ok" };
  if (shown.set.has(position)) return { words: "Set", tone: "ok" };
  if (shown.bank === position) return { words: "Has the bank" };
  if (shown.closed) return { words: shown.stakes.get(position)?.size ? "In play" : "Sits out" };
  return { words: shown.stakes.get(position)?.size ? "Has bet" : "No bet yet" };
}

/** Return what the settled wagers of a position came to, once none of its chips lies there; null before. @param {number} position @param {ShownRound} shown @returns {number | null} */
function netOf(position, shown) {
  const settled = [...shown.results].filter(([key]) => key.startsWith(`${position} `));
  if (!settled.length || shown.stakes.get(position)?.size) return null;
  return settled.reduce((sum, [, { cents }]) => sum + cents, 0);
}

/** Return a program player's name without the word that marks it; the title has the whole name. @param {string} [name] */
export const shortName = (name = "Somebody") => name.replace(PROGRAM, "");

/** Name, chips and state of each seat on the rail. @param {any} felt the felt's element */
export function plaques(felt) {
  const { layout, shown, state } = felt;
  return state.table.positions.map((/** @type {number} */ position) => {
    const place = seatArea(layout, position);
    if (!place) return nothing;
    const side = place.x < layout.table.x - 300 ? "on-left" : place.x > layout.table.x + 300 ? "on-right" : "";
    const lower = place.y > layout.table.y + layout.table.radius / 2 ? "lower" : "";
    return html`<div class="placed seat ${side} ${lower}" ${at(layout, { x: place.x, y: place.y })} data-seat=${position}>
      ${shown.seats.has(position) ? plaque(felt, position) : freeSeat(felt, position)}
    </div>`;
  });
}

/** @param {any} felt @param {number} position */
function plaque(felt, position) {
  const { shown, state, mine, live, clocks } = felt;
  const player = shown.seats.get(position) ?? "";
  const { words, tone } = seatState(felt, position);
  return html`<div class="plaque ${mine.includes(position) ? "own-seat" : ""} ${tone ?? ""}">
    ${seatNumber(position, clocks, live)}
    <b title=${state.names[player] ?? ""}>${mine.includes(position) ? "You" : shortName(state.names[player])}${PROGRAM.test(state.names[player]) ? html`<span class="vh"> (program)</span>` : nothing}</b>
    <span class="seat-chips">${dollars(centsOf(asMap(state.chips).get(player)))}</span>
    <span class="seat-state">${words}${shown.mayEarnEnvy.has(position) ? envyMark() : nothing}</span>
    ${markers(position, shown)}
  </div>`;
}

/** Draw the number of a position in a ring that shows the time left. @param {number} position @param {any[]} clocks @param {any} live */
function seatNumber(position, clocks, live) {
  const clock = clocks.find((each) => each.position === position);
  if (!clock) return html`<span class="seat-number">${position}</span>`;
  return html`<span class="seat-number timed" data-begins=${clock.begins_at} data-ends=${clock.ends_at} ${styled({ "--left": percentLeft(clock.begins_at, clock.ends_at, live.now()) })}>${position}</span>`;
}

/** @param {number} begins @param {number} ends @param {number} now */
const percentLeft = (begins, ends, now) => Math.max(0, Math.min(100, Math.round((100 * (ends - now)) / (ends - begins))));

/** Update the rings once a second, without drawing anything else. @param {Element} felt @param {number} now */
export function tickRings(felt, now) {
  for (const ring of /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".timed"))) {
    ring.style.setProperty("--left", String(percentLeft(Number(ring.dataset.begins), Number(ring.dataset.ends), now)));
  }
}

/** @param {number} position @param {ShownRound} shown */
function markers(position, shown) {
  if (shown.bank === position) return html`<span class="marker" role="img" aria-label="has the bank" title="Has the bank">B</span>`;
  if (shown.start === position) return html`<span class="marker button" role="img" aria-label="gets the first card" title="Gets the first card">1st</span>`;
  return nothing;
}

/** @param {any} felt @param {number} position */
function freeSeat(felt, position) {
  if (!felt.mayTake(position)) return html`<span class="free"><span class="seat-number">${position}</span>${felt.state.table.open === false ? "Empty" : "Free"}</span>`;
  return html`<button class="sit" ?disabled=${felt.live.pending} @click=${() => felt.sit(position)}><span class="seat-number">${position}</span>Sit here</button>`;
}

/** The dealer and the other seats as tiles, for a phone. @param {any} felt */
export function tiles(felt) {
  const { state, mine } = felt;
  const others = state.table.positions.filter((/** @type {number} */ position) => !mine.includes(position));
  return html`<ul class="tiles" aria-label="The other seats">
    <li class="tile dealer"><b>Dealer</b><span>${felt.dealerWords()}</span></li>
    ${others.map((/** @type {number} */ position) => html`<li class="tile" data-tile=${position}>${felt.shown.seats.has(position) ? tile(felt, position) : freeSeat(felt, position)}</li>`)}
  </ul>`;
}

/** @param {any} felt @param {number} position */
export function tile(felt, position) {
  const { shown, state, live, clocks } = felt;
  const { words, tone } = seatState(felt, position);
  const stakes = [...(shown.stakes.get(position) ?? new Map()).values()].reduce((sum, amount) => sum + amount, 0);
  const name = state.names[shown.seats.get(position) ?? ""];
  return html`${seatNumber(position, clocks, live)}<b title=${name ?? ""}>${shortName(name)}</b>
    <span class="bet">${stakes ? dollars(stakes) : "–"}</span><span class="seat-state ${tone ?? ""}">${words}${shown.mayEarnEnvy.has(position) ? envyMark() : nothing}</span>${markers(position, shown)}`;
}
