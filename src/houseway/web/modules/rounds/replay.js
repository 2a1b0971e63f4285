/** Surveillance: a completed round event by event, as the house or a seat saw it, with ledger, proofs and reasons. */
import { html, nothing } from "../../vendor/lit/index.js";
import { announce } from "../lib/announcer.js";
import { decodePart, pathParts } from "../lib/address.js";
import { ensureSession, get, Refusal } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { KeyListener } from "../lib/key-listener.js";
import { refusalBox, sentence } from "../parts/clauses.js";
import { notThere } from "../parts/not-there.js";
import { printedLayout } from "../table/felt/printed-layout.js";
import { advicePanel } from "./advice-panel.js";
import { checkDealtDeck, deckPanel } from "./dealt-deck.js";
import { eventList } from "./events.js";
import { ledger } from "./ledger.js";
import { proofList, seedPanel } from "./proof-panels.js";
import { checkChain, checkReceipt, checkSeeds, judgeSeeds } from "./proofs.js";
import { reasons } from "./reasons.js";
import { Recording } from "./recording.js";
import { saveLedger, saveRecord, saveText } from "./saving.js";
import { scrubber } from "./scrubber.js";
import { seatList, tableDrawing } from "./stage.js";

const PLAYING_PACE = 700;
const NO_TABLE = "house.table";
/** Refusals that say which rounds are over. */
const ROUND_CODES = ["service.round", "service.round-live"];

export class Replay extends PageElement {
  static properties = {
    recording: { state: true }, place: { state: true }, layout: { state: true }, withMoney: { state: true }, proofs: { state: true },
    report: { state: true }, advice: { state: true }, refusal: { state: true }, playing: { state: true },
  };

