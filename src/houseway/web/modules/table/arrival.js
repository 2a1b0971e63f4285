/**
 * Coming to the table of this page: as a player whoever may play, others to watch. It begins while the other modules of the page are
 * still on their way, so that the table is there when they are.
 */
import { ensureSession } from "../lib/api.js";
import { LiveTable } from "../lib/live-table.js";

/** The table that the page's address names. */
export const tableName = decodeURIComponent(location.pathname.split("/")[2]);

/** The table, once somebody is here and the connection has begun. @type {Promise<LiveTable>} */
export const arrival = ensureSession().then((person) => {
  const live = new LiveTable(tableName, person.permissions.includes("table.play") ? "player" : "watch");
  live.connect();
  return live;
});
arrival.catch(() => {}); // whoever waits for it shows why
