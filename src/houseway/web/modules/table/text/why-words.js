/** Explains the result of a round in lines of words. */
import { dollars, signedDollars } from "../../lib/format.js";
import { clauseName, sentence } from "../../parts/clauses.js";
import { RESULTS, outcomeWords } from "../player/round-results.js";
import { cardsWords } from "./table-words.js";

/** @typedef {import("../player/round-results.js").RoundResult} RoundResult @typedef {import("../player/round-results.js").SettledWager} SettledWager */

/** @param {RoundResult} result @returns {string[]} */
export const resultLines = (result) => [
  `Round ${result.round}: ${outcomeWords(result, dollars)}. Staked ${dollars(result.staked)}, returned ${dollars(result.returned)}.`,
  ...result.wagers.map((wager) => `${wager.title}: ${signedDollars(wager.net)}`),
];

/** Explain one wager. @param {RoundResult} result @param {SettledWager} wager @returns {string[]} */
export const whyLines = (result, wager) => [
  `${wager.title}, ${dollars(wager.stake)}, ${RESULTS.get(wager.result) ?? wager.result}: ${signedDollars(wager.net)}.`,
  ...wager.compared.map((each) => `Your ${each.part}, ${each.hand} (${cardsWords(each.cards)}), is ${each.ranks} ${wager.against || "the dealer's"}, ${each.other_hand} (${cardsWords(each.other_cards)}).`),
  ...(wager.compared.length ? [] : wager.hand ? [sentence(wager.hand)] : []),
  ...(wager.row ? [`Paytable: ${sentence(wager.row)}`] : []),
  ...wager.sums.map(sentence),
  ...wager.readings.map((each) => `Reading ${each.reading}: ${sentence(each.words)}`),
  ...wager.clauses.map((clause) => `Clause ${clauseName(clause)}: ${sentence(result.gists[clause] ?? "")}`),
];

/** Return the wagers whose names begin with the typed words; all if nothing was typed. @param {RoundResult} result @param {string} name */
export const namedWagers = (result, name) => result.wagers.filter(({ title }) => title.toLowerCase().startsWith(name.toLowerCase()));