  constructor() {
    super();
    const [, , table, number] = pathParts();
    this.table = table;
    this.number = Number(number);
    this.path = `/api/tables/${encodeURIComponent(table)}/rounds/${number}`;
    /** @type {Recording | null} */
    this.recording = null;
    /** The index of the moment that is shown. */
    this.place = 0;
    /** @type {import("../table/felt/geometry.js").Layout | null} */
    this.layout = null;
    /** The printed part of the table, drawn once. @type {unknown} */
    this.printed = nothing;
    this.withMoney = true;
    /** @type {{chain: import("./proofs.js").Proof, deck: import("./dealt-deck.js").DealtDeck, seeds: import("./proofs.js").SeedProof[], shuffle: import("./proofs.js").Proof, receipt: import("./proofs.js").Proof} | null} */
    this.proofs = null;
    /** The data from which the proofs were computed. @type {Record<string, any>} */
    this.evidence = {};
    /** @type {{why: any, findings: import("./reasons.js").Finding[], names: Record<string, string>} | null} */
    this.report = null;
    /** The requests for advice that this person may see. @type {import("./advice-panel.js").Advice | null} */
    this.advice = null;
    /** @type {import("../lib/api.js").Refusal | null} */
    this.refusal = null;
    this.playing = false;
    /** Loaded replays, by perspective. @type {Map<string, Recording>} */
    this.loaded = new Map();
    /** The perspective that was chosen last. */
    this.wanted = "";
    this.keys = new KeyListener(this, (event) => this.press(event));
  }

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async begin() {
    try {
      if (!(this.number > 0 && Number.isSafeInteger(this.number))) throw new Refusal({ message: "This is not the number of a round" });
      const person = await ensureSession();
      const wanted = new URLSearchParams(location.search).get("as");
      await this.look(wanted ?? (person.permissions.includes("round.read-sealed") ? "house" : "public"));
      const own = this.recording?.replay.perspectives.find(({ is_own }) => is_own);
      if (!wanted && own) await this.look(own.through);
      if (own && person.permissions.includes("account.read-own")) import("./share.js");
      this.goToAddress();
      get(`${this.path}/advice`).then((advice) => (this.advice = advice), () => {});
      await Promise.all([this.draw(), this.prove()]);
    } catch (error) {
      this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** Go to the event that the address names, or to the first event of the part that it names. */
  goToAddress() {
    const [, kind, name] = decodePart(location.hash).match(/^#(event|part)-(.+)$/) ?? [];
    const place = this.recording?.moments.findIndex(({ number, phase }) => (kind === "part" ? phase === name : number === Number(name))) ?? -1;
    if (kind && place >= 0) this.goTo(place);
  }

  /** Load the printed layout, on which the rest is drawn. */
  async draw() {
    const layout = await get(`/api/tables/${encodeURIComponent(this.table)}/layout`);
    this.printed = printedLayout(layout);
    this.layout = layout;
  }

  /** Change the perspective at the same event. @param {string} through */
  async look(through) {
    this.wanted = through;
    if (!this.loaded.has(through)) this.loaded.set(through, new Recording(await get(`${this.path}/replay?as=${through}`)));
    if (this.wanted !== through) return; // another one was chosen meanwhile
    const at = this.recording?.moments[this.place]?.number;
    this.recording = this.loaded.get(through) ?? null;
    this.place = Math.max(0, this.recording?.moments.findIndex(({ number }) => number === at) ?? 0);
    const show = (/** @type {typeof this.report} */ report) => this.wanted === through && (this.report = report);
    get(`${this.path}/why?as=${through}`).then(show, () => show(null));
  }

  /** @param {string} through */
  async choose(through) {
    try {
      await this.look(through);
      if (this.wanted !== through) return;
      history.replaceState(null, "", `?as=${through}${location.hash}`);
      announce(`As ${this.perspective?.title} saw it`);
    } catch (error) {
      if (this.wanted === through) this.refusal = /** @type {import("../lib/api.js").Refusal} */ (error);
    }
  }

  /** Verify the chain, the seeds and the signature. */
  async prove() {
    const [chance, chain, { keys }, receipt] = await Promise.all([
      get(`${this.path}/chance`), get(`${this.path}/chain`), get("/api/keys"), get(`${this.path}/receipt`).catch(() => null),
    ]);
    this.evidence = { chance, chain, keys, receipt };
    const seeds = await checkSeeds(chance);
    const deck = await checkDealtDeck(this.recording?.moments ?? [], chance.shuffles);
    this.proofs = { seeds, deck, shuffle: judgeSeeds(seeds, deck.proof), chain: await checkChain(chain), receipt: await checkReceipt(receipt, keys, chain, chance.values) };
  }

  get perspective() {
    return this.recording?.replay.perspectives.find(({ through }) => through === this.recording?.replay.through);
  }

  /** The seat whose view is shown, if it is a seat's. */
  get own() {
    const seat = this.recording?.replay.through.match(/^seat:(\d+)$/);
    return seat ? Number(seat[1]) : null;
  }

  /** Whether an event is listed; movements of money can be hidden. @param {number} place */
  isListed(place) {
    return this.withMoney || this.recording?.moments[place].kind !== "money-moved";
  }

  /** @param {number} place */
  goTo(place) {
    if (!this.recording) return;
    this.place = Math.min(Math.max(place, 0), this.recording.last);
    history.replaceState(null, "", `${location.search}#event-${this.recording.moments[this.place].number}`);
  }

  /** Go to the next or previous listed event. @param {1 | -1} step */
  step(step) {
    let place = this.place + step;
    while (this.recording && place > 0 && place < this.recording.last && !this.isListed(place)) place += step;
    this.goTo(place);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const types = target.matches("select, textarea, input:not([type=range], [type=checkbox], [type=radio])");
    if (!this.recording || types || event.ctrlKey || event.metaKey || event.altKey) return;
    const { recording, place } = this;
    /** @type {Record<string, () => void>} */
    const keys = {
      Home: () => this.goTo(0), End: () => this.goTo(recording.last), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      "[": () => this.goTo(recording.neighbouringAct(place, -1)), "]": () => this.goTo(recording.neighbouringAct(place, 1)),
    };
    if (!keys[event.key] || (target.matches("[type=radio]") && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    keys[event.key]();
    announce(recording.moments[this.place].words);
  }

  togglePlaying() {
    this.playing = !this.playing;
    clearInterval(this.timer);
    if (!this.playing) return;
    this.timer = setInterval(() => {
      this.step(1);
      if (this.place === this.recording?.last) this.togglePlaying();
    }, PLAYING_PACE);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("place") && !changed.has("recording")) return;
    const [list, item] = [this.querySelector(".events ol"), this.querySelector(".events [aria-current]")];
    if (!list || !item) return;
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 40 || top > list.clientHeight - 90) list.scrollTop += top - list.clientHeight * 0.42;
  }

  /** @param {import("../lib/api.js").Refusal} refusal */
  nothingToReplay({ code, message, allowed }) {
    const isTable = code !== NO_TABLE;
    const ways = html`<a class="btn primary" href="/rounds${isTable ? `?table=${encodeURIComponent(this.table)}` : ""}">All rounds${isTable ? ` of ${this.table}` : ""}</a>`;
    const there = ROUND_CODES.includes(code) ? allowed : isTable ? "" : `Tables that there are: ${allowed}`;
    return html`<div class="page narrow">${notThere(sentence(message), sentence(there ?? ""), ways)}</div>`;
  }

  render() {
    const { recording } = this;
    if (!recording) return html`<div class="page replay"><p class="crumb"><a href="/rounds">Surveillance</a></p>${this.refusal ? this.nothingToReplay(this.refusal) : html`<h1>Round ${this.number} at ${this.table}</h1><p class="loading">Loading…</p>`}</div>`;
    document.title = `Round ${this.number}, ${this.table} · houseway`;
    return html`<div class="page replay">
      ${this.heading(recording)}
      ${this.refusal ? refusalBox(this.refusal) : nothing}
      <div class="replay-grid">
        <section class="stage">${this.perspectives(recording)}${this.stage(recording)}${scrubber(this, recording)}</section>
        <div class="beside">${ledger(recording, this.place)}${eventList(this)}</div>
        ${reasons(this.report, recording.replay.book)}
        <div class="deck-column">${this.proofs ? deckPanel(this.proofs.deck) : nothing}${advicePanel(this.advice, (number) => this.goTo(recording.moments.findIndex((each) => each.number === number)))}${recording.replay.perspectives.some(({ is_own }) => is_own) ? html`<hw-share-round .table=${this.table} .number=${this.number}></hw-share-round>` : nothing}${this.saving(recording)}</div>
        ${this.proofs ? seedPanel(this.proofs, this.evidence) : nothing}
      </div>
    </div>`;
  }

  /** @param {Recording} recording */
  heading({ replay, balances }) {
    const day = new Date(replay.began_at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
    return html`<div class="head"><div>
      <p class="crumb"><a href="/rounds">Surveillance</a> · <a href="/rounds?table=${replay.table}">table ${replay.table}</a> · <a href="/rules/${replay.book}">${replay.title}</a></p>
      <h1>Round ${replay.round}, ${day}</h1></div>${proofList(this.proofs, balances)}</div>`;
  }

  /** @param {Recording} recording */
  perspectives({ replay }) {
    const words = this.own === null ? { house: "What the house knew: every card whose seal is open.", public: "What everybody at the table could see." }[replay.through] : `What ${this.perspective?.title} could see at this event, and no more.`;
    return html`<div class="whose"><fieldset class="seg"><legend class="vh">As who saw it</legend>
      ${replay.perspectives.map(({ through, title }) => html`<label><input type="radio" name="through" .checked=${through === replay.through} @change=${() => this.choose(through)}><span>${title.replace(" (program)", "")}</span></label>`)}
      </fieldset><p class="small soft">${words}</p></div>`;
  }

  /** @param {Recording} recording */
  stage(recording) {
    if (!this.layout) return html`<div class="felt-loading"></div>`;
    const { layout, printed, place, own } = this;
    const { dice = [], number = null } = recording.views[place];
    const goTo = (/** @type {string} */ key, /** @type {number} */ index) => this.goTo(recording.momentOfCard(place, layout, key, index));
    const stage = { layout, printed, shown: recording.shown[place], recording, balances: recording.balancesAt(place), own, drawn: { dice, number }, goTo };
    return html`<div class="table-drawing">${tableDrawing(stage)}</div>${seatList(stage)}`;
  }

  /** @param {Recording} recording */
  saving(recording) {
    const { replay } = recording;
    const checks = replay.perspectives.some(({ through }) => through === "house");
    const file = `${replay.table}-round-${replay.round}.jsonl`;
    const seen = `as ${replay.through === "house" ? "the house" : this.perspective?.title} saw it`;
    return html`<section class="panel saving"><header><h2>Take it along</h2><span class="small soft">${seen}</span></header><div class="body">
      <p class="files"><button class="btn" @click=${() => saveRecord(recording, this.report, this.evidence)}>Record with proofs (JSON)</button>
        <button class="btn" @click=${() => saveText(recording)}>Events in words (text)</button>
        <button class="btn" @click=${() => saveLedger(recording)}>Ledger (CSV)</button>
        ${checks ? html`<a class="btn" href="/api/tables/${encodeURIComponent(replay.table)}/rounds/${replay.round}/log" download=${file}>Log of the table up to here (JSON lines)</a>` : nothing}</p>
      ${checks ? html`<p class="small soft">The log has everything that the house stored about the table: <code>houseway replay ${file} --round ${replay.round} --why</code> replays it, <code>houseway verify ${file} --table ${replay.table} --round ${replay.round}</code> checks the seeds.</p>` : nothing}</div></section>`;
  }
}
customElements.define("hw-replay", Replay);
