/** The mark of a player who may earn an envy bonus: an eye, always with its words. */
import { html } from "../../vendor/lit/index.js";

export const eyeMark = (words = "may earn an envy bonus") =>
  html`<svg class="eye-mark" viewBox="0 0 18 12" role="img" aria-label=${words}><title>${words}</title><path d="M1 6c2-3.3 4.8-5 8-5s6 1.7 8 5c-2 3.3-4.8 5-8 5s-6-1.7-8-5z" /><circle cx="9" cy="6" r="2.4" /></svg>`;
