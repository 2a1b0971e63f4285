/** Saves files on the user's machine. */

/** Save a text or other content. @param {string} name @param {string} type @param {BlobPart} content */
export function saveFile(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Save what is at an address. @param {string} address @param {string} name */
export const saveFrom = (address, name) => Object.assign(document.createElement("a"), { href: address, download: name }).click();
