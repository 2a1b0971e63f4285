/** The ledger of a replay: every account at this moment, its change in the round, and a check that the changes sum to zero. */
import { html } from "../../vendor/lit/index.js";
import { dollars, signedDollars } from "../lib/format.js";
import { sentence } from "../parts/clauses.js";

/** @param {import("./recording.js").Recording} recording @param {number} place */
export function ledger(recording, place) {
  const now = recording.balancesAt(place);
  const begin = new Map(Object.entries(recording.replay.balances));
  const { kind, facts, number } = recording.moments[place];
  const touched = kind === "money-moved" ? [facts.source, facts.target] : [];
  const accounts = Object.keys(recording.replay.accounts).filter((account) => now.get(account) || begin.get(account) || touched.includes(account));
  const change = (/** @type {string} */ account) => (now.get(account) ?? 0) - (begin.get(account) ?? 0);
  return html`<section class="panel ledger"><header><h2>Ledger</h2><span class="small soft">after event <b>${number}</b></span></header>
    <table><thead><tr><th>Account</th><th class="n">Now</th><th class="n">In this round</th></tr></thead>
      <tbody>${accounts.map((account) => html`<tr class=${touched.includes(account) ? "touched" : ""}>
        <td>${sentence(recording.replay.accounts[account].replace(/^the /, "").replace(" (program)", "")).replace(/\.$/, "")}</td><td class="n">${dollars(now.get(account) ?? 0)}</td>
        <td class="n ${change(account) > 0 ? "win" : change(account) < 0 ? "lose" : "soft"}">${signedDollars(change(account))}</td></tr>`)}</tbody>
      <tfoot><tr><td>All accounts</td><td class="n">${dollars(total(now))}</td><td class="n">${dollars(total(now) - total(begin))}</td></tr></tfoot>
    </table></section>`;
}

/** @param {Map<string, number>} balances */
const total = (balances) => [...balances.values()].reduce((sum, cents) => sum + cents, 0);
