/** The bar over the table: which game and table, its limits, round and meters, and the tools. */
import { html, nothing } from "../../vendor/lit/index.js";
import { asMap, centsOf } from "../lib/facts.js";
import { dollars } from "../lib/format.js";

/** @param {any} page the table's page */
export function tableBar(page) {
  const { layout, playback, state, table } = page;
  return html`<header class="table-bar">
    <a class="mark" href="/" aria-label="houseway, all tables"><i aria-hidden="true">§</i><span>houseway</span></a>
    <div class="which">
      <h1>${layout?.game ?? `Table ${table}`}</h1>
      ${layout ? html`<span>${table}</span>` : nothing}
      <hw-play-time></hw-play-time>
      <span class="more">${state.table ? limits(state.table) : nothing}${playback?.shown ? html` · Round ${playback.shown.round}` : nothing}</span>
    </div>
    ${meters(state)}
    ${page.isGone ? nothing : tools(page)}
  </header>`;
}

/** @param {any} page the table's page */
const tools = (page) => html`<div class="tools">
      <button class="tool" aria-pressed=${page.fourColours} title="Diamonds blue and clubs green" @click=${() => page.chooseColours(!page.fourColours)}>4 colours</button>
      <a class="tool keep" href="/tables/${page.table}/text" title="The table as plain text, with typed commands">Text</a>
      <a class="tool keep" href="/rules/${page.state.table?.book ?? ""}">Rules</a>
      <button class="tool keep" title="Give up your seat and go back to the tables" @click=${() => page.leave()}>Leave</button>
  </div>`;

/** @param {{offers: {least: number, most: number}[]}} table */
const limits = ({ offers: [base] }) => `${dollars(base.least)} to ${dollars(base.most)}`;

/** What the progressive meters show. @param {Record<string, any>} state */
export function meters(state) {
  const shown = [...asMap(state.meters)];
  if (!shown.length) return nothing;
  return html`<dl class="meters" aria-label="Progressive meters">
    ${shown.map(([name, amount]) => html`<div><dt>${name[0].toUpperCase() + name.slice(1)}</dt><dd>${dollars(centsOf(amount))}</dd></div>`)}
  </dl>`;
}
