/** Pictures that the server draws. */

/** @param {Uint8Array} svg */
export function pictureAddress(svg) {
  let binary = "";
  for (let start = 0; start < svg.length; start += 32768) binary += String.fromCharCode(...svg.subarray(start, start + 32768));
  return `data:image/svg+xml;base64,${btoa(binary)}`;
}
