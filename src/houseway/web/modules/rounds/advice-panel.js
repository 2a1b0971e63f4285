/** The requests for advice in a round. They are on record: those who check the house see everybody's, a player sees his own. */
import { html, nothing } from "../../vendor/lit/index.js";
import { clockTime } from "../lib/format.js";

/** @typedef {{requests: {at: number, player: string, position: number, about: "house-way" | "expectation", number: number}[], names: Record<string, string>}} Advice */

const ASKED = { "house-way": "how the house would act", expectation: "what each choice is worth" };

/** @param {Advice | null} advice @param {(number: number) => void} goTo goes to an event by its number */
export function advicePanel(advice, goTo) {
  if (!advice?.requests.length) return nothing;
  return html`<section class="panel asked"><header><h2>Advice</h2><span class="small soft">asked for in this round</span></header>
    <ul class="body">${advice.requests.map(({ at, player, position, about, number }) => html`<li><time class="soft">${clockTime(at)}</time> <span>${advice.names[player] ?? "A player"} (${position}) asked ${ASKED[about]}, after <button class="as-link" @click=${() => goTo(number)}>event ${number}</button>.</span></li>`)}</ul></section>`;
}
