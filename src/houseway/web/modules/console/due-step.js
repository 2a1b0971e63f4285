/** The step that is due: its words and clauses, the facts that it needs, and one key to take it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { keyed } from "../../vendor/lit-html/directives/keyed.js";
import { capital } from "../lib/act-words.js";
import { dollars } from "../lib/format.js";
import { clauseLinks, sentence } from "../parts/clauses.js";
import { needsFacts } from "./staff-element.js";
import { printedKey } from "../parts/printed-key.js";
import "../parts/option-form.js";
import "./act.js";

/** @param {import("./staff-element.js").StaffElement} desk */
export function dueStep(desk) {
  const { due, frozen, table } = desk.state;
  if (frozen) return waiting("A fault has stopped this table", "A floorperson has to look at it first", [], `${sentence(frozen)} Cards, wagers and money are as the last event left them.`);
  if (!table.open) return waiting("Nothing is due", "The table is closed");
  if (!due) return waiting("Nothing is due from you", awaited(desk));
  if (desk.isProgramDealt) return waiting("The program deals this table", capital(due.words), due.clauses, due.gist);
  const option = desk.dueOption;
  if (!option && desk.state.stopped) return waiting("On hold until the table goes on", capital(due.words), due.clauses, due.gist);
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
export const isRuling = (desk, option) => desk.words.group(option.act) === "ruling";

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
  const button = html`<button class="btn take" ?disabled=${desk.isSent(option) || desk.live?.connection !== "live"} @click=${() => desk.take(option)}>${desk.words.done(due.act)}${due.amount ? ` ${dollars(due.amount)}` : ""} ${printedKey("Space")}</button>`;
  return html`<section class="due on-felt ${needed ? "needs" : ""}" aria-label="The step that is due">
    <div class="d1"><p class="k">Due now, ${OTHERS.get(due.role)?.replace("the ", "") ?? due.role}</p><p class="what">${capital(due.words)}</p>${sumOf(due)}
      <p class="law">${clauseLinks(due.clauses, 6)} ${sentence(due.gist)}</p></div>
    ${needed ? nothing : html`<div class="d2">${button}</div>`}
  </section>
  ${bounds.length ? html`<section class="panel due-facts"><div class="body">
    <hw-option-form .option=${option} .words=${desk.words} .seen=${desk.seen} .deck=${desk.deck} .busy=${desk.isSent(option)} .quiet=${!needed}
      .action=${needed ? desk.words.done(due.act) : "Do it with these details"} @facts-sent=${(/** @type {CustomEvent} */ event) => desk.take(option, event.detail.facts)}></hw-option-form>
  </div></section>` : nothing}`;
}
