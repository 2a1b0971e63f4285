/** Taking a seat, buying and cashing chips, and leaving. */
import { html, nothing } from "../../../vendor/lit/index.js";
import { centsOf, money } from "../../lib/facts.js";
import { countThings, dollars } from "../../lib/format.js";
import { readDollars } from "../../parts/bounds.js";
import { lessonAddress, offerLesson } from "./newcomer.js";
import { chooseSpeed, chosenSpeed, SPEEDS } from "../speed.js";
import { limitWords, optionOf, usualBuyIns } from "../player/own-place.js";

/** @typedef {import("./station.js").Station} Station @typedef {import("../player/own-place.js").Option} Option */

/** Draw the offer of free seats to somebody who does not sit yet. @param {Station} station */
export function chooseSeat(station) {
  const option = optionOf(station.state, "sit");
  const free = option?.bounds.position?.choices ?? [];
  if (!option) return watching(station);
  return html`<div class="seat-choice"><div>
    ${station.lostSeat ? lostSeat(station) : html`<p class="lead">Take a seat</p>`}
    <p class="soft">${free.length === 1 ? "One seat is free." : `${free.length} seats are free.`} You buy chips at the table with play money.</p>
    ${offerLesson(station)}
    <div class="choices" role="group" aria-label="Free seats">
      ${free.map((/** @type {number} */ position, /** @type {number} */ index) => html`<button class="act ${index ? "" : "go"}" @click=${() => station.take(option, { position }, `sitting at position ${position}`)}><span>Sit at ${position}</span></button>`)}
    </div></div>
    ${offers(station)}
  </div>`;
}

/** Draw the wagers of the table with their limits. @param {Station} station */
const offers = ({ state }) => html`<dl class="offers" aria-label="Wagers and their limits">
  ${(state.table?.offers ?? []).filter((/** @type {any} */ offer) => !offer.paid_on).map((/** @type {any} */ offer) => html`<div><dt>${offer.title}</dt><dd>${limitWords(offer)}</dd></div>`)}
</dl>`;

/** Say which seat was lost, and where its chips are. @param {Station} station */
const lostSeat = (station) => html`<p class="lead">You no longer sit at position ${station.lostSeat}</p>
    <p class="soft">${station.wasAbsent ? `${awayWords(station.state)}, so we gave up your seat. ` : nothing}Your chips are back on your account, and <a href="/history">your rounds</a> show every result.</p>`;

/** Say for how long somebody may be away. @param {Record<string, any>} state */
function awayWords({ settings }) {
  const rounds = settings?.absent?.rounds;
  return rounds ? `You were away for ${countThings(rounds, "round")}` : "You were away too long";
}

/** Say why somebody cannot sit down. That the table is closed stands above it. @param {Station} station */
function watching(station) {
  const { live, state } = station;
  if (!state.table.open) return html`<div class="seat-choice"><div>${station.lostSeat ? lostSeat(station) : html`<p class="lead">Nobody plays here any more.</p>`}</div></div>`;
  const why = live?.capacity !== "player" ? "People who deal, rule or check here cannot play." : state.stopped ? "Nobody can sit down while it is stopped." : "There is no free seat for you now.";
  return html`<div class="seat-choice"><div><p class="lead">You watch this table.</p><p class="soft">${why} <a href="/">All tables</a></p></div></div>`;
}

/** @param {Station} station @param {boolean} first whether he has no chips yet */
export function buyChips(station, first) {
  const option = optionOf(station.state, "buy-in");
  const bound = option?.bounds.amount;
  if (!option || !bound) return first && station.state.account && !centsOf(station.state.account) ? emptyAccount() : nothing;
  const amounts = usualBuyIns(station.state, bound);
  return html`<form class="buy-in" @submit=${(/** @type {SubmitEvent} */ event) => buyTyped(station, option, event)}>
    ${first ? html`<p class="lead">Buy chips to play</p>${offerLesson(station)}` : nothing}
    <p class="soft">${station.state.account ? html`${dollars(centsOf(station.state.account))} on your account. ` : nothing}You may buy chips for up to ${dollars(bound.most)}.</p>
    <div class="choices">
      ${amounts.map((cents, index) => html`<button type="button" class="act ${first && index === 0 ? "go" : ""}" @click=${() => buy(station, option, cents)}><span>Buy ${dollars(cents)}</span></button>`)}
      <label class="typed"><span class="vh">Another amount in dollars</span><input class="in" name="dollars" inputmode="decimal" placeholder="Other $" size="7" autocomplete="off" required pattern="\\$?[0-9,]+(\\.[0-9]{1,2})?" title="An amount in dollars, such as 250 or 1,000"></label>
    </div>
  </form>`;
}

