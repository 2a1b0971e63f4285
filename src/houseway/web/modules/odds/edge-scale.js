/** The house edges of a wager's paytables on one line, with the draft among them. */
import { html, svg } from "../../vendor/lit/index.js";

const WIDTH = 420;
const LEFT = 16;
/** The share of the scale within which two letters would overlap. */
const CLOSE = 0.035;

/** @param {{letter: string, edge: number}[]} edges @param {number | null} draft @param {string} chosen the letter of the paytable that is shown */
export function edgeScale(edges, draft, chosen) {
  const values = [...edges.map((each) => each.edge), ...(draft === null ? [] : [draft]), 0];
  const ticks = ticksFor(Math.min(...values), Math.max(...values));
  const [least, most] = [ticks[0], ticks[ticks.length - 1]];
  const place = (/** @type {number} */ edge) => LEFT + ((WIDTH - 2 * LEFT) * (edge - least)) / (most - least);
  const said = edges.map((each) => `${each.letter} ${(each.edge * 100).toFixed(2)}%`).join(", ");
  return html`<svg class="edge-scale" viewBox="0 0 ${WIDTH} 64" role="img" aria-label="House edges: ${said}">
    <line x1=${place(least)} y1="38" x2=${place(most)} y2="38" />
    ${ticks.map((tick) => svg`<line x1=${place(tick)} y1="34" x2=${place(tick)} y2="42" /><text x=${place(tick)} y="58">${tickWords(tick)}</text>`)}
    ${marks(edges, (most - least) * CLOSE).map((mark) => svg`<circle class="of-book ${mark.letters.includes(chosen) ? "chosen" : ""}" cx=${place(mark.edge)} cy="38" r="5" /><text class=${mark.letters.includes(chosen) ? "chosen" : ""} x=${place(mark.edge)} y="26">${mark.letters.join(" ")}</text>`)}
    ${draft === null ? "" : svg`<circle class="draft" cx=${place(draft)} cy="38" r="6" /><text class="draft" x=${place(draft)} y="14">draft</text>`}
  </svg>`;
}

/** Put paytables whose letters would overlap at one mark. @param {{letter: string, edge: number}[]} edges @param {number} close @returns {{letters: string[], edge: number}[]} */
function marks(edges, close) {
  /** @type {{letters: string[], edge: number}[]} */
  const found = [];
  for (const { letter, edge } of [...edges].sort((one, other) => one.edge - other.edge)) {
    const last = found.at(-1);
    if (last && edge - last.edge < close) last.letters.push(letter);
    else found.push({ letters: [letter], edge });
  }
  return found;
}

/** Return round numbers that enclose two values. @param {number} least @param {number} most @returns {number[]} */
function ticksFor(least, most) {
  const rough = (most - least || 0.01) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? 10 * power;
  const ticks = [];
  for (let index = Math.floor(least / step); (index - 1) * step < most; index += 1) ticks.push(index * step);
  return ticks;
}

/** @param {number} tick */
const tickWords = (tick) => `${Number((tick * 100).toPrecision(3)).toString().replace("-", "−")}%`;
