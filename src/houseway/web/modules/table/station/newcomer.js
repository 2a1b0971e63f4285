/** What somebody is offered who has never played a game on this device: how to play it, and a sentence at each wager. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { get } from "../../lib/api.js";

/** @typedef {import("./station.js").Station} Station */

const KNOWN = "houseway.known-games";

const knownGames = () => (localStorage.getItem(KNOWN) ?? "").split(" ");

/** Remember that a game was played or its offer was answered: it is not made again. @param {Station} station */
export function rememberGame({ state: { table } }) {
  if (table && !knownGames().includes(table.game)) localStorage.setItem(KNOWN, [...knownGames(), table.game].join(" ").trim());
}

/** Return the address of the lesson by the rules of this table. @param {Station} station */
export const lessonAddress = ({ live, state }) => `/how-to-play/${state.table?.book ?? ""}?table=${encodeURIComponent(live?.table ?? "")}`;

/** Draw the offer. It is gone once it was answered, or once a round was played. @param {Station} station */
export function offerLesson(station) {
  if (!station.state.table || knownGames().includes(station.state.table.game)) return nothing;
  const answer = () => (rememberGame(station), station.requestUpdate());
  const explain = () => (station.coaching.choose(true), answer());
  findPracticeTable(station);
  const { practiceTable, coaching } = station;
  return html`<p class="newcomer"><span>New to this game?</span> ${practiceTable ? html`<a href="/tables/${practiceTable}" title="It waits for you, and explains each step">Practise at ${practiceTable}</a> ` : nothing}${coaching.isOn ? nothing : html`<button type="button" class="as-link" @click=${explain}>Explain each step</button> `}<a href=${lessonAddress(station)} @click=${() => rememberGame(station)}>How to play</a> <button type="button" class="as-link" @click=${answer}>No, thanks</button></p>`;
}

/** Find the table of this rule book to which newcomers are sent, once. It is no news at that table itself. @param {Station} station */
async function findPracticeTable(station) {
  if (station.practiceTable !== null || station.state.settings?.newcomers) return;
  station.practiceTable = "";
  const { tables } = await get("/api/tables").catch(() => ({ tables: [] }));
  station.practiceTable = tables.find((/** @type {any} */ each) => isForNewcomers(each) && each.book === station.state.table.book)?.id ?? "";
}

/** Whether newcomers are sent to a table, and it has a seat for one. @param {{open: boolean, frozen: string | null, stopped: string | null, settings: Record<string, any>, seats: {player: string | null}[]}} table */
const isForNewcomers = ({ open, frozen, stopped, settings, seats }) => open && !frozen && !stopped && settings.newcomers && seats.some(({ player }) => !player);

/** Load the sentences about wagers when somebody first looks at one. @param {Station} station */
export async function loadTips(station) {
  const book = station.state.table?.book;
  if (!book || station.tips) return;
  station.tips = {}; // asked for once
  station.tips = await get(`/api/how-to-play/${encodeURIComponent(book)}/wagers`).catch(() => ({}));
}
