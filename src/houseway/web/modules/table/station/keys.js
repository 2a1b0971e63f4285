/** The keys of the player's own place. Each is printed on its button. */
import { isForFocus } from "../../lib/key-listener.js";
import { cardsAt, decisionsAt, handAt, spotsAt } from "../player/own-place.js";
import { mayDeal } from "../player/coaching.js";
import { openChoices, settingOption } from "./decisions.js";
import { CHIPS, undividedSpots } from "./wagers.js";

/** @typedef {import("./station.js").Station} Station */

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const PRESSABLE = "button, a, summary, dialog *";
/** Whether Enter means what has the focus. Where it is printed on a button, another one that was clicked leaves it to that. @param {Element} target @param {import("../player/own-place.js").Option[]} decisions */
const isEnterTaken = (target, decisions) => target.closest(PRESSABLE) && (!settingOption(decisions) || target.closest("dialog") || isForFocus(target));

/** @param {Station} station @param {KeyboardEvent} event */
export function pressKey(station, event) {
  const target = /** @type {Element} */ (event.target);
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPING) || !station.position || station.live?.connection === "ended") return;
  const decisions = decisionsAt(station.state, station.position);
  if (event.key === "Enter" && isEnterTaken(target, decisions)) return;
  const done = decisions.length ? answer(station, event, decisions) || betChips(station, event) : bet(station, event);
  if (done || common(station, event)) event.preventDefault();
}

/** @param {Station} station @param {KeyboardEvent} event */
function common(station, event) {
  if (event.key === "Escape" && (station.commands.refused || station.commands.doubted)) station.commands.dismiss();
  else if (event.key === "Escape" && (station.advising.doubt || station.advising.advice)) station.advising.drop();
  else if (event.key.toLowerCase() === "w" && station.result && !station.state.view.closed) station.openWhy();
  else return false;
  return true;
}

/** @param {Station} station @param {KeyboardEvent} event @param {import("../player/own-place.js").Option[]} decisions */
function answer(station, event, decisions) {
  const key = event.key.toLowerCase();
  const sets = Boolean(settingOption(decisions));
  const choice = openChoices(decisions).find((each) => each.key === key);
  if (sets && /^[1-9]$/.test(key)) return toggleCard(station, Number(key));
  if (sets && key === "enter") station.setHand();
  else if (key === "h") station.advising.ask("house-way");
  else if (key === "e" && station.state.settings?.practice) station.advising.ask("expectation");
  else if (choice) station.decide(choice);
  else return false;
  return true;
}

/** @param {Station} station @param {number} number */
function toggleCard(station, number) {
  const code = handAt(station.state, station.position)?.settings ? cardsAt(station.state, station.position).own[number - 1] : "";
  if (code) station.toggleLow(code);
  return Boolean(code);
}

/** @param {Station} station @param {KeyboardEvent} event */
function bet(station, event) {
  if (betChips(station, event)) return true;
  if (event.key === "r" || event.key === "Enter") station.betAgain();
  else if (event.key === "x") station.commands.clear(station.position);
  else if (event.key === "u") station.commands.undo(station.position);
  else if (event.key === "d" && mayDeal(station.state, station.position)) station.dealNow();
  else return false;
  return true;
}

/** Bet or take back chips: possible while a question is open, too, such as an offer of the bank. @param {Station} station @param {KeyboardEvent} event */
function betChips(station, event) {
  const spots = undividedSpots(spotsAt(station.state, station.position));
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  const spot = digit ? spots[Number(digit) - 1] : null;
  if (spot && event.shiftKey) station.commands.takeBack(spot);
  else if (spot?.add) station.commands.bet(spot, station.chip);
  else if ("+=".includes(event.key)) stepChip(station, 1);
  else if ("-−".includes(event.key)) stepChip(station, -1);
  else return false;
  return true;
}

/** @param {Station} station @param {number} step */
function stepChip(station, step) {
  const next = CHIPS[CHIPS.indexOf(station.chip) + step];
  if (next) station.chooseChip(next);
}
