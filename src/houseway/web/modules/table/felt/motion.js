/** Animates cards from the shoe and to the rack, and chips to where the money goes. It uses transforms only, and respects reduced motion. */
import { accountPlace, bounds, discardArea, shoePlace } from "./geometry.js";
import { chipsOf } from "../../parts/chips.js";
import { centsOf } from "../../lib/facts.js";
import { pace } from "../speed.js";

const CALM = 280;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const MOST_AT_ONCE = 24;

/** Whether the user has asked for reduced motion, of the system or here. */
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden || !pace();

/** @typedef {{codes: string[], x: number, y: number, angle: number}} CardsAt in the unit of the layout, from the drawing's corner @typedef {Map<string, CardsAt>} CardsBefore */

/** Record where the cards lie before the felt changes, without measuring, which would force a layout. @param {Element} felt @returns {CardsBefore} */
export function rememberCards(felt) {
  const groups = /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll("[data-cards]"));
  return new Map([...groups].map((group) => [group.dataset.cards ?? "", cardsAt(group)]));
}

/** @param {HTMLElement} group @returns {CardsAt} */
function cardsAt(group) {
  const codes = [...group.querySelectorAll(".card")].map((card) => card.getAttribute("aria-label") ?? "");
  const [x, y, angle] = ["--x", "--y", "--a"].map((name) => Number.parseFloat(group.style.getPropertyValue(name)) || 0);
  return { codes, x, y, angle };
}

/** Animate what has changed since then. @param {HTMLElement} felt @param {import("./geometry.js").Layout} layout @param {CardsBefore} before @param {import("../../lib/live-table.js").TableEvent[]} events */
export function move(felt, layout, before, events) {
  const groups = /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll("[data-cards]"));
  const changed = [...groups].filter((group) => cardsAt(group).codes.join() !== before.get(group.dataset.cards ?? "")?.codes.join());
  const gone = [...before].filter(([key]) => ![...groups].some((group) => group.dataset.cards === key));
  const money = events.filter((event) => event.kind === "money-moved").slice(-MOST_AT_ONCE);
  if (!(changed.length || gone.length || money.length) || isStill()) return;
  const scale = felt.clientWidth / bounds(layout).width;
  if (!scale) return; // a phone shows no felt
  moveCards(changed, layout, before, scale);
  for (const [, cards] of gone) rack(felt, layout, cards, scale);
  moveMoney(felt, layout, money, scale);
}

/** @param {HTMLElement[]} groups @param {import("./geometry.js").Layout} layout @param {CardsBefore} before @param {number} scale */
function moveCards(groups, layout, before, scale) {
  let order = 0;
  for (const group of groups) {
    const known = before.get(group.dataset.cards ?? "")?.codes ?? [];
    const cards = cardsAt(group);
    const from = wayFromShoe(layout, cards, scale);
    [...group.querySelectorAll(".card")].forEach((card, place) => {
      if (place >= known.length) slideIn(card, from, (order += 1));
      else if (cards.codes[place] !== known[place]) turnOver(card, place);
    });
  }
}

/** Return the way from cards to the shoe in pixels, in the turned coordinates of their seat. @param {import("./geometry.js").Layout} layout @param {CardsAt} cards @param {number} scale */
function wayFromShoe(layout, { x, y, angle }, scale) {
  const { left, top } = bounds(layout);
  const shoe = shoePlace(layout);
  const [across, down] = [(shoe.x - left - x) * scale, (shoe.y - top - y) * scale];
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return { x: across * cosine + down * sine, y: down * cosine - across * sine };
}

/** Animate a card from the shoe. @param {Element} card @param {{x: number, y: number}} from @param {number} order */
function slideIn(card, from, order) {
  const frames = [{ transform: `translate(${from.x}px, ${from.y}px) rotate(-30deg)`, opacity: 0.6 }, { transform: "none", opacity: 1 }];
  card.animate(frames, { duration: CALM * pace(), delay: Math.min(order, 40) * 22 * pace(), easing: EASE, fill: "backwards" });
}

/** @param {Element} card @param {number} place */
function turnOver(card, place) {
  card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: CALM * pace(), delay: place * 40 * pace(), easing: EASE, fill: "backwards" });
}

/** Animate removed cards to the discard rack. @param {HTMLElement} felt @param {import("./geometry.js").Layout} layout @param {CardsAt} cards @param {number} scale */
function rack(felt, layout, { x, y }, scale) {
  const target = discardArea(layout);
  if (!target) return;
  const { left, top } = bounds(layout);
  const card = document.createElement("span");
  card.className = "card mini back";
  fly(felt, card, { x: x * scale, y: y * scale }, { x: (target.x - left) * scale, y: (target.y - top) * scale }, 0);
}

/** @param {HTMLElement} felt @param {import("./geometry.js").Layout} layout @param {import("../../lib/live-table.js").TableEvent[]} events @param {number} scale */
function moveMoney(felt, layout, events, scale) {
  const { left, top } = bounds(layout);
  events.forEach(({ facts }, order) => {
    const [from, to] = [facts.source, facts.target].map((account) => accountPlace(layout, account, facts.seat, facts.wager));
    if (!from || !to || from === to || !centsOf(facts.amount)) return;
    const [start, end] = [from, to].map(({ x, y }) => ({ x: (x - left) * scale, y: (y - top) * scale }));
    fly(felt, chipPile(centsOf(facts.amount)), start, end, order * 45);
  });
}

/** @param {number} cents */
function chipPile(cents) {
  const pile = document.createElement("span");
  pile.className = "stack";
  for (const value of chipsOf(cents).slice(0, 5)) {
    const chip = document.createElement("i");
    chip.className = "chip";
    chip.dataset.d = String(value);
    pile.append(chip);
  }
  return pile;
}

/** Move a piece over the felt, and remove it at the end. @param {HTMLElement} felt @param {HTMLElement} piece @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number} delay */
function fly(felt, piece, from, to, delay) {
  const layer = felt.querySelector(".flights");
  if (!layer) return;
  piece.classList.add("flying");
  layer.append(piece);
  const place = (/** @type {{x: number, y: number}} */ { x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const flight = piece.animate([{ transform: place(from) }, { transform: place(to) }], { duration: (CALM + 140) * pace(), delay: delay * pace(), easing: EASE, fill: "both" });
  flight.finished.finally(() => piece.remove());
}
