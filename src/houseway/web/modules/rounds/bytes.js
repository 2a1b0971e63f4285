/** Bytes as hexadecimal text and back, and their SHA-256. */

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** @param {ArrayBuffer} bytes */
export const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const sha256 = async (bytes) => toHex(await crypto.subtle.digest("SHA-256", bytes));
