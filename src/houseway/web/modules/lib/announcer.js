/** What is said to people who do not see the page. The two regions are in the document from the start. */

/** Say something when the reader is free. @param {string} words */
export function announce(words) {
  say("announcer", words);
}

/** Say something at once: a refusal, a lost connection. @param {string} words */
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
