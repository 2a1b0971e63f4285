/** Saves a round as a file on the user's machine. */
import { centsOf } from "../lib/facts.js";
import { dateTime } from "../lib/format.js";
import { saveFile } from "../lib/save-file.js";

/** @param {import("./recording.js").Recording} recording @param {unknown} report @param {Record<string, any>} evidence */
export function saveRecord({ replay }, report, evidence) {
  saveFile(`${replay.table}-round-${replay.round}.json`, "application/json", JSON.stringify({ replay, report, ...evidence }, null, 1));
}

/** @param {import("./recording.js").Recording} recording */
export function saveText({ replay, moments }) {
  const lines = moments.map(({ number, at, by, role, words, clauses }) => `${String(number).padStart(6)}  ${dateTime(at)}  ${by || role}: ${words}${clauses.length ? `  [${clauses.join(", ")}]` : ""}`);
  saveFile(`${replay.table}-round-${replay.round}.txt`, "text/plain", [`${replay.title}, table ${replay.table}, round ${replay.round}, as ${replay.through}`, "", ...lines, ""].join("\n"));
}

/** Save the transfers of a round as CSV: who paid whom how much, why, and both balances afterwards. @param {import("./recording.js").Recording} recording */
export function saveLedger(recording) {
  const { replay, moments } = recording;
  const account = (/** @type {string} */ id) => replay.accounts[id] ?? id;
  const rows = moments.flatMap(({ number, at, kind, facts, clauses }, place) => {
    if (kind !== "money-moved") return [];
    const balance = (/** @type {string} */ id) => inDollars(recording.balancesAt(place).get(id) ?? 0);
    const why = [facts.reason, facts.note].filter(Boolean).join(": ");
    return [[number, new Date(at).toISOString(), account(facts.source), account(facts.target), inDollars(centsOf(facts.amount)), why, balance(facts.source), balance(facts.target), clauses.join(" ")]];
  });
  const head = ["event", "time", "from", "to", "dollars", "reason", "from_afterwards", "to_afterwards", "clauses"];
  saveFile(`${replay.table}-round-${replay.round}-ledger.csv`, "text/csv", [head, ...rows].map((row) => `${row.map(csvField).join(",")}\r\n`).join(""));
}

/** @param {number} cents */
const inDollars = (cents) => (cents / 100).toFixed(2);

/** Return a CSV field that spreadsheets never read as a formula. @param {string | number} value */
function csvField(value) {
  const text = /^[=@\t\r]|^[+-](?![\d.])/.test(String(value)) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
