/** The 169 starting hands of Ultimate Texas Hold'em: what each action is worth when the rest is played best. */
import { html, nothing } from "../../vendor/lit/index.js";
import { ensureSession, get } from "../lib/api.js";
import { drawChart } from "../lib/chart.js";
import { styled } from "../lib/styled.js";
import { signed, whole } from "./exact.js";
import { sectionLinks } from "./sections.js";
import { PageWithJob } from "./with-job.js";

const RANKS = [..."AKQJT98765432"];
/** Rows down and columns across, by key. @type {Map<string, [number, number]>} */
const ARROWS = new Map([["ArrowUp", [-1, 0]], ["ArrowDown", [1, 0]], ["ArrowLeft", [0, -1]], ["ArrowRight", [0, 1]]]);
const BOOK = "md.ultimate-texas-holdem";

/** Per cent of the felt's colour: up to the first, dark letters can be read on it, and from the second, light ones. */
const [LIGHT, DARK] = [60, 80];

/** Return how strong the colour of a hand is, by what raising gains. Between the two, no letters could be read well. @param {number} gain in Antes */
function colourStrength(gain) {
  const strength = Math.min(100, 26 + gain * 75);
  if (strength <= LIGHT || strength >= DARK) return strength;
  return strength < (LIGHT + DARK) / 2 ? LIGHT : DARK;
}

class StartingHands extends PageWithJob {
  static properties = { chosen: { state: true }, games: { state: true }, game: { state: true } };

  constructor() {
    super();
    this.chosen = "K4o";
    /** The paytables among which the book lets an operator choose for the game itself. @type {{title: string, paytables: Record<string, string>}[]} */
    this.games = [];
    this.game = 0;
  }

  async connectedCallback() {
    super.connectedCallback();
    try {
      await ensureSession();
      this.games = gamesOf(await get(`/api/odds/books/${BOOK}/wagers`));
    } catch (error) {
      this.refusal = /** @type {any} */ (error);
      return;
    }
    this.solve(0);
  }

  /** @param {number} game */
  solve(game) {
    this.game = game;
    this.answer = null; // the values of the other paytable
    this.compute("/api/solve", { source: { kind: "book", book: BOOK, paytables: this.games[game]?.paytables ?? {} }, charts: false });
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    const place = /** @type {HTMLElement | null} */ (this.querySelector(".chart"));
    if (changed.has("answer") && this.answer && place) drawChart(place, distributionChart(this.answer, place.clientWidth), "How a round ends, in Antes won or lost, by its probability").catch(() => {});
  }

  render() {
    return html`<div class="page stack-gap">
      ${sectionLinks("/odds/starting-hands")}
      <div class="head">
        <div><p class="crumb">Odds laboratory</p><h1>The ${RANKS.length ** 2} starting hands</h1>
          <p>What raising and checking are worth before the flop of Ultimate Texas Hold’em, in Antes, when the rest is played best. ${this.answer ? `Counted over ${whole(this.answer.total)} deals.` : ""}</p></div>
        <fieldset><legend class="vh">Paytable</legend><span class="seg">
          ${this.games.map(({ title }, index) => html`<label><input type="radio" name="game" .checked=${this.game === index} @change=${() => this.solve(index)}><span>${title}</span></label>`)}
        </span></fieldset>
      </div>
      ${this.progress()}
      ${this.answer ? html`<div class="two">${this.map()}${this.detail()}</div>${this.ending()}` : this.unsolvedMap()}
    </div>`;
  }

  /** The map while its values are being computed. */
  unsolvedMap() {
    return html`<section class="panel"><header><h2>What to do with each hand</h2><span class="soft small">${this.job ? "values are being counted" : "not counted"}</span></header>
      <div class="hand-map unsolved" aria-hidden="true">${RANKS.flatMap((row, down) => RANKS.map((column, across) => html`<span>${handName(row, column, down, across)}</span>`))}</div>
    </section>`;
  }

  map() {
    const hands = this.answer.hands;
    return html`<section class="panel"><header><h2>What to do with each hand</h2><span class="soft small">${this.chosen}: ${actionWords(hands[this.chosen].best).toLowerCase()}, ${signed(hands[this.chosen][hands[this.chosen].best])} Antes</span></header>
      <div class="hand-map" role="group" aria-label="Starting hands; the arrow keys lead from hand to hand" @keydown=${this.move}>
        ${RANKS.flatMap((row, down) => RANKS.map((column, across) => this.cell(handName(row, column, down, across), hands)))}
      </div>
      <p class="key"><span><i ${styled({ "--tone": "var(--felt)" })}></i>raise; the stronger the colour, the more it gains over checking</span><span><i ${styled({ "--tone": "var(--paper-sunk)" })}></i>check</span><span>pairs on the diagonal, suited above it<span class="numbers">; the numbers are what the better choice is worth, in Antes</span></span></p>
    </section>`;
  }

  /** @param {string} hand @param {Record<string, Record<string, string>>} hands */
  cell(hand, hands) {
    const { best, ...values } = hands[hand];
    const raises = best !== "check";
    const gain = Number(values[best]) - Number(values.check);
    const strength = raises ? colourStrength(gain) : 100;
    const look = { "--tone": raises ? "var(--felt)" : "var(--paper-sunk)", "--strength": `${strength}%`, "--map-ink": strength >= DARK && raises ? "var(--on-felt)" : "var(--ink)" };
    return html`<button tabindex=${this.chosen === hand ? 0 : -1} aria-pressed=${this.chosen === hand} aria-label="${handWords(hand)}: ${actionWords(best)}, ${signed(values[best], 3)} Antes" ${styled(look)} @click=${() => (this.chosen = hand)}>${hand}<small>${signed(values[best], 2)}</small></button>`;
  }

