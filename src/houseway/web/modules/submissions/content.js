/** The content of a submission's file as a form changes it: values by their place, such as "wagers.blind.minimum". */

/** @typedef {Record<string, any>} Content */

/** Return the value at a place; undefined if nothing is filed there. @param {Content} content @param {string[]} place @returns {any} */
export function valueAt(content, place) {
  return place.reduce((/** @type {any} */ part, key) => part?.[key], content);
}

/** Return the content with another value at a place; undefined removes the entry. @param {any} content @param {string[]} place @param {unknown} value @returns {any} */
export function withValue(content, [key, ...rest], value) {
  const next = rest.length ? withValue(content?.[key] ?? {}, rest, value) : value;
  if (Array.isArray(content)) return next === undefined ? content.toSpliced(Number(key), 1) : content.with(Number(key), next);
  const { [key]: _old, ...others } = content ?? {};
  const isGone = next === undefined || (rest.length > 0 && !Array.isArray(next) && Object.keys(next).length === 0);
  return isGone ? others : { ...content, [key]: next };
}

/** Return the place of a finding as keys of the content. Findings count the entries of a list from 1. @param {string} place */
export const keysOf = (place) => place.split(".").map((key) => (/^\d+$/.test(key) ? String(Number(key) - 1) : key));

/** Return keys of the content as findings name their place. @param {string[]} keys */
export const placeOf = (keys) => keys.map((key) => (/^\d+$/.test(key) ? String(Number(key) + 1) : key)).join(".");

/** Return the letter of a wager's filed paytable; if the book has only one, it need not be filed. @param {Content} content @param {any} field */
export const paytableOf = (content, field) => valueAt(content, ["wagers", field.wager, "paytable"]) ?? (field.paytables.length === 1 ? field.paytables[0] : undefined);

/** Return the meters that the offered wagers pay from, as the paytables name them. @param {Content} content @param {any} form @returns {{wager: string, name: string}[]} */
export function metersNeeded(content, form) {
  return form.wagers.flatMap((/** @type {any} */ field) => {
    if (valueAt(content, ["wagers", field.wager]) === undefined) return [];
    const names = field.meters[paytableOf(content, field) ?? ""] ?? [];
    return names.map((/** @type {string} */ name) => ({ wager: field.wager, name }));
  });
}

const PARTS = { wagers: "Wagers", meters: "Meters", readings: "Readings", approvals: "Approvals" };

/** Return the part of the form in which a finding's place is. @param {string} place */
export const partOf = (place) => PARTS[/** @type {keyof typeof PARTS} */ (place.split(".")[0])] ?? "Table";
