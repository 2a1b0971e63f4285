/** The navigation of the odds laboratory. */
import { html, nothing } from "../../vendor/lit/index.js";

const SECTIONS = [
  ["/odds", "Paytables"],
  ["/odds/own-wager", "A wager of my own"],
  ["/odds/starting-hands", "Starting hands"],
  ["/odds/settings", "A Pai Gow hand"],
  ["/odds/house-ways", "House ways"],
  ["/odds/session", "A session"],
  ["/odds/par", "PAR sheets"],
];

/** @param {string} current */
export const sectionLinks = (current) => html`<nav class="sections" aria-label="Odds laboratory"><ul>
  ${SECTIONS.map(([path, title]) => html`<li><a href=${path} aria-current=${path === current ? "page" : nothing}>${title}</a></li>`)}
</ul></nav>`;
