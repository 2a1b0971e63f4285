/** Announcements for screen readers. The two regions are in the document from the start. */

/** Announce something when the screen reader is idle. @param {string} words */
export function announce(words) {
  say("announcer", words);
}

/** Announce something at once: a refusal, a lost connection. @param {string} words */
export function alarm(words) {
  say("alarm", words);
}

/** @param {string} region @param {string} words */
function say(region, words) {
  const place = document.getElementById(region);
  if (!place) return;
  const line = document.createElement("p");
  line.textContent = words;
  place.append(line);
  while (place.childElementCount > 5) place.firstElementChild?.remove();
}
