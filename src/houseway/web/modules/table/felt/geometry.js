/** Where things are on the felt, in the unit of the printed layout. */

/**
 * @typedef {{label: string, shape: string, x: number, y: number, width: number, height: number, angle: number, parts: string[],
 *   kind: string, wager: string, position: number, holds: string, base: boolean}} Area
 * @typedef {{game: string, table: {x: number, y: number, radius: number, rail: number}, facility: string,
 *   inscriptions: string[], inscription_y: number, areas: Area[], hands: Area[]}} Layout
 */

/** How much of the dealer's side is drawn above the edge of the table. */
export const DEALER_RAIL = 34;

/** The drawing's left, top, width and height. @param {Layout} layout */
export function bounds({ table }) {
  return { left: table.x - table.radius, top: table.y - DEALER_RAIL, width: 2 * table.radius, height: table.radius + DEALER_RAIL };
}

/** The area of a wager; a wager on a number is in the area of all numbers. @param {Layout} layout @param {number} position @param {string} wager */
export const wagerArea = (layout, position, wager) => layout.areas.find((area) => area.position === position && area.wager === wager.split(":")[0]);

/** The fields of an area with a number in each, such as the starting number's. @param {Area} area @returns {Area[]} */
export function numberFields(area) {
  const step = area.width / area.parts.length;
  const turned = (area.angle * Math.PI) / 180;
  return area.parts.map((number, place) => {
    const along = step * (place + 0.5) - area.width / 2;
    return { ...area, wager: `${area.wager}:${number}`, x: area.x + along * Math.cos(turned), y: area.y + along * Math.sin(turned) };
  });
}

/** Where cards lie: a position's or the dealer's (0) hand, the board or the box. @param {Layout} layout @param {number} position @param {string} holds */
export const cardArea = (layout, position, holds) => [...layout.areas, ...layout.hands].find((area) => area.holds === holds && area.position === position);

/** A seat's place on the rail. @param {Layout} layout @param {number} position */
export const seatArea = (layout, position) => layout.areas.find((area) => area.kind === "position" && area.position === position);

/** The chips of the house. @param {Layout} layout */
export const inventoryArea = (layout) => /** @type {Area} */ (layout.areas.find((area) => area.holds === "inventory"));

/** The place of the discard rack. @param {Layout} layout */
export const discardArea = (layout) => layout.areas.find((area) => area.holds === "discards");

/** The place of the shoe, at the dealer's left hand next to his chips. @param {Layout} layout */
export function shoePlace(layout) {
  const inventory = inventoryArea(layout);
  const shaker = layout.areas.find((area) => area.label === "Shaker");
  return { x: inventory.x - inventory.width / 2 - (shaker ? 168 : 58), y: inventory.y + 4 };
}

/** Where an account's chips are. @param {Layout} layout @param {string} account @param {number} seat @param {string} wager */
export function accountPlace(layout, account, seat, wager) {
  if (account.startsWith("layout:")) return wagerArea(layout, seat, wager ?? "") ?? seatArea(layout, seat);
  if (account.startsWith("player:") && seat) return seatArea(layout, seat);
  return inventoryArea(layout);
}
