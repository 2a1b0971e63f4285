/** The seats with their chips, cards, wagers and results, and the cards on the layout. */
import { html, nothing } from "../../vendor/lit/index.js";
import { asMap, cardOf, centsOf } from "../lib/facts.js";
import { dollars, signedDollars } from "../lib/format.js";
import { styled } from "../lib/styled.js";
import { cardFace } from "../parts/cards.js";

const MOST_COLUMNS = 3;
const RESULTS = new Map([["win", "won"], ["lose", "lost"], ["tie", "push"], ["void", "void"]]);

/** @param {import("./staff-element.js").StaffElement} desk */
export function seatsPanel(desk) {
  const { view, table } = desk.state;
  const stakes = asMap(view.stakes);
  const seats = asMap(view.seats);
  const staked = [...stakes.values()].flatMap((wagers) => [...asMap(wagers).values()]).reduce((sum, amount) => sum + centsOf(amount), 0);
  const placed = [...new Set([...stakes.values()].flatMap((wagers) => [...asMap(wagers).keys()]))];
  const columns = Object.keys(table.wagers).filter((wager) => placed.includes(wager)).concat(placed.filter((wager) => !(wager in table.wagers)));
  const free = table.positions.filter((/** @type {number} */ position) => !seats.has(position));
  return html`<section class="panel glance"><header><h2>Seats and wagers</h2><span class="soft small">${view.void ? "the round is void" : `${dollars(staked)} staked`} · ${seats.size} of ${table.positions.length} seats</span></header>
    ${layoutCards(desk)}
    <table class="seat-table"><thead><tr><th>Seat</th><th class="n">Chips</th><th>Cards</th>
      ${columns.slice(0, MOST_COLUMNS).map((wager) => html`<th class="n">${desk.words.value("wager", wager)}</th>`)}${columns.length > MOST_COLUMNS ? html`<th class="n">Other wagers</th>` : nothing}<th>Said</th></tr></thead>
      <tbody>${[...seats.keys()].sort((one, other) => one - other).map((position) => seatRow(desk, position, columns))}
        ${free.length ? html`<tr class="free"><td colspan="9" class="soft">${seatList(free)} free</td></tr>` : nothing}</tbody></table>
  </section>`;
}

/** @param {number[]} positions */
const seatList = (positions) => (positions.length === 1 ? `Seat ${positions[0]} is` : `Seats ${positions.slice(0, -1).join(", ")} and ${positions.at(-1)} are`);

/** @param {import("./staff-element.js").StaffElement} desk @param {number} position @param {string[]} columns */
function seatRow(desk, position, columns) {
  const { view, chips } = desk.state;
  const wagers = asMap(asMap(view.stakes).get(position));
  const player = asMap(view.seats).get(position);
  const others = columns.slice(MOST_COLUMNS).filter((wager) => wagers.has(wager));
  return html`<tr aria-current=${view.turn === position ? "true" : nothing}>
    <td class="t" data-l="Seat"><span class="seat-number">${position}</span><b>${desk.words.player(position)}</b></td>
    <td class="n" data-l="Chips">${dollars(centsOf(asMap(chips).get(player)))}</td>
    <td data-l="Cards" class="cards-cell">${cardsAt(desk, position, 20)}</td>
    ${columns.slice(0, MOST_COLUMNS).map((wager) => html`<td class="n" data-l=${desk.words.value("wager", wager)}>${wagers.has(wager) ? stake(desk, position, wager, centsOf(wagers.get(wager))) : html`<span class="soft">none</span>`}</td>`)}
    ${columns.length > MOST_COLUMNS ? html`<td class="n" data-l="Other wagers">${others.length ? others.map((wager) => html`<span class="stake"><span class="soft small">${desk.words.value("wager", wager)}</span> ${stake(desk, position, wager, centsOf(wagers.get(wager)))}</span>`) : html`<span class="soft">none</span>`}</td>` : nothing}
    <td data-l="Said">${said(view, position)}</td>
  </tr>`;
}

/** @param {import("./staff-element.js").StaffElement} desk @param {number} position @param {string} wager @param {number} cents */
function stake(desk, position, wager, cents) {
  const result = desk.state.view.void ? "void" : asMap(desk.state.view.results).get(`${position} ${wager}`);
  const paid = centsOf(asMap(desk.state.view.paid).get(`${position} ${wager}`));
  const lit = wager === "progressive" && (desk.state.view.lit ?? []).includes(position);
  return html`<span class="${lit ? "lit" : ""} ${result === "void" ? "gone" : ""}">${dollars(cents)}</span>${result ? html` <span class="small ${result === "win" ? "win" : result === "lose" ? "lose" : "push"}">${RESULTS.get(result) ?? result}${paid ? ` ${signedDollars(paid)}` : ""}</span>` : nothing}`;
}

/** What a player has decided, as the public sees it. @param {any} view @param {number} position */
function said(view, position) {
  if (view.void) return html`<span class="tag off">Void</span>`;
  if ((view.folded ?? []).includes(position)) return html`<span class="tag off">Folded</span>`;
  if ((view.surrendered ?? []).includes(position)) return html`<span class="tag off">Surrendered</span>`;
  if (view.turn === position) return html`<span class="tag wait">To decide</span>`;
  if (view.bank === position) return html`<span class="tag ok">Banks</span>`;
  if ((view.set ?? []).includes(position)) return html`<span class="tag ok">Hands set</span>`;
  const decided = asMap(view.decided).get(position)?.at(-1);
  if (decided) return html`<span class="tag ${decided === "check" ? "off" : "ok"}">${decided === "check" ? "Checked" : "Played"}</span>`;
  return html`<span class="soft small">nothing yet</span>`;
}

/** Draw the cards at a place: those that lie open, and backs for the others. @param {import("./staff-element.js").StaffElement} desk @param {number | string} place @param {number} width @param {string[]} [open] */
function cardsAt(desk, place, width, open) {
  const { view, equipment } = desk.state;
  const faces = open ?? (asMap(view.cards).get(place) ?? []).map(cardOf);
  const placed = new Map(equipment?.placed ?? []).get(place) ?? 0;
  const count = (view.racked ?? []).includes(place) || view.finished ? 0 : Math.max(0, placed - faces.length);
  const codes = [...faces, ...Array(count).fill("")];
  if (!codes.length) return html`<span class="soft">none</span>`;
  return html`<span class="hand" ${styled({ "--card-w": `${width}px` })}>${codes.map((code) => cardFace(code, "mini"))}</span>`;
}

/** The dealer's cards, board, box and what was put aside. @param {import("./staff-element.js").StaffElement} desk */
function layoutCards(desk) {
  const { view, equipment } = desk.state;
  const places = new Map(equipment?.placed ?? []);
  const shown = /** @type {[string, number | string, any[]][]} */ ([["Dealer", 0, asMap(view.cards).get(0) ?? []], ["Board", "board", view.board ?? []], ["Box", "box", view.box ?? []], ["Put aside", "aside", view.aside ?? []]])
    .filter(([, place, open]) => open.length || places.get(place));
  if (!shown.length) return nothing;
  return html`<div class="board">${shown.map(([label, place, open]) => html`<div><span class="label">${label}</span>${cardsAt(desk, place, 34, open.map(cardOf))}</div>`)}</div>`;
}
