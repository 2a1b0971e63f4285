/** The mark of a player who may earn an envy bonus: a short word, with the whole sentence for whoever points at it or listens. */
import { html } from "../../vendor/lit/index.js";

export const envyMark = (words = "may earn an envy bonus") => html`<abbr class="envy-mark" title=${words}>envy<span class="vh">: ${words}</span></abbr>`;
