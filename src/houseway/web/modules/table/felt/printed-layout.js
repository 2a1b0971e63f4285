/** What is printed on the felt, and the furniture around it: drawn once for each layout. */
import { nothing, svg } from "../../../vendor/lit/index.js";
import { DEALER_RAIL, bounds, shoePlace } from "./geometry.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Area} Area */

const TUBES = [1, 5, 5, 25, 25, 25, 100, 100, 500, 1000];
const LARGEST_LETTERS = 13;
const SMALLEST_LETTERS = 8; // smaller ones are left out where the felt is drawn small
const LETTER = 0.56; // the average width of a letter of the serif, in em

/** @param {Layout} layout */
export function printedLayout(layout) {
  const { left, top, width, height } = bounds(layout);
  return svg`<svg class="print" viewBox="${left} ${top} ${width} ${height}" aria-hidden="true">
    <defs>
      <radialGradient id="felt-light" gradientUnits="userSpaceOnUse" cx=${layout.table.x} cy=${layout.table.y + 150} r=${layout.table.radius}>
        <stop offset="0" class="light" /><stop offset="1" class="deep" />
      </radialGradient>
      <linearGradient id="rail-light" x1="0" x2="0" y1="0" y2="1"><stop offset="0" class="edge" /><stop offset="1" class="wood" /></linearGradient>
    </defs>
    ${halfDisc(layout)}
    ${layout.areas.map(areaShape)}
    ${shoe(layout)}
    ${inscription(layout)}
  </svg>`;
}

/** @param {Layout} layout */
function halfDisc({ table: { x, y, radius, rail } }) {
  const inner = radius - rail;
  const path = (/** @type {number} */ r) => `M${x - r} ${y}h${2 * r}a${r} ${r} 0 0 1 ${-2 * r} 0z`;
  return svg`<path class="rail" d="M${x - radius} ${y - DEALER_RAIL}h${2 * radius}v${DEALER_RAIL}a${radius} ${radius} 0 0 1 ${-2 * radius} 0z" />
    <path class="cloth" d=${path(inner)} /><path class="seam" d=${path(inner - 6)} />`;
}

/** @param {Area} area */
function areaShape(area) {
  const draw = SHAPES[area.shape];
  if (!draw || area.kind === "position" || area.label === "Dealer") return nothing;
  return svg`<g class="area ${area.shape} ${area.base ? "base" : ""}" data-print=${area.wager && area.position ? `${area.position} ${area.wager}` : nothing} data-place=${area.position || nothing} transform="translate(${area.x} ${area.y}) rotate(${area.angle})">${draw(area)}</g>`;
}

/** @type {Record<string, (area: Area) => unknown>} */
const SHAPES = {
  circle: (area) => svg`<circle r=${area.width / 2} />${label(area, area.width * 0.78, area.width * 0.66)}`,
  device: (area) => svg`${frame(area, 7)}<g transform="translate(0 ${-area.height / 4})">${label(area, area.width * 0.86, area.height * 0.3)}</g>`,
  cards: (area) => svg`${frame(area, 5)}${dividers(area)}${label(area, area.width * 0.9, area.height * 0.6)}`,
  numbers: (area) => svg`${frame(area, 5)}${numberFields(area)}`,
  tubes: (area) => svg`<rect class="tray" x=${-area.width / 2} y=${-area.height / 2} width=${area.width} height=${area.height} rx="5" />${area.parts.map((_, place) => tube(area, place))}`,
  box: (area) => svg`<g class="fixture">${frame(area, 4)}${label(area, area.width * 0.86, area.height * 0.6)}</g>`,
  bare: (area) => svg`<text class="equals" dy=".35em">${area.label}</text>`,
};

/** @param {Area} area @param {number} radius */
const frame = ({ width, height }, radius) => svg`<rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx=${radius} />`;

/** @param {Area} area */
const dividers = ({ width, height, parts }) =>
  parts.slice(1).map((_, place) => svg`<path class="divider" d="M${-width / 2 + ((place + 1) * width) / parts.length} ${-height / 2 + 6}v${height - 12}" />`);

/** @param {Area} area */
function numberFields({ width, height, parts, label: words }) {
  const step = width / parts.length;
  return svg`<text class="lettering" font-size="8" y=${-height / 2 + 11}>${words}</text>
    ${parts.map((number, place) => svg`<text class="lettering" font-size="10" x=${-width / 2 + step * (place + 0.5)} y=${height / 2 - 8}>${number}</text>`)}`;
}

/** A tube of chips of one value, seen from above. @param {Area} area @param {number} place */
function tube({ width, height, parts }, place) {
  const step = width / parts.length;
  const x = -width / 2 + step * place + 4;
  const chips = 6 - (place % 3);
  return Array.from({ length: chips }, (_, chip) => svg`<rect class="tube c${TUBES[place % TUBES.length]}" x=${x} y=${height / 2 - 9 - chip * 5.4} width=${step - 8} height="5" rx="1.5" />`);
}

/** @param {Layout} layout */
function shoe(layout) {
  const { x, y } = shoePlace(layout);
  return svg`<g class="area fixture shoe" transform="translate(${x} ${y})"><rect x="-38" y="-22" width="76" height="44" rx="5" /><rect class="mouth" x="6" y="6" width="26" height="10" rx="2" /><text class="lettering" font-size="10" x="-8" y="2">Shoe</text></g>`;
}

/** @param {Layout} layout */
function inscription({ table, facility, inscriptions, inscription_y }) {
  return svg`<g class="inscription"><text class="facility" x=${table.x} y=${inscription_y - 6}>${facility}</text>
    ${inscriptions.map((words, line) => svg`<text class="line" x=${table.x} y=${inscription_y + 12 + line * 14}>${words}</text>`)}</g>`;
}

/** A label as large as its space allows, on as many lines as make it largest. @param {Area} area @param {number} width @param {number} height */
function label({ label: words }, width, height) {
  const { lines, size } = fit(words, width, height);
  const first = -((lines.length - 1) / 2) * size * 1.1;
  return svg`<text class="lettering ${size < SMALLEST_LETTERS ? "small" : ""}" font-size=${size.toFixed(1)}>${lines.map((line, place) => svg`<tspan x="0" y=${(first + place * size * 1.1).toFixed(1)} dy=".35em">${line}</tspan>`)}</text>`;
}

/** @param {string} words @param {number} width @param {number} height @returns {{lines: string[], size: number}} */
function fit(words, width, height) {
  const sizes = broken(words.split(" ")).map((lines) => {
    const longest = Math.max(...lines.map((line) => line.length));
    return { lines, size: Math.min(LARGEST_LETTERS, width / (longest * LETTER), height / (lines.length * 1.1)) };
  });
  return sizes.reduce((best, each) => (each.size > 1.1 * best.size ? each : best));
}

/** Every way to break words into lines, from few lines to many. @param {string[]} words @returns {string[][]} */
function broken(words) {
  const ways = [[words.join(" ")]];
  for (let cut = 1; cut < words.length; cut += 1) {
    for (const rest of broken(words.slice(cut))) ways.push([words.slice(0, cut).join(" "), ...rest]);
  }
  return ways.sort((one, other) => one.length - other.length);
}
