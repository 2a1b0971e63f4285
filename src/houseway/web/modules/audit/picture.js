/** Pictures of proofs about the log: the way from a round up to the signed root, and how the log has grown. */
import { html, nothing } from "../../vendor/lit/index.js";
import { countThings } from "../lib/format.js";
import { styled } from "../lib/styled.js";

/**
 * @typedef {import("./merkle.js").Step} Step
 * @typedef {{name: string, leaf: string, index: number, size: number, steps: Step[], root: string}} Path
 * @typedef {{older: number, newer: number}} Growth
 */

/** @param {string} hash */
const short = (hash) => html`<span class="mono">${hash.slice(0, 8)}</span>`;

/** Draw the way from a leaf up to the root. What the house sent stands beside it, on the side from which it is hashed. @param {Path} path */
export function pathPicture({ name, leaf, index, size, steps, root }) {
  const reached = steps.at(-1)?.found ?? leaf;
  return html`<figure class="ladder"><ol aria-label=${`From ${name} up to the signed root`}>
    <li class="root ${reached === root ? "" : "broken"}"><span class="node"><b>${reached === root ? "The signed root" : "Not the signed root"}</b>${short(reached)}</span></li>
    ${steps.map(({ sibling, isLeft }, place) => rung(sibling, isLeft, place ? steps[place - 1].found : leaf, place)).reverse()}
    <li class="leaf"><span class="node"><b>${name}</b><span class="small">leaf ${index} of ${size.toLocaleString("en")}</span></span></li></ol>
    <figcaption class="soft small"><span><i class="key computed"></i> computed in this browser</span><span><i class="key given"></i> sent by the house</span></figcaption></figure>`;
}

/** One step: a hash on the way, and its neighbour. @param {string} sibling @param {boolean} isLeft @param {string} found @param {number} place */
const rung = (sibling, isLeft, found, place) => html`<li class=${isLeft ? "left" : "right"}><span class="node">${place ? short(found) : html`<span class="vh">the leaf’s own hash </span>${short(found)}`}</span>
  <span class="given"><span class="vh">, with its ${isLeft ? "left" : "right"} neighbour </span>${short(sibling)}</span></li>`;

/** Draw how many leaves there were, and how many have come since. @param {Growth | null | undefined} growth */
export function growthPicture(growth) {
  if (!growth) return nothing;
  const { older, newer } = growth;
  const since = newer - older;
  return html`<figure class="growth"><div class="leaves" role="img" aria-label=${`${countThings(older, "leaf", "leaves")} then, ${since ? `${since.toLocaleString("en")} more` : "none"} since`}><i ${styled({ "--share": newer ? older / newer : 1 })}></i></div>
    <figcaption class="soft small"><span>${countThings(older, "leaf", "leaves")} then, unchanged</span><span>${since ? `${since.toLocaleString("en")} since` : "none since"}</span></figcaption></figure>`;
}
