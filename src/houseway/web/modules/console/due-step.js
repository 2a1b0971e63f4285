/** The step that is due: its words and clauses, the facts that it needs, and one key to take it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { keyed } from "../../vendor/lit-html/directives/keyed.js";
import { capital } from "../lib/act-words.js";
import { dollars } from "../lib/format.js";
import { isForFocus } from "../lib/key-listener.js";
import { clauseLinks, sentence } from "../parts/clauses.js";
import { needsFacts } from "./staff-element.js";
import "../parts/option-form.js";
import "./act.js";

/** @param {import("./staff-element.js").StaffElement} desk */
export function dueStep(desk) {
  const { due, frozen, table } = desk.state;
  if (frozen) return waiting("A fault has stopped this table", "It waits until a floorperson has examined it", [], `${sentence(frozen)} Cards, wagers and money are as the last event left them.`);
  if (!table.open) return waiting("Nothing is due", "The table is closed");
  if (!due) return waiting("Nothing is due from you", awaited(desk));
  if (desk.isProgramDealt) return waiting("The program deals this table", capital(due.words), due.clauses, due.gist);
  const option = desk.dueOption;
  if (!option && desk.state.stopped) return waiting("Waits until the table goes on", capital(due.words), due.clauses, due.gist);
  if (!option) return waiting(`Due from ${OTHERS.get(due.role) ?? `the ${due.role}`}`, capital(due.words), due.clauses, due.gist, sumOf(due));
  return dueNow(desk, option);
}

/** Say for whom the table waits. @param {import("./staff-element.js").StaffElement} desk */
function awaited(desk) {
  const turn = desk.state.view.turn;
  return turn ? `The table waits for ${desk.words.player(turn) || `seat ${turn}`}` : "The table waits for the players";
}

const OTHERS = new Map([["floor", "the floorperson"], ["dealer", "the dealer"], ["player", "a player"], ["bank", "the bank"]]);

/** @param {string} label @param {string} words @param {string[]} [clauses] @param {string} [gist] @param {unknown} [sum] */
const waiting = (label, words, clauses = [], gist = "", sum = nothing) => html`<section class="due on-felt idle" aria-label="The step that is due">
  <div class="d1"><p class="k">${label}</p><p class="what">${words}</p>${sum}<p class="law">${clauseLinks(clauses, 6)} ${sentence(gist)}</p></div>
</section>`;

/** Whether a step is a ruling, which shows a preview before it can be confirmed. @param {import("./staff-element.js").StaffElement} desk @param {import("../lib/live-table.js").Option} option */
const isRuling = (desk, option) => desk.words.group(option.act) === "ruling";

/** Draw the money that a step is about. @param {{amount?: number | null}} due */
const sumOf = ({ amount }) => (amount ? html`<p class="sum">Win: <b>${dollars(amount)}</b></p>` : nothing);

/** @param {import("./staff-element.js").StaffElement} desk @param {import("../lib/live-table.js").Option} option */
const rulingNow = (desk, option) => html`<section class="due on-felt needs" aria-label="The step that is due">
    <div class="d1"><p class="k">Play waits until the floor rules</p><p class="what">${capital(desk.state.due.words)}</p>
      <p class="law">${clauseLinks(desk.state.due.clauses, 6)} ${sentence(desk.state.due.gist)}</p></div></section>
  <section class="panel due-facts"><div class="body">${keyed(JSON.stringify([option.act, option.facts, option.meaning]), html`<hw-act .live=${desk.live} .words=${desk.words} .options=${[option]}></hw-act>`)}</div></section>`;

/** @param {import("./staff-element.js").StaffElement} desk @param {import("../lib/live-table.js").Option} option */
function dueNow(desk, option) {
  const { due } = desk.state;
  if (isRuling(desk, option)) return rulingNow(desk, option);
  const bounds = Object.values(option.bounds);
  const needed = needsFacts(option);
  const button = html`<button class="btn take" ?disabled=${desk.isSent(option) || desk.live?.connection !== "live"} @click=${() => desk.take(option)}>${desk.words.done(due.act)}${due.amount ? ` ${dollars(due.amount)}` : ""} <kbd>Space</kbd></button>`;
  return html`<section class="due on-felt ${needed ? "needs" : ""}" aria-label="The step that is due">
    <div class="d1"><p class="k">Due now, ${OTHERS.get(due.role)?.replace("the ", "") ?? due.role}</p><p class="what">${capital(due.words)}</p>${sumOf(due)}
      <p class="law">${clauseLinks(due.clauses, 6)} ${sentence(due.gist)}</p></div>
    ${needed ? nothing : html`<div class="d2">${button}</div>`}
  </section>
  ${bounds.length ? html`<section class="panel due-facts"><div class="body">
    <hw-option-form .option=${option} .words=${desk.words} .seen=${desk.seen} .deck=${desk.deck} .busy=${desk.isSent(option)} .quiet=${!needed}
      .action=${needed ? desk.words.done(due.act) : "Take the step with these facts"} @facts-sent=${(/** @type {CustomEvent} */ event) => desk.take(option, event.detail.facts)}></hw-option-form>
  </div></section>` : nothing}`;
}

/** Where letters are text. */
const TYPED_IN = "input:not([type=radio], [type=checkbox]), select, textarea";

/** Go by one key to what can be reported, and to what else is legal. @type {Record<string, string>} */
const WAYS = { r: "hw-report input[name=what]", l: "hw-also-legal:not(.waits) :is(.find input, .acts button)" };

/** Take the step by Space or Enter, or go to a part of the desk, unless the key belongs to something else. @param {import("./staff-element.js").StaffElement} desk @param {KeyboardEvent} event */
export function takeByKey(desk, event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {Element} */ (event.target);
  const way = /** @type {HTMLElement | null} */ (WAYS[event.key] && !target.closest(TYPED_IN) ? desk.querySelector(WAYS[event.key]) : null);
  way?.focus();
  if (way) event.preventDefault();
  if ((event.key !== " " && event.key !== "Enter") || target.closest("input, select, textarea") || isForFocus(target)) return;
  const { dueOption: option, overtaking } = desk;
  if (overtaking.words) {
    event.preventDefault();
    return overtaking.read(desk);
  }
  if (!option || needsFacts(option) || isRuling(desk, option)) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (target).blur(); // a button that was clicked before is not pressed when the key is let go
  desk.take(option);
}
