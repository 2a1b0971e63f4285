/** Facts as they travel: `{"cents": 500}`, `{"card": "As"}`, `{"table": [[key, value], ...]}`. See docs/service.md. */

/** Return a table of facts as a Map; an absent one is empty. @param {any} fact @returns {Map<any, any>} */
export const asMap = (fact) => new Map(fact?.table ?? []);

/** Return the cents of a money fact; 0 for none. @param {any} fact @returns {number} */
export const centsOf = (fact) => fact?.cents ?? 0;

/** Return the code of a card fact, such as "As", "Td" or "Jk"; "" for a card that is not known. @param {any} fact @returns {string} */
export const cardOf = (fact) => fact?.card ?? "";

/** Return a fact that travels as money. @param {number} cents */
export const money = (cents) => ({ cents });

/** Return a fact that travels as a card. @param {string} card */
export const card = (card) => ({ card });
