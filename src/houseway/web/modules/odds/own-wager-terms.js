/** The terms of a wager of one's own: its book, its name, the cards that decide it, and what a fold does. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { capital } from "../lib/act-words.js";
import { sentence } from "../parts/clauses.js";

/**
 * @typedef {import("./own-wager.js").OwnWagerPage} Page
 * @typedef {import("./own-wager.js").Choice} Choice
 * @typedef {import("./own-wager.js").Choices} Choices
 * @typedef {import("./own-wager.js").Draft} Draft
 */

/** @param {Page} page @param {Choices} choices @param {Draft} draft */
export const termsPanel = (page, choices, draft) => html`<section class="panel"><header><h2>The wager</h2></header>
  <div class="body terms">
    ${textField(page, "title", "Its name", draft.title, (title) => page.change({ title, wager: "" }))}
    ${choiceField(page, "book", "Rule book", choices.books, draft.book, (book) => page.choose({ book }))}
    ${choiceField(page, "cards", "Decided by", choices.cards, draft.cards, (cards) => page.choose({ cards }))}
    ${choiceField(page, "pays_order", "Its hands", HANDS, draft.pays_order ? "order" : "own", (kind) => page.chooseHands(kind === "order"))}
    ${choices.orders.length || draft.order || draft.pays_order ? choiceField(page, "order", "Order of hands", draft.pays_order ? choices.orders : [{ value: "", words: "none" }, ...choices.orders], draft.order, (order) => page.choose({ order })) : nothing}
    ${choices.folds.length || draft.fold ? choiceField(page, "fold", "After a fold", choices.folds, draft.fold, (fold) => page.change({ fold })) : nothing}
    ${choices.void_bases.length || draft.void_base ? choiceField(page, "void_base", "If the other wagers are void", choices.void_bases, draft.void_base, (void_base) => page.change({ void_base })) : nothing}
    ${textField(page, "stakes", "Stakes", draft.stakes, (stakes) => page.change({ stakes }), "any")}
    ${needsField(page, choices, draft)}
  </div></section>`;

const HANDS = [{ value: "own", words: "conditions that I choose" }, { value: "order", words: "the hands of an order" }];

/** What is wrong at a field, under it. @param {Page} page @param {string} place */
export const findingLines = (page, place) => page.findingsAt(place).map(({ message, allowed }) => html`<span class="finding-line small" id=${`${idOf(place)}-wrong`}>${sentence(message)}${allowed && !message.includes(allowed) ? ` Allowed: ${allowed}.` : ""}</span>`);

/** @param {string} place */
export const idOf = (place) => `own-${place.replaceAll(".", "-")}`;

/** @param {Page} page @param {string} place @param {string} label @param {string} value @param {(value: string) => void} set @param {string} [hint] @param {unknown} [findings] what is wrong, unless it is shown elsewhere */
export function textField(page, place, label, value, set, hint = "", findings = findingLines(page, place)) {
  const isWrong = page.findingsAt(place).length > 0;
  return html`<div class="own-field"><label><span class="label">${label}</span>
    <input class="in" autocomplete="off" maxlength="200" placeholder=${hint} .value=${live(value)} aria-invalid=${isWrong} aria-describedby=${isWrong ? `${idOf(place)}-wrong` : nothing}
      @input=${(/** @type {any} */ event) => set(event.target.value)}></label>${findings}</div>`;
}

/** @param {Page} page @param {string} place @param {string} label @param {Choice[]} choices @param {string} value @param {(value: string) => void} set */
export function choiceField(page, place, label, choices, value, set) {
  const isWrong = page.findingsAt(place).length > 0;
  const listed = choices.some((each) => each.value === value) ? choices : [{ value, words: value || "choose" }, ...choices];
  return html`<div class="own-field"><label><span class="label">${label}</span>
    <select class="in" aria-invalid=${isWrong} aria-describedby=${isWrong ? `${idOf(place)}-wrong` : nothing} @change=${(/** @type {any} */ event) => set(event.target.value)}>
      ${listed.map((each) => html`<option value=${each.value} .selected=${live(each.value === value)}>${capital(each.words)}</option>`)}</select></label>${findingLines(page, place)}</div>`;
}

/** The wagers of which one must be placed first; none chosen means the first of the book. @param {Page} page @param {Choices} choices @param {Draft} draft */
function needsField(page, choices, draft) {
  if (choices.needs.length < 2) return nothing;
  const toggle = (/** @type {string} */ wager) => page.change({ needs: draft.needs.includes(wager) ? draft.needs.filter((each) => each !== wager) : [...draft.needs, wager] });
  return html`<fieldset class="own-field"><legend class="label">Placed beside one of</legend><span class="kinds">${choices.needs.map(({ value, words }, place) => html`<label>
    <input type="checkbox" .checked=${live(draft.needs.length ? draft.needs.includes(value) : place === 0)} @change=${() => toggle(value)}> ${words}</label>`)}</span>${findingLines(page, "needs")}</fieldset>`;
}
