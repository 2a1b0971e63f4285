/** The player's own place as plain values, read from the sections of the table. Only the options say what is allowed; there are no rules here. */
import { asMap, cardOf, centsOf } from "../../lib/facts.js";
import { dollars } from "../../lib/format.js";

/**
 * @typedef {import("../../lib/live-table.js").Option} Option
 * @typedef {{wager: string, title: string, least: number, most: number, stakes: number[], light: boolean, paid_on: string, envy_up_to: number}} Offer
 * @typedef {{key: string, position: number, title: string, offer: Offer | null, staked: number, lit: boolean, envy: boolean, add: Option | null, takeBack: Option | null}} Spot
 * @typedef {{option: Option, facts: Record<string, any>, label: string, detail: string, amount: number, key: string}} Choice
 * @typedef {{low: {card: string}[], high: {card: string}[], low_words: string, high_words: string, legal: boolean, foul?: string,
 *   clauses?: string[], house_way?: boolean}} Setting
 */

/** Acts about seat and chips, and requests. They are offered apart from the round's decisions. */
const ASIDE = new Set(["sit", "leave", "buy-in", "cash-out", "tip", "ask-spread", "ask-house-way", "light"]);
const BETTING = new Set(["wager", "take-back"]);

/** @param {Record<string, any>} state @returns {number[]} */
export const ownPositions = (state) => state.own?.positions ?? [];

/** Return the options that concern a position, or no position. @param {Record<string, any>} state @param {number} position @returns {Option[]} */
export const optionsAt = (state, position) =>
  (state.options ?? []).filter((/** @type {Option} */ option) => [undefined, position].includes(option.facts.position));

/** Return the option of an act, if it is offered. @param {Record<string, any>} state @param {string} act @param {number} [position] */
export const optionOf = (state, act, position = 0) =>
  (position ? optionsAt(state, position) : (state.options ?? [])).find((/** @type {Option} */ option) => option.act === act) ?? null;

/** Return the options of the round that wait for a decision. @param {Record<string, any>} state @param {number} position */
export const decisionsAt = (state, position) =>
  optionsAt(state, position).filter(({ act }) => !ASIDE.has(act) && !BETTING.has(act));

/** Return what concerns seat and chips. @param {Record<string, any>} state @param {number} position */
export const asideAt = (state, position) => optionsAt(state, position).filter(({ act }) => ASIDE.has(act));

/** Return the position whose decision is due, or the first. @param {Record<string, any>} state */
export function askedPosition(state) {
  const positions = ownPositions(state);
  return positions.find((position) => decisionsAt(state, position).some(({ facts }) => facts.position === position)) ?? positions[0] ?? 0;
}

/** @param {Record<string, any>} facts */
const spotKey = ({ wager, number }) => (number === undefined ? wager : `${wager}:${number}`);

/** Return every wager of a position that takes a stake, in the order of the book. @param {Record<string, any>} state @param {number} position @returns {Spot[]} */
export function spotsAt(state, position) {
  const staked = asMap(asMap(state.view?.stakes).get(position));
  const options = optionsAt(state, position);
  const adds = new Map(options.filter(({ act }) => act === "wager").map((option) => [spotKey(option.facts), option]));
  const backs = new Map(options.filter(({ act }) => act === "take-back").map((option) => [spotKey(option.facts), option]));
  /** @type {Map<string, Offer>} */
  const offers = new Map((state.table?.offers ?? []).filter((/** @type {Offer} */ offer) => !offer.paid_on).map((/** @type {Offer} */ offer) => [offer.wager, offer]));
  const divided = new Set([...adds.keys(), ...staked.keys()].filter((key) => key.includes(":")).map((key) => key.split(":")[0]));
  const keys = new Set([...offers.keys(), ...adds.keys(), ...staked.keys()].filter((key) => !divided.has(key)));
  const order = Object.keys(state.table?.wagers ?? {});
  const lit = (state.view?.lit ?? []).includes(position);
  const envy = (state.view?.may_earn_envy ?? []).includes(position);
  return [...keys].sort((one, other) => place(order, one) - place(order, other)).map((key) => {
    const offer = offers.get(key.split(":")[0]) ?? null;
    return {
      key,
      position,
      title: titleOf(state, key),
      offer,
      staked: centsOf(staked.get(key)),
      lit: Boolean(offer?.light) && lit,
      envy: Boolean(offer?.envy_up_to) && envy,
      add: adds.get(key) ?? null,
      takeBack: backs.get(key) ?? null,
    };
  });
}

