/** The course of a round in pictures: the felt around the player's place, as it is at a few moments. */
import { html, nothing } from "../../vendor/lit/index.js";
import { styled } from "../lib/styled.js";
import { money } from "../lib/facts.js";
import { clauseLinks } from "../parts/clauses.js";
import { drawnStart } from "../parts/dice.js";
import { bounds } from "../table/felt/geometry.js";
import { at, cards, wagers } from "../table/felt/pieces.js";
import { printedLayout } from "../table/felt/printed-layout.js";
import { plaques } from "../table/felt/seats.js";
import { roundFromView } from "../table/felt/shown-round.js";

/**
 * @typedef {import("../table/felt/geometry.js").Layout} Layout
 * @typedef {{title: string, words: string, clauses: string[], view: Record<string, any>, chips: number}} Picture
 * @typedef {{layout: Layout, wagers: Record<string, string>, positions: number[], player: string, position: number, pictures: Picture[]}} Course
 */

/** How far round the player's place and the dealer's cards the felt is shown, in the layout's unit. */
const MARGIN = 34;
/** Below the place, there is room for the player's name. */
const ROOM_FOR_NAME = 80;
const DEALER = ["high", "low", "hand", "board", "box"];

/** @param {Course} course */
export function drawPictures(course) {
  const printed = printedLayout(course.layout);
  const shown = visiblePart(course);
  return html`<ol class="course">${course.pictures.map((picture, place) => html`<li><figure class="panel">
    <div class="moment table-drawing" ${styled({ "--cut-ratio": (shown.width / shown.height).toFixed(4) })}>${felt(course, picture, printed, shown)}</div>
    <figcaption><h3><span class="count">${place + 1}</span>${picture.title}</h3><p>${picture.words}</p>
      <details class="the-rule"><summary>The rule</summary>${clauseLinks(picture.clauses)}</details></figcaption>
  </figure></li>`)}</ol>`;
}

/** Return what part of the felt is shown: the player's place, and what lies in front of the dealer. @param {Course} course */
function visiblePart({ layout, position }) {
  const seen = [...layout.areas, ...layout.hands].filter((area) => area.position === position || (!area.position && DEALER.includes(area.holds)));
  const across = seen.flatMap(({ x, width }) => [x - width / 2, x + width / 2]);
  const down = seen.flatMap(({ y, height }) => [y - height / 2, y + height / 2]);
  const [left, top] = [Math.min(...across) - MARGIN, Math.min(...down) - MARGIN];
  return { left, top, width: Math.max(...across) + MARGIN - left, height: Math.max(...down) + ROOM_FOR_NAME - top };
}

/** @param {Course} course @param {Picture} picture @param {unknown} printed @param {{left: number, top: number, width: number, height: number}} part */
function felt(course, { title, view, chips }, printed, part) {
  const { layout } = course;
  const { left, top, width, height } = bounds(layout);
  const shown = roundFromView(view, null);
  const place = {
    "--felt-w": width, "--felt-h": height, width: percentage(width / part.width),
    left: percentage((left - part.left) / part.width), top: percentage((top - part.top) / part.height),
  };
  const middle = { x: part.left + part.width / 2, y: layout.inscription_y };
  return html`<div class="felt" role="group" aria-label="The felt: ${title}" ${styled(place)}>
    ${printed}
    <div class="pieces">${wagers(layout, shown, course.wagers)}${cards(layout, shown)}${shown.closed && !shown.dealt.size ? html`<div class="placed" ${at(layout, middle)}>${drawnStart(view)}</div>` : nothing}</div>
  </div>
  ${plaques(people(course, shown, chips))}`;
}

/** @param {number} share */
const percentage = (share) => `${(100 * share).toFixed(2)}%`;

/** The data of the names on the rail: only the player is there. @param {Course} course @param {import("../table/felt/shown-round.js").ShownRound} shown @param {number} chips */
const people = ({ layout, player, position }, shown, chips) => ({
  layout, shown, clocks: [], mine: [position], live: null, mayTake: () => false, isAsked: () => false,
  state: { table: { positions: [position] }, names: { [player]: "You" }, chips: { table: [[player, money(chips)]] } },
});
