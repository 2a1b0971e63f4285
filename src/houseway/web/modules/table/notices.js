/** What keeps the table from going on: a lost connection, an ended session, a table that is closed, frozen or stopped. */
import { html, nothing } from "../../vendor/lit/index.js";
import { countThings } from "../lib/format.js";
import { sentence } from "../parts/clauses.js";
import { notThere } from "../parts/not-there.js";
import "./reconnecting.js";

/**
 * @typedef {import("../lib/live-table.js").LiveTable} LiveTable
 * @typedef {{kind: string, fact: string, words?: string, retry?: () => void, signIn?: boolean}} Notice words: what follows from the fact
 */

/** Return what keeps a table from going on, if something does. @param {LiveTable | null} live @param {Record<string, any>} state @returns {Notice | null} */
export function noticeOf(live, state) {
  if (!live) return null;
  if (live.connection === "lost") return lostConnection(live, Boolean(state.own?.positions.length));
  if (live.connection === "ended" && live.ending) return { kind: "bad", fact: live.ending, words: live.fault && RECORD_LOST, signIn: live.mayComeBack };
  if (state.frozen) return { kind: "bad", fact: "This table has stopped.", words: `${sentence(state.frozen)} It takes no commands until a floorperson has examined it; everything on it stays.` };
  if (state.table && !state.table.open) return { kind: "off", fact: "This table is closed.", words: "Its rounds can still be read." };
  if (state.stopped) return { kind: "wait", fact: "No new round begins here.", words: `${sentence(state.stopped)} A round under way is finished.` };
  return null;
}

/** @param {LiveTable} live @param {boolean} sits @returns {Notice} */
const lostConnection = (live, sits) => ({
  kind: "lost wait", fact: "Connection lost.", words: `Reconnecting, attempt ${live.attempt}. You see the last known state${sits ? `; ${heldWords(live.state)}` : ""}.`, retry: () => live.tryNow(),
});

/** Say for how long a seat is held for somebody who is away. @param {Record<string, any>} state */
export function heldWords({ settings }) {
  const rounds = settings?.absent?.rounds;
  return rounds ? `your seat is held for ${countThings(rounds, "round")}` : "your seat is held";
}

/** @param {any} page the table's page @param {boolean} [saysStopped] whether the page says itself that a fault has stopped the table */
export function notices({ live, state }, saysStopped = false) {
  const found = noticeOf(live, saysStopped ? { ...state, frozen: null } : state);
  if (!found) return nothing;
  return html`<div class="table-notice ${found.kind}">
    <p><b class="tag ${found.kind}">${found.fact}</b> ${found.words ?? ""}</p><span class="ways">${found.retry ? html`<hw-reconnecting .live=${live}></hw-reconnecting>` : nothing}${noticeWays(found)}</span>
  </div>`;
}

/** What is said of a table whose record cannot be read. */
export const RECORD_LOST = "Its record cannot be read, so nothing is done with it: nobody is dealt a card, and no money moves. It goes on once the record is restored. The other tables are not touched.";

/** What is shown instead of a table of which nothing has come. @param {{live: LiveTable | null, table: string}} page @param {unknown} [more] what else this reader can do */
export function nothingHere({ live, table }, more = nothing) {
  const comeBack = live?.mayComeBack;
  const missing = html`The house has no table <span class="mono">${table}</span>. Check the address.`;
  const words = live?.fault ? RECORD_LOST : comeBack ? html`You see nothing more of <span class="whole">${table}</span> until you come in again.` : missing;
  const ways = html`${comeBack ? html`<a class="btn" href=${location.pathname}>Come in again</a><a class="btn" href="/sign-in?next=${encodeURIComponent(location.pathname)}">Sign in</a>` : nothing}<a class="btn primary" href="/">All tables</a>`;
  return html`<div class="page narrow">${notThere(live?.fault ? `${table} has stopped` : live?.ending, words, ways)}${more}</div>`;
}

/** Say once what keeps a table from going on, and when it goes on again. @param {{live: LiveTable | null, state: Record<string, any>, noticed: string}} page noticed: what was said last @param {(words: string) => void} say */
export function sayNotice(page, say) {
  const { fact = "", words = "" } = noticeOf(page.live, page.state) ?? {};
  if (fact === page.noticed) return;
  if (fact || page.live?.connection === "live") say(fact ? `${fact} ${words}`.trim() : "The table goes on.");
  page.noticed = fact;
}

/** What somebody can do about it. @param {Notice} notice */
export function noticeWays({ retry, signIn }) {
  if (retry) return html`<button class="as-link" @click=${retry}>Try now</button>`;
  return html`<a href="/">All tables</a>${signIn ? html`<a href=${location.pathname}>Come in again</a><a href="/sign-in?next=${encodeURIComponent(location.pathname)}">Sign in</a>` : nothing}`;
}