/** Return the warning before a wager, if the service gives one. @param {Record<string, any>} state @param {Record<string, any>} facts of the option @returns {import("./commanding.js").Caution | null} */
export const cautionOn = (state, facts) =>
  (state.own?.cautions ?? []).find((/** @type {any} */ each) => each.position === facts.position && each.wager === facts.wager && each.number === facts.number) ?? null;

/** Return why an offer at a position can only be passed; null if it can be taken. @param {Record<string, any>} state @param {number} position @returns {{words: string, clauses: string[]} | null} */
export const barredAt = (state, position) => (state.own?.barred ?? []).find((/** @type {any} */ each) => each.position === position) ?? null;

/** Return what is said before a player leaves in the middle of a round, if he has money in it. @param {Record<string, any>} state @param {Option} option */
export function cautionOnLeaving(state, { clauses }) {
  const stakes = ownPositions(state).flatMap((position) => [...asMap(asMap(state.view?.stakes).get(position)).values()]);
  const staked = stakes.reduce((sum, fact) => sum + centsOf(fact), 0);
  return state.view?.closed && staked ? { words: `${dollars(staked)} of yours is on the table and stays in the round, which goes on without you`, clauses } : null;
}

/** Return what is said before a hand is given up. @param {Record<string, any>} state @param {Option} option */
export function cautionOnGivingUp(state, { act, facts, clauses }) {
  const staked = [...asMap(asMap(state.view?.stakes).get(facts.position)).values()].reduce((sum, fact) => sum + centsOf(fact), 0);
  const lies = staked ? `${dollars(staked)} of yours is on the table` : "Your wagers are on the table";
  return { words: act === "fold" ? `${lies}; what you have bet on this hand is lost` : `${lies}; a part of it is lost`, clauses };
}

/** Return what is said before a foul setting, which the service has sent as such. @param {Record<string, any>} state @param {Record<string, any>} facts */
export function cautionOnSetting(state, { position, low }) {
  const setting = settingWith(handAt(state, position)?.settings, (low ?? []).map(cardOf));
  return setting && !setting.legal ? { words: setting.foul ?? "", clauses: setting.clauses ?? [] } : null;
}

/** @param {string[]} order @param {string} key */
const place = (order, key) => order.indexOf(key.split(":")[0]) * 10 + Number(key.split(":")[1] ?? 0) / 10;

/** Return the book's title of a wager. @param {Record<string, any>} state @param {string} key */
export function titleOf(state, key) {
  const [name, number] = key.split(":");
  const title = state.table?.wagers?.[name] ?? name;
  return number ? `${title} ${number}` : title;
}

/** Return the limits of a wager in words. @param {Offer | null} offer */
export function limitWords(offer) {
  if (!offer) return "";
  if (offer.stakes.length) return offer.stakes.map(dollars).join(" or ");
  return `${dollars(offer.least)} to ${dollars(offer.most)}`;
}

/** Return the allowed amounts of a wager if there are only a few. @param {Option | null} option @returns {number[]} */
export const fixedAmounts = (option) =>
  option?.bounds.amount?.kind === "choice" ? option.bounds.amount.choices.map((/** @type {any} */ fact) => centsOf(fact)) : [];

/** Return what a chip adds to a wager: its value, or the minimum. @param {Option} option @param {number} chip in cents */
export const amountFor = (option, chip) => Math.max(chip, option.bounds.amount?.least ?? 0);

