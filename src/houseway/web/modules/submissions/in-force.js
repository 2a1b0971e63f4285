/** What is filed and in force in this house: one line for each set of rules, with the tables that are run by it. */
import { html, nothing } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";
import { countThings, dollars, percent } from "../lib/format.js";

/** @typedef {import("../lobby/lobby.js").Table & {rules: string}} Table */

/** @param {Table[] | null} tables null until they are known */
export function inForce(tables) {
  if (!tables) return nothing;
  const open = tables.filter((table) => table.open);
  const filed = [...new Set(open.map(({ rules }) => rules))];
  if (!filed.length) return html`<section class="panel in-force"><header><h2>In force at the tables</h2></header><p class="empty"><b>No table is open</b>What a floorperson opens a table with is listed here.</p></section>`;
  return html`<section class="panel in-force"><header><h2>In force at the tables</h2><span class="soft small">${countThings(filed.length, "submission")}</span></header>
    <table class="rec"><thead><tr><th>Filed under</th><th>Tables</th><th class="n">Limits</th><th>Side wagers</th><th class="n">House edge</th><th>Rules</th></tr></thead>
      <tbody>${filed.map((each) => line(open.filter(({ rules }) => rules === each)))}</tbody></table></section>`;
}

/** @param {Table[]} tables */
function line(tables) {
  const [{ book, book_title, jurisdiction, rules, wagers, house_edge, edge_assumes }] = tables;
  const sides = wagers.filter(({ side }) => side).map(({ title }) => title);
  return html`<tr>
    <td class="t"><a href="/rules/${book}">${book_title}</a> <span class="soft small">${capital(jurisdiction)}</span></td>
    <td data-l="Tables"><span>${tables.map(({ id }, place) => html`${place ? ", " : nothing}<a class="nw" href="/tables/${id}">${id}</a>`)}</span></td>
    <td class="n" data-l="Limits">${dollars(wagers[0].least)} to ${dollars(wagers[0].most)}</td>
    <td class="sides" data-l="Side wagers">${sides.join(", ") || html`<span class="soft">none</span>`}</td>
    <td class="n" data-l="House edge"><span>${house_edge.length ? html`${percent(house_edge[0])}<span class="soft small">${edge_assumes}</span>` : html`<span class="soft">not counted</span>`}</span></td>
    <td data-l="Rules"><code>${rules.slice(0, 16)}</code></td>
  </tr>`;
}
