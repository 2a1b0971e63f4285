/** The result of a completed round for one player, from the service's report. */
import { get } from "../../lib/api.js";

/**
 * @typedef {{part: string, cards: string[], hand: string, ranks: string, other_cards: string[], other_hand: string}} Comparison
 * @typedef {{hand: string, pays: string, clause: string, reading?: string, paid: boolean}} PaytableLine
 * @typedef {{position: number, player: string, wager: string, title: string, stake: number, cards: string[], board: string[], high: string[], low: string[],
 *   hand: string, against: string, compared: Comparison[], made: string[], made_hand: string, row: string, paytable: string, rows: PaytableLine[], sums: string[],
 *   readings: {reading: string, choice: string, words: string}[], result: string, cents: number, vigorish: number, net: number,
 *   clauses: string[], moves: {source: string, target: string, cents: number, reason: string, clauses: string[]}[]}} SettledWager
 * @typedef {{round: number, wagers: SettledWager[], hands: any[], net: number, staked: number, returned: number, board: string[],
 *   book: string, gists: Record<string, string>, names: Record<string, string>, void: string}} RoundResult
 */

/** How a wager ended, in words. */
export const RESULTS = new Map([["win", "won"], ["lose", "lost"], ["tie", "was a push"], ["void", "was void"]]);

/** Fetch the result of a round for the player who asks; null if he had no wager in it. @param {string} table @param {number} round @param {string} player @returns {Promise<RoundResult | null>} */
export async function readResult(table, round, player) {
  const { report, names } = await get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/report?as=own`);
  const wagers = report.wagers.filter((/** @type {SettledWager} */ wager) => wager.player === player && (wager.result || wager.stake));
  if (!wagers.length) return null;
  const sum = (/** @type {(wager: SettledWager) => number} */ part) => wagers.reduce((/** @type {number} */ total, /** @type {SettledWager} */ wager) => total + part(wager), 0);
  const staked = sum(({ stake }) => stake);
  const net = sum((wager) => wager.net);
  return {
    round,
    wagers,
    hands: report.hands,
    net,
    staked,
    returned: staked + net,
    board: report.board ?? [],
    book: report.book ?? "",
    gists: report.clauses,
    names,
    void: report.void || report.base_void || "",
  };
}

/** Return the result of a round in words. @param {RoundResult} result @param {(cents: number) => string} dollars */
export function outcomeWords({ net, void: isVoid }, dollars) {
  if (isVoid) return "The round is void";
  if (net > 0) return `You win ${dollars(net)}`;
  return net < 0 ? `You lose ${dollars(-net)}` : "You come out even";
}
