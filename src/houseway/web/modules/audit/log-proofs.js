/** Proofs about the log: fetched from the house and verified here. */
import { get, Refusal, send } from "../lib/api.js";
import { CANNOT, checkReceipt } from "../rounds/proofs.js";
import { checkSignature, readCheckpoint } from "./checkpoint.js";
import { climb, extendsTree, leafHash } from "./merkle.js";

/**
 * @typedef {import("../rounds/proofs.js").Proof} Proof
 * @typedef {Proof & {path?: import("./picture.js").Path, growth?: import("./picture.js").Growth}} LogProof with what a picture shows of it
 * @typedef {import("./checkpoint.js").Checkpoint} Checkpoint
 * @typedef {{checkpoint: Checkpoint, keys: import("./checkpoint.js").Key[], signature: Proof, contradiction: string, waiting: number, lost: number}} Log
 */

const KEPT = "houseway-checkpoint";
const NO_CHECKPOINT = new Refusal({ code: "log.form", message: "The house sent something that is not a checkpoint." });

/** Fetch the last checkpoint and check its signature. @returns {Promise<Log>} */
export async function readLog() {
  const [note, { keys }, { contradiction, waiting, lost }] = await Promise.all([send("GET", "/api/log/checkpoint").then((answer) => answer.text()), get("/api/keys"), get("/api/log")]);
  const checkpoint = readCheckpoint(note);
  if (!checkpoint) throw NO_CHECKPOINT;
  const signature = crypto.subtle ? await checkSignature(checkpoint, keys) : /** @type {Proof} */ ({ verdict: "cannot", words: CANNOT });
  return { checkpoint, keys, signature, contradiction, waiting, lost };
}

/** Check that the log extends an older checkpoint. @param {Log} log @param {Checkpoint} older @returns {Promise<LogProof>} */
export async function checkHistory({ checkpoint, keys }, older) {
  if (!crypto.subtle) return { verdict: "cannot", words: CANNOT };
  if (older.origin !== checkpoint.origin) return { verdict: "failed", words: `That checkpoint is of another house: ${older.origin}` };
  const signature = await checkSignature(older, keys);
  if (signature.verdict === "failed") return { verdict: "failed", words: `The older checkpoint is not genuine. ${signature.words}` };
  if (older.size > checkpoint.size) return { verdict: "failed", words: `The house had signed ${older.size} leaves, and shows ${checkpoint.size} now: its log was truncated` };
  const { hashes } = await get(`/api/log/proof/consistency?first=${older.size}&second=${checkpoint.size}`);
  return (await extendsTree(older, checkpoint, hashes)) ? { verdict: "proved", words: `All ${older.size} leaves of that checkpoint are the first of today’s ${checkpoint.size}`, growth: { older: older.size, newer: checkpoint.size } } : { verdict: "failed", words: `The first ${older.size} leaves were rewritten after they were signed` };
}

/** Check that a receipt is genuine and in the log. @param {Log} log @param {string} text @returns {Promise<LogProof>} */
export async function checkInclusion({ checkpoint, keys }, text) {
  const receipt = readReceipt(text);
  if (!receipt) return { verdict: "failed", words: "This is not a receipt: paste the JSON with stream, version, hash, at, key and signature" };
  if (!crypto.subtle) return { verdict: "cannot", words: CANNOT };
  const signed = await checkReceipt(receipt, keys, { stream: "", previous: "", links: [] });
  if (signed.verdict === "failed") return signed;
  const asked = new URLSearchParams({ stream: receipt.stream, version: String(receipt.version), hash: receipt.hash, size: String(checkpoint.size) });
  const proof = await get(`/api/log/proof/inclusion?${asked}`).catch((/** @type {Refusal} */ refusal) => refusal);
  if (proof instanceof Refusal) return { verdict: proof.code === "log.waiting" ? "open" : "failed", words: proof.code === "log.waiting" ? "It is stored, and will be in the next checkpoint: look again in a second" : `The house has signed it, and does not have it: ${proof.message}` };
  const leaf = await leafHash(receipt);
  const steps = await climb(leaf, proof.index, checkpoint.size, proof.hashes);
  if (!steps) return { verdict: "failed", words: "The proof does not fit the tree" };
  const name = receipt.stream.replace("table:", "");
  const path = { name: `${name} up to event ${receipt.version}`, leaf, index: proof.index, size: checkpoint.size, steps, root: checkpoint.root };
  const isThere = (steps.at(-1)?.found ?? leaf) === checkpoint.root;
  return isThere ? { verdict: "proved", words: `${path.name} is leaf ${proof.index} of ${checkpoint.size}: ${proof.hashes.length} hashes lead from it to the signed root`, path } : { verdict: "failed", words: "The proof does not lead from the receipt to the signed root", path };
}

/** Read a receipt from its own JSON or from the saved record of a round; null if there is none. @param {string} text @returns {import("../rounds/proofs.js").Receipt | null} */
function readReceipt(text) {
  try {
    const found = JSON.parse(text);
    const receipt = found.receipt ?? found;
    return typeof receipt.stream === "string" && Number.isInteger(receipt.version) && /^[0-9a-f]{64}$/.test(receipt.hash) ? receipt : null;
  } catch {
    return null;
  }
}

/** Return the receipt of the latest round of the house, as text; empty if no round is over. */
export async function latestReceipt() {
  const { rounds } = await get("/api/rounds");
  if (!rounds.length) return "";
  const [{ table, number }] = rounds;
  return JSON.stringify(await get(`/api/tables/${encodeURIComponent(table)}/rounds/${number}/receipt`));
}

/** Return the checkpoint of a house that this browser has stored. @param {string} origin */
export function keptCheckpoint(origin) {
  const kept = readCheckpoint(localStorage.getItem(KEPT) ?? "");
  return kept?.origin === origin ? kept : null;
}

/** Store a checkpoint in this browser, which makes the browser a witness. @param {Checkpoint} checkpoint */
export const keepCheckpoint = ({ note }) => localStorage.setItem(KEPT, note);