  /** Go to the hand beside, above or below, as an arrow key says. @param {KeyboardEvent} event */
  move(event) {
    const step = ARROWS.get(event.key);
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const buttons = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".hand-map button")]);
    const from = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const [down, across] = [Math.floor(from / RANKS.length) + step[0], (from % RANKS.length) + step[1]];
    if (from < 0 || !RANKS[down] || !RANKS[across]) return;
    this.chosen = handName(RANKS[down], RANKS[across], down, across);
    buttons[down * RANKS.length + across].focus();
  }

  detail() {
    const { best, ...values } = this.answer.hands[this.chosen];
    const rows = /** @type {[string, string][]} */ (Object.entries(values)).sort(([, one], [, other]) => Number(other) - Number(one));
    return html`<section class="panel" aria-live="polite"><header><h2>${handWords(this.chosen)}</h2><span class="tag ok">${actionWords(best)}</span></header>
      <table class="worth"><thead><tr><th>Choice</th><th class="n">Worth, in Antes</th></tr></thead>
        <tbody>${rows.map(([action, value]) => html`<tr aria-current=${action === best ? "true" : nothing}><td>${actionWords(action)}</td><td class="n"><b>${signed(value)}</b></td></tr>`)}</tbody></table>
      <p class="body soft small">The next best choice costs ${(Number(values[best]) - Number(rows[1][1])).toFixed(4)} Antes.</p>
    </section>`;
  }

  ending() {
    const solved = this.answer;
    return html`<section class="panel"><header><h2>How a round ends</h2><span class="soft small">house edge ${(Number(solved.house_edge) * 100).toFixed(4)}% of the Ante, element of risk ${(Number(solved.element_of_risk) * 100).toFixed(4)}%</span></header>
      <div class="body"><div class="chart"></div><p class="small soft">${endingWords(solved)}</p></div></section>`;
  }
}
customElements.define("hw-starting-hands", StartingHands);

/** Return the choices of paytables that change the game itself: those of wagers that the cards alone do not decide. @param {import("./odds.js").Wager[]} wagers */
function gamesOf(wagers) {
  const open = wagers.filter((wager) => !wager.counted && wager.paytables.length > 1);
  return open.flatMap(({ wager, title, paytables }) => paytables.map(({ letter }) => ({ title: `${title} paytable ${letter}`, paytables: { [wager]: letter } })));
}

/** @param {string} row @param {string} column @param {number} down @param {number} across */
function handName(row, column, down, across) {
  if (down === across) return row + column;
  return across > down ? `${row}${column}s` : `${column}${row}o`;
}

const NAMES = new Map([["A", "Ace"], ["K", "King"], ["Q", "Queen"], ["J", "Jack"], ["T", "Ten"], ["9", "Nine"], ["8", "Eight"], ["7", "Seven"], ["6", "Six"], ["5", "Five"], ["4", "Four"], ["3", "Three"], ["2", "Two"]]);

/** @param {string} hand */
function handWords(hand) {
  const [high, low, kind] = hand;
  if (!kind) return `Pair of ${NAMES.get(high)?.toLowerCase()}${high === "6" ? "es" : "s"}`;
  return `${NAMES.get(high)}-${NAMES.get(low)?.toLowerCase()} ${kind === "s" ? "suited" : "offsuit"}`;
}

/** @param {string} action */
const actionWords = (action) => (action === "check" ? "Check" : `Raise ${action.replace("x", "×")}`);

/** Say how often a round is won, lost and neither, and what is not drawn. @param {any} solved */
function endingWords(solved) {
  const share = (/** @type {(antes: number) => boolean} */ holds) => `${(endingsOf(solved).reduce((sum, each) => sum + (holds(each.antes) ? each.probability : 0), 0) * 100).toFixed(2)}%`;
  return `${share((antes) => antes > 0)} of all rounds win, ${share((antes) => antes < 0)} lose, ${share((antes) => antes === 0)} come out even; the ${share((antes) => antes > DRAWN)} that win more than ${DRAWN} Antes are not drawn.`;
}

/** The results that are drawn, in Antes; the few larger ones are named in words. */
const DRAWN = 12;
/** The width of the chart in bars: results are half an Ante apart. */
const BARS = 60;

/** @param {string} fraction such as "13/2" */
function decimal(fraction) {
  const [above, below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
}

/** @param {any} solved @returns {{antes: number, probability: number}[]} */
const endingsOf = (solved) => Object.entries(solved.distribution).map(([antes, count]) => ({ antes: decimal(antes), probability: Number(count) / solved.total }));

/** @param {any} solved @param {number} width @returns {(colour: (name: string) => string) => object} */
const distributionChart = (solved, width) => (colour) => ({
  height: 220,
  data: { values: endingsOf(solved).filter((each) => Math.abs(each.antes) <= DRAWN) },
  mark: { type: "bar", width: Math.max(4, Math.round(width / BARS)) },
  encoding: {
    x: { field: "antes", type: "quantitative", title: "Antes won or lost", axis: { values: [-6, -4, -2, 0, 2, 4, 6, 8, 10, 12], grid: false } },
    y: { field: "probability", type: "quantitative", title: "of all rounds", axis: { format: ".0%", tickCount: 4 } },
    color: { condition: [{ test: "datum.antes < 0", value: colour("--lose") }, { test: "datum.antes === 0", value: colour("--ink-soft") }], value: colour("--win") },
    tooltip: [{ field: "antes", title: "Antes" }, { field: "probability", title: "of all rounds", format: ".4%" }],
  },
});
