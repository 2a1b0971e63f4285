/** The Merkle tree of RFC 6962: verifies proofs from the house in the browser. Hashes are hexadecimal text. */
import { fromHex, sha256 } from "../rounds/bytes.js";

const LEAF_FORM = "houseway leaf 1";
const EMPTY_ROOT = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** @param {number} first @param {Uint8Array} rest */
const prefixed = (first, rest) => Uint8Array.of(first, ...rest);

/** Compute the leaf of an append from a receipt. @param {{stream: string, version: number, hash: string}} receipt */
export const leafHash = ({ stream, version, hash }) => sha256(prefixed(0, new TextEncoder().encode([LEAF_FORM, stream, version, hash].join("\n"))));

/** @param {string} left @param {string} right */
const nodeHash = (left, right) => sha256(prefixed(1, fromHex(left + right)));

/** Return whether each sibling on the path from a complete subtree to the root lies to the left, nearest first. @param {number} start @param {number} size @param {number} width */
function sides(start, size, width = 1) {
  const found = [];
  let [low, high] = [0, size];
  while (high - low > width) {
    const middle = low + largestPowerBelow(high - low);
    found.unshift(start >= middle);
    if (start < middle) high = middle;
    else low = middle;
  }
  return found;
}

/** @param {number} count */
function largestPowerBelow(count) {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** @typedef {{sibling: string, isLeft: boolean, found: string}} Step one hash on the way up: with whom it was hashed, and what came of it */

/** Compute the way from a leaf to a root, the lowest step first; null if the proof does not fit the tree. @param {string} leaf @param {number} index @param {number} size @param {string[]} proof @returns {Promise<Step[] | null>} */
export async function climb(leaf, index, size, proof) {
  if (!(index >= 0 && index < size)) return null;
  const shape = sides(index, size);
  if (shape.length !== proof.length) return null;
  /** @type {Step[]} */
  const steps = [];
  for (const [place, isLeft] of shape.entries()) {
    const before = steps.at(-1)?.found ?? leaf;
    steps.push({ sibling: proof[place], isLeft, found: await (isLeft ? nodeHash(proof[place], before) : nodeHash(before, proof[place])) });
  }
  return steps;
}

/** Whether a proof shows that the second tree begins with all of the first. @param {{size: number, root: string}} first @param {{size: number, root: string}} second @param {string[]} proof */
export async function extendsTree(first, second, proof) {
  if (first.size > second.size) return false;
  if (first.size === second.size) return !proof.length && first.root === second.root;
  if (!first.size) return !proof.length && first.root === EMPTY_ROOT;
  let width = 1;
  while (first.size % (width * 2) === 0) width *= 2;
  const hashes = first.size === width ? [first.root, ...proof] : proof;
  const shape = sides(first.size - width, second.size, width);
  if (hashes.length !== shape.length + 1) return false;
  let [older, newer] = [hashes[0], hashes[0]];
  for (const [place, isLeft] of shape.entries()) {
    const sibling = hashes[place + 1];
    newer = await (isLeft ? nodeHash(sibling, newer) : nodeHash(newer, sibling));
    if (isLeft) older = await nodeHash(sibling, older);
  }
  return older === first.root && newer === second.root;
}
