/** How fast cards and chips move: a setting of this browser. */

const KEY = "houseway.speed";

/** The speeds that can be chosen, and what a pause is multiplied by. @type {[string, string, number][]} */
export const SPEEDS = [["usual", "as usual", 1], ["fast", "twice as fast", 0.5], ["none", "without moving", 0]];

/** Return the name of the speed that was chosen. */
export const chosenSpeed = () => SPEEDS.find(([name]) => name === localStorage.getItem(KEY))?.[0] ?? "usual";

/** @param {string} name */
export const chooseSpeed = (name) => localStorage.setItem(KEY, name);

/** What a pause or a movement is multiplied by; 0 if nothing moves. */
export const pace = () => SPEEDS.find(([name]) => name === chosenSpeed())?.[2] ?? 1;
