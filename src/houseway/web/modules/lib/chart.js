/** Charts by Vega. Its scripts are large, so they are loaded with the first chart. */

/** The share of the width that labels of a chart may take. */
const LABELS = 0.4;

/** A chart, or what makes it from the colours of the page by their name. @typedef {object | ((colour: (name: string) => string) => object)} Spec */

/** @type {Promise<any> | undefined} */
let loading;

const darkScheme = matchMedia("(prefers-color-scheme: dark)");

/** Draw a Vega-Lite chart into an element, in the colours of the page; again when these change. @param {HTMLElement} place @param {Spec} spec @param {string} words */
export async function drawChart(place, spec, words) {
  loading ??= loadVega();
  const embed = await loading;
  await draw(embed, place, spec, words);
  darkScheme.addEventListener("change", function redraw() {
    if (place.isConnected) draw(embed, place, spec, words).catch(() => {});
    else darkScheme.removeEventListener("change", redraw);
  });
}

/** @param {any} embed @param {HTMLElement} place @param {Spec} spec @param {string} words */
async function draw(embed, place, spec, words) {
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const axis = { labelColor: colour("--ink-soft"), titleColor: colour("--ink-soft"), gridColor: colour("--rule"), domainColor: colour("--rule-strong"), tickColor: colour("--rule-strong"), labelFont: "houseway sans", titleFont: "houseway sans", labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500, labelLimit: Math.round(place.clientWidth * LABELS) };
  const config = { background: "transparent", view: { stroke: null }, axis, bar: { fill: colour("--link") }, rule: { color: colour("--ink-soft") }, point: { color: colour("--link") }, legend: { labelColor: colour("--ink"), titleColor: colour("--ink-soft") } };
  // The interpreter runs expressions without building functions from text, which the content security policy forbids.
  await embed(place, { width: "container", autosize: { type: "fit-x", contains: "padding" }, config, ...(typeof spec === "function" ? spec(colour) : spec) }, { ast: true, actions: false, renderer: "svg", defaultStyle: false, tooltip: { disableDefaultStyle: true } });
  const drawing = place.querySelector("svg");
  drawing?.setAttribute("role", "img");
  drawing?.setAttribute("aria-label", words);
}

function loadVega() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.type = "module";
    script.src = "/web/vega.js";
    script.onload = () => resolve(/** @type {any} */ (window).vegaEmbed);
    script.onerror = () => reject(new Error("The charts could not be loaded."));
    document.head.append(script);
  });
}
