/** What the dealer does next, in words for those who play. */

/** Steps that end the betting: until they are taken, wagers can be made. */
const ENDS_BETTING = new Set(["close-betting", "confirm-bank"]);

/** Whether betting ends with a step. @param {{act: string} | null | undefined} due */
export const endsBetting = (due) => Boolean(due && ENDS_BETTING.has(due.act));

/** @param {{act: string, words: string}} due @param {number | null} [seconds] how long a clock runs until then */
export function dueWords(due, seconds = null) {
  if (!endsBetting(due)) return `The dealer's next step: ${due.words}`;
  return seconds === null ? "Betting is open" : `Betting closes in ${seconds} s`;
}