/** Return the cards that the player sees: his own, the board and the dealer's. @param {Record<string, any>} state @param {number} position */
export function cardsAt(state, position) {
  const own = asMap(state.own?.view?.cards);
  const open = asMap(state.view?.cards);
  const codes = (/** @type {any[] | undefined} */ facts) => (facts ?? []).map(cardOf);
  return { own: codes(own.get(position) ?? open.get(position)), board: codes(state.view?.board), dealer: codes(open.get(0)) };
}

/** @param {Record<string, any>} state @param {number} position @returns {{words: string, high_words?: string, low_words?: string, settings?: Setting[]} | null} high_words, low_words: of hands that are set */
export const handAt = (state, position) =>
  (state.own?.hands ?? []).find((/** @type {any} */ hand) => hand.position === position) ?? null;

/** Return how many cards go to the low hand, as the settings say that the server sent. @param {Setting[] | undefined} settings */
export const lowSize = (settings) => settings?.[0]?.low.length ?? 0;

/** Return the hands that the player has set, if he has. @param {Record<string, any>} state @param {number} position */
export function setHands(state, position) {
  const both = asMap(asMap(state.own?.view?.settings).get(position) ?? asMap(state.view?.settings).get(position));
  const codes = (/** @type {string} */ part) => (both.get(part) ?? []).map(cardOf);
  return both.size ? { low: codes("low"), high: codes("high") } : null;
}

/** Return the setting with these cards in the low hand. @param {Setting[] | undefined} settings @param {string[]} low */
export const settingWith = (settings, low) =>
  settings?.find((setting) => setting.low.length === low.length && setting.low.every(({ card }) => low.includes(card))) ?? null;

/** Return an option as separate choices: one for each amount, or a single one; none if a number has to be chosen. @param {Option} option @returns {Choice[]} */
export function choicesOf(option) {
  const [name, bound] = Object.entries(option.bounds)[0] ?? [];
  const label = option.words[0].toUpperCase() + option.words.slice(1);
  if (!bound || (bound.optional && bound.kind !== "number")) return [{ option, facts: {}, label, detail: "", amount: 0, key: "" }];
  if (bound.kind !== "choice" || Object.keys(option.bounds).length > 1) return [];
  return bound.choices.map((/** @type {any} */ fact, /** @type {number} */ index) => {
    const amount = centsOf(fact);
    return { option, facts: { [name]: fact }, label: amount ? `${label} ${dollars(amount)}` : `${label} ${fact}`, detail: bound.words?.[index] ?? "", amount, key: "" };
  });
}

/** Give each choice its own key: a digit of its detail, or a letter of its label. @param {Choice[]} choices @param {string} [taken] keys that mean something else */
export function withKeys(choices, taken = "") {
  const used = new Set(taken);
  return choices.map((choice) => {
    const letters = (choices.filter(({ option }) => option === choice.option).length > 1 ? choice.detail.replace(/\D/g, "") : "") + choice.label.toLowerCase().replace(/[^a-z]/g, "");
    const key = [...letters].find((letter) => !used.has(letter)) ?? "";
    used.add(key);
    return { ...choice, key };
  });
}

/** Return the clock that runs for a position. @param {Record<string, any>} state @param {number} position */
export const clockOf = (state, position) =>
  (state.clocks ?? []).find((/** @type {any} */ clock) => clock.position === position) ??
  (state.clocks ?? []).find((/** @type {any} */ clock) => clock.position === null) ??
  null;

/** How many minimum base wagers people usually buy chips for. */
const USUAL = [20, 50, 100];

/** Return usual buy-ins within the allowed amounts, or all that is allowed where that is less. @param {Record<string, any>} state @param {{least: number, most: number}} bound @returns {number[]} */
export function usualBuyIns(state, { least, most }) {
  const base = state.table?.offers?.[0]?.least ?? 1000;
  const round = (/** @type {number} */ cents) => Math.round(cents / 10000) * 10000 || cents;
  const usual = USUAL.map((times) => round(base * times)).filter((cents) => cents >= least && cents <= most);
  return usual.length ? [...new Set(usual)] : [most];
}
