/** A round as a file on one's own machine. */
import { dateTime } from "../lib/format.js";

/** @param {import("./recording.js").Recording} recording @param {unknown} report @param {Record<string, any>} evidence */
export function saveRecord({ replay }, report, evidence) {
  saveFile(`${replay.table}-round-${replay.round}.json`, "application/json", JSON.stringify({ replay, report, ...evidence }, null, 1));
}

/** @param {import("./recording.js").Recording} recording */
export function saveText({ replay, moments }) {
  const lines = moments.map(({ number, at, by, role, words, clauses }) => `${String(number).padStart(6)}  ${dateTime(at)}  ${by || role}: ${words}${clauses.length ? `  [${clauses.join(", ")}]` : ""}`);
  saveFile(`${replay.table}-round-${replay.round}.txt`, "text/plain", [`${replay.title}, table ${replay.table}, round ${replay.round}, as ${replay.through}`, "", ...lines, ""].join("\n"));
}

/** @param {string} name @param {string} type @param {string} content */
export function saveFile(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
