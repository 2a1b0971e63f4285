/** What keeps the table from going on: a lost connection, an ended session, a table that is closed, frozen or stopped. */
import { html, nothing } from "../../vendor/lit/index.js";
import { sentence } from "../parts/clauses.js";

/** @param {any} page the table's page */
export function notices({ live, state }) {
  if (!live) return nothing;
  if (live.connection === "lost") return notice("lost wait", `The connection is lost. What you see is as it was; attempt ${live.attempt} to come back.`);
  if (live.connection === "ended" && live.ending) return html`<p class="table-notice bad" role="status"><span class="tag bad">${live.ending}</span> <a href="/">All tables</a> · <a href="/sign-in?next=${encodeURIComponent(location.pathname)}">Sign in</a></p>`;
  if (state.frozen) return notice("bad", `This table has stopped: ${sentence(state.frozen)}`);
  if (state.table && !state.table.open) return notice("off", "This table is closed.");
  if (state.stopped) return notice("wait", sentence(state.stopped));
  return nothing;
}

/** @param {string} tag @param {string} words */
const notice = (tag, words) => html`<p class="table-notice ${tag}" role="status"><span class="tag ${tag}">${words}</span></p>`;
