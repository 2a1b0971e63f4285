/** The proofs of a round: a line for each, and below them the data from which they are computed. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clockTime } from "../lib/format.js";

/** @typedef {import("./proofs.js").Proof} Proof @typedef {import("./proofs.js").SeedProof} SeedProof */

const TAGS = { proved: "ok done", failed: "bad", open: "wait", cannot: "off" };

/** @param {{chain: Proof, shuffle: Proof, receipt: Proof} | null} proofs @param {boolean} balances */
export function proofList(proofs, balances) {
  return html`<ul class="proof" aria-label="Proofs" aria-live="polite">
    ${proofs ? html`
      ${line(proofs.chain, { proved: "Chain whole", failed: "Chain broken", open: "Chain shown", cannot: "Chain not computed" })}
      ${line(proofs.shuffle, { proved: "Shuffle as committed", failed: "Shuffle not as committed", open: "Shuffle not open", cannot: "Shuffle not computed" })}
      ${line(proofs.receipt, { proved: "Receipt signed", failed: "Receipt false", open: "No receipt", cannot: "Signature not checked" })}` : html`<li><span class="tag wait">Computing the proofs</span></li>`}
    ${line({ verdict: balances ? "proved" : "failed", words: balances ? "every cent, at every event" : "money came from nowhere" }, { proved: "Ledger balances", failed: "Ledger does not balance", open: "", cannot: "" })}
  </ul>`;
}

/** @param {Proof} proof @param {Record<string, string>} titles */
const line = ({ verdict, words }, titles) => html`<li><span class="tag ${TAGS[verdict]}">${titles[verdict]}</span><span class="small soft">${words}</span></li>`;

/** @param {{seeds: SeedProof[], shuffle: Proof, chain: Proof, receipt: Proof}} proofs @param {Record<string, any>} evidence */
export const seedPanel = (proofs, { chain, receipt, chance }) => html`<section class="panel seeds">
  <header><h2>What the house committed to</h2><span class="tag ${TAGS[proofs.shuffle.verdict]}">${{ proved: "as committed", failed: "not as committed", open: "not open yet", cannot: "not computed" }[proofs.shuffle.verdict]}</span></header>
  <div class="body">
    ${proofs.seeds.map((seed) => seedProof(seed, chance.draws))}
    ${chance.values ? html`<h3>What players added <span class="small soft">fixed before any of it was known</span></h3><pre class="mono small">${chance.values}</pre>` : nothing}
    <h3>Chain and receipt</h3>
    <dl>
      <div><dt>Link before the round</dt><dd class="mono">${chain.previous}</dd></div>
      <div><dt>Link at its end, event ${chain.links.at(-1)?.version}</dt><dd class="mono">${chain.links.at(-1)?.hash}</dd></div>
      ${receipt ? html`<div><dt>Signed at ${clockTime(receipt.at)}, key ${receipt.key}</dt><dd class="mono">${receipt.signature}</dd></div>` : nothing}
    </dl>
  </div></section>`;

/** @param {SeedProof} seed @param {{purpose: string, act: string, deck: string}[]} draws */
function seedProof(seed, draws) {
  const uses = draws.filter(({ purpose }) => purpose === seed.purpose).map(({ act, deck }) => `${act.replaceAll("-", " ")}${deck ? ` of ${deck}` : ""}`);
  return html`<h3>${seed.purpose === "draws" ? "Draws" : seed.purpose.replace("-", " ")} <span class="small soft">${uses.join(", ") || "nothing was drawn from it"}</span></h3>
    <dl>
      <div><dt>Published before</dt><dd class="mono">${seed.published}</dd></div>
      ${seed.seed ? html`<div><dt>SHA-256 of the seed</dt><dd class="mono ${seed.verdict === "failed" ? "lose" : ""}">${seed.computed || "not computed"}</dd></div><div><dt>Seed, opened</dt><dd class="mono">${seed.seed}</dd></div>` : html`<div><dt>Seed</dt><dd class="soft">not open yet: a deck that it shuffled has not been dealt</dd></div>`}
    </dl>`;
}
