/** Reads checkpoints of the log and checks their signatures in the browser. */
import { fromHex, sha256, toHex } from "../rounds/bytes.js";

/**
 * @typedef {import("../rounds/proofs.js").Proof} Proof
 * @typedef {{number: number, key: string, begins_at: number, ends_at: number | null}} Key
 * @typedef {{origin: string, size: number, root: string, at: number, note: string, text: string, signatures: {name: string, content: Uint8Array<ArrayBuffer>}[]}} Checkpoint
 */

const FORM = /^([^\s+]+)\n(\d{1,16})\n([A-Za-z0-9+/]{43}=)\ntime (\d{1,15})\n\n((?:— [^\s+]+ [A-Za-z0-9+/=]+\n)+)$/u;
const KEY_ID_BYTES = 4;

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Read a checkpoint; null if the text is not one. @param {string} note @returns {Checkpoint | null} */
export function readCheckpoint(note) {
  const found = FORM.exec(`${note.trim()}\n`);
  if (!found) return null;
  const [, origin, size, root, at, signed] = found;
  const signatures = signed.trim().split("\n").map((line) => line.split(" ")).map(([, name, content]) => ({ name, content: fromBase64(content) }));
  return { origin, size: Number(size), root: toHex(fromBase64(root).buffer), at: Number(at), note: found[0], text: `${found[0].split("\n\n")[0]}\n`, signatures };
}

/** Check that a checkpoint was signed by a key of the house that was in use at the time. @param {Checkpoint} checkpoint @param {Key[]} keys @returns {Promise<Proof>} */
export async function checkSignature(checkpoint, keys) {
  for (const { name, content } of checkpoint.signatures.filter(({ name }) => name === checkpoint.origin)) {
    for (const key of keys.filter(({ ends_at }) => ends_at === null || checkpoint.at <= ends_at)) {
      if ((await keyId(name, key.key)) !== toHex(content.slice(0, KEY_ID_BYTES).buffer)) continue;
      const genuine = await verify(key.key, content.slice(KEY_ID_BYTES), checkpoint.text);
      if (genuine === null) return { verdict: "cannot", words: "This browser cannot check Ed25519 signatures" };
      return genuine ? { verdict: "proved", words: `Signed with key ${key.number} of the house` } : { verdict: "failed", words: "The signature is not the house’s" };
    }
  }
  return { verdict: "failed", words: "No key of the house that was in use then has signed it" };
}

/** Return the id of a key: the bytes that distinguish keys of the same name. @param {string} name @param {string} key */
async function keyId(name, key) {
  return (await sha256(Uint8Array.of(...new TextEncoder().encode(`${name}\n`), 1, ...fromHex(key)))).slice(0, 2 * KEY_ID_BYTES);
}

/** @param {string} key @param {Uint8Array<ArrayBuffer>} signature @param {string} text */
async function verify(key, signature, text) {
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, signature, new TextEncoder().encode(text));
  } catch {
    return null;
  }
}
