/** What is shown in place of something that is not there, or that somebody may not see: the fact, what may be wrong, and ways on. */
import { html } from "../../vendor/lit/index.js";

/** @param {unknown} fact @param {unknown} words @param {unknown} ways links as buttons */
export const notThere = (fact, words, ways) => html`<section class="panel empty not-there" role="alert">
  <h1>${fact}</h1><p>${words}</p><p class="send">${ways}</p>
</section>`;
