/** Verifies in the browser the commitments to the seeds, the hash chain, and its signature. */
import { fromHex, sha256 } from "./bytes.js";

/**
 * @typedef {"proved" | "failed" | "open" | "cannot"} Verdict
 * @typedef {{verdict: Verdict, words: string}} Proof
 * @typedef {{purpose: string, published: string, seed: string, computed: string, verdict: Verdict}} SeedProof
 * @typedef {{stream: string, previous: string, links: {before: number, version: number, at: number, hash: string, content: string | null, sealed: string}[]}} Chain
 * @typedef {{stream: string, version: number, hash: string, at: number, key: number, signature: string, chance?: string}} Receipt
 */

const RECEIPT_FORM = "houseway receipt 1";
/** The form of a receipt that also signs the hash of the round's events of chance. */
const FORM_WITH_CHANCE = "houseway receipt 2";
export const CANNOT = "This browser computes no hashes here: the page must come over HTTPS or from this machine.";

/** Compute the hash of every seed that is open, and compare it with the one that was published. @param {{commitments: Record<string, string>, opened: Record<string, string>}} chance @returns {Promise<SeedProof[]>} */
export async function checkSeeds({ commitments, opened }) {
  return Promise.all(Object.entries(commitments).map(async ([purpose, published]) => {
    const seed = opened[purpose] ?? "";
    if (!seed) return { purpose, published, seed, computed: "", verdict: /** @type {Verdict} */ ("open") };
    if (!crypto.subtle) return { purpose, published, seed, computed: "", verdict: /** @type {Verdict} */ ("cannot") };
    const computed = await sha256(fromHex(seed));
    return { purpose, published, seed, computed, verdict: computed === published ? "proved" : "failed" };
  }));
}

/** @param {SeedProof[]} seeds @param {Proof} deck whether the order of the dealt deck follows from its seed @returns {Proof} */
export function judgeSeeds(seeds, deck) {
  if (seeds.some(({ verdict }) => verdict === "failed")) return { verdict: "failed", words: "A seed is not the one that was committed to" };
  if (deck.verdict === "failed") return deck;
  if (seeds.some(({ verdict }) => verdict === "cannot")) return { verdict: "cannot", words: CANNOT };
  const proved = seeds.filter(({ verdict }) => verdict === "proved").length;
  if (!proved) return { verdict: "open", words: "No seed of this round is open yet" };
  const order = deck.verdict === "proved" ? "; the order of the deck follows from its seed" : "";
  return { verdict: "proved", words: `${proved} of ${seeds.length} seeds are open, and each has the SHA-256 that was published before${order}` };
}

/** Compute every link of the chain again. @param {Chain} chain @returns {Promise<Proof>} */
export async function checkChain({ stream, previous, links }) {
  if (!crypto.subtle) return { verdict: "cannot", words: CANNOT };
  if (!links.length || links.every(({ content }) => content === null)) return { verdict: "open", words: `${links.length} links; those who check the house get what they are computed from` };
  let [before, computed] = [previous, 0];
  for (const link of links) {
    if (link.content !== null) {
      if ((await linkHash(before, stream, link)) !== link.hash) return { verdict: "failed", words: `The link after event ${link.before} was changed` };
      computed += 1;
    }
    before = link.hash;
  }
  return { verdict: "proved", words: `${computed} links computed again, each sealed with the one before; the last is ${before.slice(0, 8)}` };
}

/** @param {string} previous @param {string} stream @param {{before: number, content: string | null, sealed: string}} link */
function linkHash(previous, stream, { before, content, sealed }) {
  const text = new TextEncoder();
  const parts = [text.encode(stream), eightBytes(before), text.encode(content ?? ""), fromHex(sealed)];
  const all = [fromHex(previous), ...parts.flatMap((part) => [eightBytes(part.length), part])];
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of all) {
    bytes.set(part, place);
    place += part.length;
  }
  return sha256(bytes);
}

/** @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Check the signature of the head after the round. A newer key may sign an older head. @param {Receipt | null} receipt @param {{number: number, key: string, begins_at: number, ends_at: number | null}[]} keys @param {Chain} chain @param {string} [values] the events of the round's chance, if its receipt must sign them @returns {Promise<Proof>} */
export async function checkReceipt(receipt, keys, chain, values = "") {
  if (!receipt) return { verdict: "open", words: "No receipt of this round is on file" };
  const link = chain.links.find(({ version }) => version === receipt.version);
  if (link && link.hash !== receipt.hash) return { verdict: "failed", words: "The receipt fixes another history than the chain shows" };
  const isOfRound = receipt.version === chain.links.at(-1)?.version; // a later one signs the chance of a later round
  if (values && receipt.chance && isOfRound && crypto.subtle && (await sha256(new TextEncoder().encode(values))) !== receipt.chance) return { verdict: "failed", words: "The receipt signs other values of the players" };
  const key = keys.find(({ number, ends_at }) => number === receipt.key && (ends_at === null || receipt.at <= ends_at));
  if (!key) return { verdict: "failed", words: `Key ${receipt.key} was retired by then` };
  const genuine = await verifySignature(key.key, receipt);
  if (genuine === null) return { verdict: "cannot", words: "This browser cannot check Ed25519 signatures" };
  return genuine ? { verdict: "proved", words: `Signed with key ${receipt.key} over event ${receipt.version}` } : { verdict: "failed", words: "The signature is not the house’s" };
}

/** Return whether a signature is genuine; null if this browser cannot check it. @param {string} key @param {Receipt} receipt */
async function verifySignature(key, receipt) {
  const { stream, version, hash, at, chance } = receipt;
  const lines = chance ? [FORM_WITH_CHANCE, stream, version, hash, at, chance] : [RECEIPT_FORM, stream, version, hash, at];
  const message = new TextEncoder().encode(lines.join("\n"));
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, fromHex(receipt.signature), message);
  } catch {
    return null;
  }
}
