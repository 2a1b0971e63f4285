/** Whether the table sounds, which this browser remembers. It is off until the player turns it on; only then is the rest loaded. */

const KEY = "houseway.sounds";

export class Sounds {
  constructor() {
    this.areOn = localStorage.getItem(KEY) === "on";
    /** @type {Promise<typeof import("./synthesizer.js")> | null} */
    this.loaded = null;
    if (this.areOn) this.load();
  }

  load() {
    this.loaded ??= import("./synthesizer.js");
    return this.loaded;
  }

  /** @param {boolean} wanted */
  choose(wanted) {
    this.areOn = wanted;
    localStorage.setItem(KEY, wanted ? "on" : "off");
    this.play("chip"); // so that one hears what was chosen
  }

  /** @param {"chip" | "card" | "turn" | "win"} name */
  play(name) {
    if (this.areOn) this.load().then(({ sound }) => sound(name), () => {});
  }

  /** Sound what events at the table are for the player. @param {import("../../lib/live-table.js").TableEvent[]} events @param {number[]} positions his own */
  hear(events, positions) {
    if (!this.areOn) return;
    const isOwn = (/** @type {import("../../lib/live-table.js").TableEvent} */ { kind, facts }) => kind === "wager-placed" && positions.includes(facts.position);
    if (events.some(isOwn)) this.play("chip");
    if (events.some(({ facts }) => facts.cards || facts.hands || facts.board)) this.play("card");
  }

  /** Sound the end of a round. Nothing celebrates a round in which no more came back than was staked. @param {{net: number, void: string}} result */
  hearResult({ net, void: isVoid }) {
    if (net > 0 && !isVoid) this.play("win");
  }
}