/** Say where money comes from, to somebody whose account is empty: loaded when that happens. */
function emptyAccount() {
  import("../player/empty-account.js");
  return html`<hw-empty-account></hw-empty-account>`;
}

/** @param {Station} station @param {Option} option @param {number} cents */
const buy = (station, option, cents) => station.take(option, { amount: money(cents) }, `buying chips for ${dollars(cents)}`);

/** @param {Station} station @param {Option} option @param {SubmitEvent} event */
function buyTyped(station, option, event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const cents = readDollars(String(new FormData(form).get("dollars")));
  if (!Number.isNaN(cents)) buy(station, option, cents).then((bought) => bought && form.reset());
}

/** Draw the acts about seat and chips: buy more, cash out, leave, and requests. @param {Station} station @param {Option[]} options */
export function seatMenu(station, options) {
  const simple = options.filter(({ bounds }) => !Object.keys(bounds).length);
  const cashOut = options.find(({ act }) => act === "cash-out");
  return html`<details class="seat-menu">
    <summary>Chips and seat</summary>
    <div class="menu-body">
      ${buyChips(station, false)}
      ${cashOut ? html`<button class="act" @click=${() => station.take(cashOut, { amount: money(cashOut.bounds.amount.most) }, "cashing out")}><span>Cash out ${dollars(cashOut.bounds.amount.most)}</span></button>` : nothing}
      ${simple.map((option) => html`<button class="act" @click=${() => station.take(option, {}, option.words)}><span>${option.words[0].toUpperCase() + option.words.slice(1)}</span></button>`)}
      <button class="act on-phone" @click=${() => station.dispatchEvent(new CustomEvent("colours", { bubbles: true }))}><span>Two or four colours</span></button>
      <label class="act ask-first"><input type="checkbox" .checked=${station.commands.asksBeforeFold} @change=${(/** @type {any} */ event) => station.commands.chooseAsking(event.target.checked)}><span>Ask before I fold or surrender</span></label>
      <label class="act ask-first"><input type="checkbox" .checked=${station.lookingBack.isWanted} @change=${(/** @type {any} */ event) => station.lookingBack.choose(event.target.checked)}><span>Say after a round what was the better choice</span></label>
      ${station.state.settings?.practice ? html`<label class="act ask-first"><input type="checkbox" .checked=${station.advising.warns} @change=${(/** @type {any} */ event) => station.advising.chooseWarnings(event.target.checked)}><span>Warn me before costly mistakes</span></label>` : nothing}
      <label class="act ask-first"><input type="checkbox" .checked=${station.coaching.isOn} @change=${(/** @type {any} */ event) => station.coaching.choose(event.target.checked)}><span>Explain each step</span></label>
      <label class="act ask-first"><span>Cards and chips</span><select class="in" @change=${(/** @type {any} */ event) => chooseSpeed(event.target.value)}>
        ${SPEEDS.map(([name, title]) => html`<option value=${name} ?selected=${name === chosenSpeed()}>${title}</option>`)}</select></label>
      <label class="act ask-first"><input type="checkbox" .checked=${station.sounds.areOn} @change=${(/** @type {any} */ event) => station.sounds.choose(event.target.checked)}><span>Sounds</span></label>
      <a class="act" href=${lessonAddress(station)}><span>How to play</span></a>
      <a class="act" href="/tables/${station.live?.table ?? ""}/text"><span>Text view of this table</span></a>
    </div>
  </details>`;
}
