/** Cards and devices: what is left of the deck, ages of decks and dice, devices and lights. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clockTime, countThings } from "../lib/format.js";
import { styled } from "../lib/styled.js";
import { foldingPanel } from "../parts/folding.js";

const SECOND = 1000;
const SOON = 15 * 60;

/** @param {import("./staff-element.js").StaffElement} desk */
export function equipmentPanel(desk) {
  const { equipment } = desk.state;
  if (!equipment) return nothing;
  const faults = equipment.faults.length;
  const note = html`<span class="tag ${faults ? "bad" : "ok"}">${faults ? "a device fails" : "in order"}</span>`;
  return foldingPanel("equip", "Cards and devices", note, html`<div class="body">
    ${stub(desk, equipment)}
    ${decks(desk, equipment)}
    <dl class="dev">
      <div><dt>Shuffled</dt><dd>${equipment.shuffling}</dd></div>
      <div><dt>Dealt from</dt><dd>${equipment.dealing}</dd></div>
      ${equipment.off_filed_methods ? html`<div><dt>Methods</dt><dd class="tag wait">not as filed</dd></div>` : nothing}
      ${equipment.faults.map((/** @type {any} */ fault) => html`<div><dt>${fault.device}</dt><dd class="tag bad">${fault.what}${fault.secured ? `, ${fault.secured}` : ""}</dd></div>`)}
      ${equipment.dice ? html`<div><dt>Dice</dt><dd>${age(desk, equipment.dice.placed_at)}, change by ${timeOf(desk, equipment.dice.change_by)}</dd></div>` : nothing}
      ${equipment.lights ? html`<div><dt>Progressive</dt><dd class="tag ${equipment.lights.locked ? "off" : "ok"}">${equipment.lights.locked ? "locked" : "open"}, ${countThings(equipment.lights.lit.length, "light")}</dd></div>` : nothing}
      ${equipment.racked ? html`<div><dt>Discard rack</dt><dd>${countThings(equipment.racked, "card")}</dd></div>` : nothing}
    </dl>
  </div>`);
}

/** @param {import("./staff-element.js").StaffElement} desk @param {{placed: [any, number][]} & Record<string, any>} equipment */
function stub(desk, equipment) {
  const whole = equipment.deck_cards.length;
  const left = equipment.stub ?? whole;
  const out = whole - left;
  const players = equipment.placed.filter(([place]) => place > 0).reduce((sum, [, count]) => sum + count, 0);
  const others = equipment.placed.filter(([place]) => !(place > 0)).map(([place, count]) => `${count} ${place === 0 ? "the dealer’s" : desk.words.place(place).toLowerCase()}`);
  const where = [`${players} players’`, ...others];
  return html`<div class="stub"><p><span class="label">Stub</span><b class="big">${left}</b><span class="soft">of ${whole} cards</span></p>
    <div class="stub-bar" role="img" aria-label=${`${countThings(out, "card is", "cards are")} out, ${left} ${left === 1 ? "is" : "are"} in the stub`}><i ${styled({ "--share": left / whole })}></i></div>
    <p class="soft small">${out ? `${out} out: ${where.join(", ")}` : "Nothing is dealt"}</p></div>`;
}

/** @param {import("./staff-element.js").StaffElement} desk @param {any} equipment */
function decks(desk, equipment) {
  if (!equipment.decks.length) return html`<p class="soft small">No deck is at the table</p>`;
  const now = desk.live?.now() ?? Date.now();
  return html`<table class="decks"><thead><tr><th>Deck</th><th>Where</th><th class="n">Age</th><th class="n">Change by</th></tr></thead>
    <tbody>${equipment.decks.map((/** @type {any} */ deck) => html`<tr><td>${deck.name}${deck.back ? `, ${deck.back}` : ""}</td>
      <td>${deck.leaving ? html`<span class="tag bad">leaves: ${deck.leaving}</span>` : deck.where}</td>
      <td class="n">${age(desk, deck.opened_at)}</td>
      <td class="n ${deck.change_by * SECOND - now < SOON * SECOND ? "late" : ""}">${timeOf(desk, deck.change_by)}</td></tr>`)}</tbody></table>`;
}

/** Return the time at which something has to be changed, with its day if that is not today: "11:05" or "03:22 on 19 Nov". @param {import("./staff-element.js").StaffElement} desk @param {number} at in seconds */
function timeOf(desk, at) {
  const [time, day] = [clockTime(at * SECOND).slice(0, 5), new Date(at * SECOND)];
  const isToday = day.toDateString() === new Date(desk.live?.now() ?? Date.now()).toDateString();
  return isToday ? time : `${time} on ${day.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}`;
}

/** Return how old something is: "3 h 12 min". @param {import("./staff-element.js").StaffElement} desk @param {number} since in seconds */
function age(desk, since) {
  const minutes = Math.max(0, Math.floor(((desk.live?.now() ?? Date.now()) / SECOND - since) / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
