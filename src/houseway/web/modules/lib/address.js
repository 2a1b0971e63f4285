/** The address of a page. */

/** Return a part of an address as text; as it stands there if it was cut in the middle of a character. @param {string} part */
export function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Return the parts of the path of this page. */
export const pathParts = () => location.pathname.split("/").map(decodePart);
