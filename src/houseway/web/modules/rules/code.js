/** Places in the program's source. */
import { html, nothing } from "../../vendor/lit/index.js";

/** @param {import("./data.js").CodePlace} place */
export const codePlace = (place) =>
  html`<code class="path">${place.place}</code> <b class="code-name">${place.name}</b>${place.asks_for ? html` asks for ${place.asks_for}` : nothing}${place.summary ? html` <span class="soft">${place.summary}</span>` : nothing}`;

/** The first lines of a place, with their numbers. @param {import("./data.js").CodePlace | undefined} place */
export function codeFigure(place) {
  if (!place) return nothing;
  const [file, line] = [place.place.slice(0, place.place.lastIndexOf(":")), Number(place.place.slice(place.place.lastIndexOf(":") + 1))];
  return html`<figure class="code"><figcaption>${file}, line ${line}</figcaption>
    <pre tabindex="0"><code>${place.lines.map((text, number) => html`<span class="line ${number ? "" : "marked"}"><span class="number">${line + number}</span>${text}</span>`)}</code></pre></figure>`;
}
