/** A small drawing of a table with its seats around the rail: taken ones filled, free ones dashed. */
import { html, svg } from "../../vendor/lit/index.js";

const CENTRE_X = 64;
const CENTRE_Y = 8;
const RADIUS = 54;

/** @param {import("./lobby.js").Seat[]} seats */
export function miniTable(seats) {
  const taken = seats.filter((seat) => seat.player).length;
  return html`<svg class="mini-table" viewBox="0 0 128 72" role="img" aria-label="${taken} of ${seats.length} seats taken">
    <path class="rail" d="M8 5h112a3 3 0 0 1 0 3 56 54 0 0 1-112 0 3 3 0 0 1 0-3z" />
    <path class="felt" d="M14 9h100a50 46 0 0 1-100 0z" />
    <path class="arc" d="M32 19a32 26 0 0 0 64 0" />
    <rect class="tray" x="48" y="11" width="32" height="6" rx="1.5" />
    ${seats.map((seat, place) => dot(seat, place, seats.length))}
  </svg>`;
}

/** @param {import("./lobby.js").Seat} seat @param {number} place @param {number} count */
function dot(seat, place, count) {
  const angle = Math.PI * ((place + 0.7) / (count + 0.4));
  const x = CENTRE_X - RADIUS * Math.cos(angle);
  const y = CENTRE_Y + RADIUS * Math.sin(angle);
  return svg`<circle class=${seat.player ? "taken" : "free"} cx=${x.toFixed(1)} cy=${y.toFixed(1)} r="6.5" />`;
}
