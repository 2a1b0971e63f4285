/** What keeps the table from going on: a lost connection, an ended session, a table that is closed, frozen or stopped. */
import { html, nothing } from "../../vendor/lit/index.js";
import { sentence } from "../parts/clauses.js";

const ALL_TABLES = html`<a href="/">All tables</a>`;

/** @param {any} page the table's page */
export function notices({ live, state }) {
  if (!live) return nothing;
  if (live.connection === "lost") return lostConnection(live);
  if (live.connection === "ended" && live.ending) return notice("bad", live.ending, "", html`${ALL_TABLES}${live.mayComeBack ? html`<a href="/sign-in?next=${encodeURIComponent(location.pathname)}">Sign in</a>` : nothing}`);
  if (state.frozen) return notice("bad", "This table has stopped.", `${sentence(state.frozen)} It takes no commands until a floorperson has examined it; everything on it stays.`, ALL_TABLES);
  if (state.table && !state.table.open) return notice("off", "This table is closed.", "Its rounds can still be read.", ALL_TABLES);
  if (state.stopped) return notice("wait", "No new round begins here.", `${sentence(state.stopped)} A round under way is finished.`, ALL_TABLES);
  return nothing;
}

/** @param {any} live */
const lostConnection = (live) =>
  notice("lost wait", "Connection lost.", `Reconnecting, attempt ${live.attempt}. You see the last known state; your seat is held.`, html`<button class="as-link" @click=${() => live.tryNow()}>Try now</button>`);

/** @param {string} kind @param {string} fact @param {string} words what follows from it @param {unknown} ways */
const notice = (kind, fact, words, ways) => html`<div class="table-notice ${kind}" role="status">
  <p><b class="tag ${kind}">${fact}</b> ${words}</p><span class="ways">${ways}</span>
</div>`;
