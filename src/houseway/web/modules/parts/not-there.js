/** What is shown in place of something that is not there, or that somebody may not see: the fact, what may be wrong, and ways on. */
import { html, nothing } from "../../vendor/lit/index.js";

/** @param {unknown} fact @param {unknown} words @param {unknown} ways links as buttons */
export const notThere = (fact, words, ways) => html`<section class="panel empty not-there" role="alert">
  <h1>${fact}</h1><p>${words}</p><p class="send">${ways}</p>
</section>${otherPages()}`;

/** The pages of the reader's menu, and what each is for. */
export function otherPages() {
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".bar > div > nav a")]);
  if (!links.length) return nothing;
  return html`<nav class="other-pages" aria-label="Pages open to you"><h2 class="label">Open to you</h2>
    <ul>${links.map((link) => html`<li><a href=${link.getAttribute("href")}>${link.textContent}</a><span>${link.dataset.about}</span></li>`)}</ul></nav>`;
}
