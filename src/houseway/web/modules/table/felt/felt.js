/** The felt: the printed layout with seats, wagers and cards on it; on a phone a row of tiles or, for a watcher, a list of all hands. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { alarm } from "../../lib/announcer.js";
import { dollars } from "../../lib/format.js";
import { styled } from "../../lib/styled.js";
import { drawnStart } from "../../parts/dice.js";
import { bounds } from "./geometry.js";
import { LiveElement } from "../live-element.js";
import { decisionsAt } from "../player/own-place.js";
import { move, rememberCards } from "./motion.js";
import { at, cards, wagers } from "./pieces.js";
import { printedLayout } from "./printed-layout.js";
import { plaques, tickRings, tiles } from "./seats.js";
import { watchedHands } from "./watched-hands.js";

const BELOW_INSCRIPTION = 58;

class Felt extends LiveElement {
  static properties = { ...LiveElement.properties, layout: { attribute: false } };

  constructor() {
    super();
    /** @type {import("./geometry.js").Layout | null} */
    this.layout = null;
    /** The printed part, drawn once. @type {unknown} */
    this.printed = nothing;
    /** Events whose money has not moved yet. @type {import("../../lib/live-table.js").TableEvent[]} */
    this.moving = [];
    /** @type {import("./motion.js").CardsBefore} */
    this.cardsBefore = new Map();
    this.ticking = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.live && tickRings(this, this.live.now()), 1000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  /** @param {Map<PropertyKey, any>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("layout") && this.layout) this.printed = printedLayout(this.layout);
    this.cardsBefore = rememberCards(this);
  }

  /** @param {import("../../lib/live-table.js").TableEvent[]} events */
  roundShown(events) {
    this.moving.push(...events);
    super.roundShown(events);
  }

  updated() {
    const felt = /** @type {HTMLElement | null} */ (this.querySelector(".felt"));
    if (felt && this.layout) move(felt, this.layout, this.cardsBefore, this.moving);
    this.markOwnPlaces();
    this.moving = [];
  }

  /** Mark what is printed at the viewer's own places: where the felt is drawn small, only that is lettered. */
  markOwnPlaces() {
    const own = this.mine.map(String);
    for (const area of /** @type {NodeListOf<SVGElement>} */ (this.querySelectorAll(".print [data-place]"))) {
      area.classList.toggle("others", own.length > 0 && !own.includes(String(area.dataset.place)));
    }
  }

  /** The round that is shown, if there is one. */
  get shown() {
    return this.playback?.shown;
  }

  /** The clocks that run; none while a round that is over is being shown. @returns {any[]} */
  get clocks() {
    return this.playback?.busy ? [] : this.state.clocks ?? [];
  }

  /** Whether the table waits for somebody without a clock: the one whose turn it is, or oneself. @param {number} position */
  isAsked = (position) => !this.playback?.busy && (this.state.view.turn === position || (this.mine.includes(position) && decisionsAt(this.state, position).length > 0));

  /** The viewer's own positions. @returns {number[]} */
  get mine() {
    return this.state.own?.positions ?? [];
  }

  /** The offer to sit down, if there is one. */
  get seatOption() {
    return this.state.options?.find((/** @type {any} */ option) => option.act === "sit");
  }

  /** @param {number} position */
  mayTake(position) {
    return Boolean(this.seatOption?.bounds.position.choices.includes(position));
  }

  /** @param {number} position */
  async sit(position) {
    try {
      await this.live?.command(this.seatOption, { position });
    } catch (refusal) {
      alarm(/** @type {Error} */ (refusal).message);
      this.dispatchEvent(new CustomEvent("refused", { bubbles: true, detail: refusal }));
    }
  }

  /** Draw what the dealer does, in the server's words. */
  dealerWords() {
    if (this.state.table && !this.state.table.open) return "has closed the table";
    if (this.clocks.some(({ what }) => what === "bets") || this.state.options?.some((/** @type {any} */ { act }) => act === "wager")) return "wagers are open";
    return this.state.due?.words ?? "waits for players";
  }

  render() {
    if (!this.layout) return html`<div class="felt-loading" role="status"><span class="vh">The table is being set.</span></div>`;
    const { width, height } = bounds(this.layout);
    const isSet = this.shown && this.state.table;
    return html`<section class="felt" aria-label="The table" ${styled({ "--felt-w": width, "--felt-h": height })}>
        ${this.printed}
        ${isSet ? this.pieces() : nothing}
        <div class="flights" aria-hidden="true"></div>
      </section>
      <section class="strip" aria-label="The table">${!isSet ? html`<div class="tiles"></div>` : this.mine.length ? tiles(this) : watchedHands(this)}</section>`;
  }

  /** Draw everything on the printed layout, and the people around it. The layout appears before the table's first message. */
  pieces() {
    const { layout, shown, state } = this;
    if (!layout || !shown) return nothing;
    return html`<div class="pieces">${wagers(layout, shown, state.table.wagers)}</div>
      <div class="pieces">${cards(layout, shown)}${this.houseStake()}${this.drawnStart()}</div>
      ${plaques(this)}`;
  }

  houseStake() {
    const stake = this.shown?.houseStake;
    if (!stake || !this.layout) return nothing;
    return html`<span class="house-stake">House stake against the bank <b>${dollars(stake)}</b></span>`;
  }

  /** Draw where the deal begins, and the dice or the number that decided it, under the name of the house. */
  drawnStart() {
    const { layout, state: { view } } = this;
    if (!layout || !this.shown?.closed) return nothing;
    return html`<div class="placed" ${at(layout, { x: layout.table.x, y: layout.inscription_y + BELOW_INSCRIPTION })}>${drawnStart(view)}</div>`;
  }
}
customElements.define("hw-felt", Felt);
