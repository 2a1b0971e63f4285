/**
 * Joins the table of this page: as a player if the person may play, otherwise as a watcher. The connection begins while the other
 * modules of the page are still loading, so that the table is ready when they are.
 */
import { pathParts } from "../lib/address.js";
import { ensureSession } from "../lib/api.js";
import { LiveTable } from "../lib/live-table.js";
import { Contribution } from "./player/contribution.js";

/** The table that the page's address names. */
export const tableName = pathParts()[2];

/** The table, once there is a session and the connection has begun. @type {Promise<LiveTable>} */
export const arrival = ensureSession().then((person) => {
  const live = new LiveTable(tableName, person.permissions.includes("table.play") ? "player" : "watch");
  live.contribution = new Contribution(live);
  live.connect();
  return live;
});
arrival.catch(() => {}); // those who await it show the error
