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
  const explain = () => (station.coach.choose(true), answer());
  return html`<p class="newcomer"><span>New to this game?</span> <button type="button" class="as-link" @click=${explain}>Explain each step</button> <a href=${lessonAddress(station)} @click=${() => rememberGame(station)}>How to play</a> <button type="button" class="as-link" @click=${answer}>No, thanks</button></p>`;
}

/** Load the sentences about wagers when somebody first looks at one. @param {Station} station */
export async function loadTips(station) {
  const book = station.state.table?.book;
  if (!book || station.tips) return;
  station.tips = {}; // asked for once
  station.tips = await get(`/api/how-to-play/${encodeURIComponent(book)}/wagers`).catch(() => ({}));
}
