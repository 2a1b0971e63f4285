/** Shows the last receipt of every table, with its signature checked in the browser, and the keys of the house. */
import { html, nothing } from "../../vendor/lit/index.js";
import { get } from "../lib/api.js";
import { dateTime } from "../lib/format.js";
import { checkReceipt } from "../rounds/proofs.js";

/**
 * @typedef {{table: string, round: number, at: number, proof: import("../rounds/proofs.js").Proof}} CheckedReceipt
 * @typedef {{receipts: CheckedReceipt[], keys: {number: number, key: string, begins_at: number, ends_at: number | null}[]}} CheckedReceipts
 */

export const TAGS = { proved: "ok done", failed: "bad", open: "wait", cannot: "off" };

/** Read the receipt of the last completed round of each table. @returns {Promise<CheckedReceipts>} */
export async function readReceipts() {
  const [{ tables }, { keys }] = await Promise.all([get("/api/tables"), get("/api/keys")]);
  const receipts = await Promise.all(tables.filter((/** @type {{round: number}} */ { round }) => round > 1).map((/** @type {{id: string, round: number}} */ table) => readReceipt(table, keys)));
  return { receipts, keys };
}

/** @param {{id: string, round: number}} table @param {CheckedReceipts["keys"]} keys @returns {Promise<CheckedReceipt>} */
async function readReceipt({ id, round }, keys) {
  const receipt = await get(`/api/tables/${encodeURIComponent(id)}/rounds/${round - 1}/receipt`).catch(() => null);
  return { table: id, round: round - 1, at: receipt?.at ?? 0, proof: await checkReceipt(receipt, keys, { stream: "", previous: "", links: [] }) };
}

/** @param {CheckedReceipts | null} found */
export const receiptPanel = (found) => html`<section class="panel" id="receipts"><header><h2>Receipts</h2><span class="small soft">of the last round of each table</span></header>
  ${found?.receipts.length ? html`<table class="rec"><thead><tr><th>Round</th><th>Signed</th><th>Checked here</th></tr></thead><tbody>${found.receipts.map(row)}</tbody></table>` : html`<p class="empty"><b>${found ? "No round is over" : "Loading"}</b>Receipts are signed when rounds end.</p>`}
  ${found ? html`<details class="body"><summary>${found.keys.length === 1 ? "The public key" : `The ${found.keys.length} public keys`} of the house</summary>
    <dl class="hashes">${found.keys.map((key) => html`<div><dt>Key ${key.number}, since ${dateTime(key.begins_at)}${key.ends_at ? ` until ${dateTime(key.ends_at)}` : ""}</dt><dd class="mono">${key.key}</dd></div>`)}</dl></details>` : nothing}</section>`;

/** Whether the receipts that were read are genuine: one that failed decides. @param {CheckedReceipts | null} found @returns {import("../rounds/proofs.js").Proof["verdict"] | null} */
export function receiptsVerdict(found) {
  if (!found) return null;
  if (!found.receipts.length) return "open";
  const verdicts = found.receipts.map(({ proof }) => proof.verdict);
  return verdicts.find((verdict) => verdict === "failed") ?? verdicts.find((verdict) => verdict !== "proved") ?? "proved";
}

/** @param {CheckedReceipt} receipt */
const row = ({ table, round, at, proof }) => html`<tr><td class="t nw"><a href="/rounds/${encodeURIComponent(table)}/${round}">${table}, round ${round}</a></td>
  <td data-l="Signed" class="nw">${at ? dateTime(at) : "none"}</td><td data-l="Checked here"><span class="tag wrap ${TAGS[proof.verdict]}">${proof.words}</span></td></tr>`;
