/** The hands of a wager of one's own: of each its conditions, what it pays, how often it comes and what it contributes. */
import { html, nothing } from "../../vendor/lit/index.js";
import { live } from "../../vendor/lit-html/directives/live.js";
import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { capital } from "../lib/act-words.js";
import { styled } from "../lib/styled.js";
import { exactPercent, oneIn, whole } from "./exact.js";
import { choiceField, findingLines, idOf, textField } from "./own-wager-terms.js";

/**
 * @typedef {import("./own-wager.js").OwnWagerPage} Page
 * @typedef {import("./own-wager.js").Choices} Choices
 * @typedef {import("./own-wager.js").ConditionChoice} ConditionChoice
 * @typedef {import("./own-wager.js").Draft} Draft
 * @typedef {import("./own-wager.js").Row} Row
 * @typedef {import("./odds.js").OddsRow} OddsRow
 */

const ACE = "ace";
/** Kinds of values whose field does not say by itself what they mean. */
const NEEDS_WORDS = ["number", "hand", "text"];
const COUNTS_ACES = ["lowest", "highest"];

/** @param {string} name */
const plain = (name) => name.replaceAll("-", " ");

/** @param {Page} page @param {Choices} choices @param {Draft} draft */
export function handsPanel(page, choices, draft) {
  const nothingRow = page.figures?.odds.rows.at(-1);
  const figures = [...(page.figures?.rows.values() ?? [])];
  const largest = Math.max(0, ...figures.map((row) => Math.abs(Number(row.contribution.decimal))), Math.abs(Number(nothingRow?.contribution.decimal ?? 0)));
  return html`<section class="panel hands"><header><h2>Its hands, the highest first</h2><span class="soft small">the first that fits is paid</span></header>
    <ol>${repeat(draft.rows, ({ key }) => key, (row, number) => handRow(page, choices, draft, row, number, largest))}</ol>
    ${nothingRow ? html`<div class="hand-row rest"><span>Every other deal loses</span>${figuresOf(nothingRow, largest)}</div>` : nothing}
    ${findingLines(page, "rows")}
    <p class="body"><button class="btn add-hand" ?disabled=${draft.rows.length >= choices.most_rows} @click=${() => page.addHand()}>Add a hand</button></p></section>`;
}

/** @param {Page} page @param {Choices} choices @param {Draft} draft @param {Row} row @param {number} number @param {number} largest */
function handRow(page, choices, draft, row, number, largest) {
  const place = `rows.${number}`;
  const name = row.title || plain(row.hand) || `hand ${number + 1}`;
  return html`<li><div class="hand-row" role="group" aria-label="${number + 1}: ${name}">
    <div class="hand-head">
      ${draft.pays_order ? choiceField(page, `${place}.hand`, `Hand ${number + 1}`, choices.hands, row.hand, (hand) => page.changeRow(row.key, { hand }))
        : textField(page, `${place}.title`, `Hand ${number + 1}`, row.title, (title) => page.changeRow(row.key, { title, hand: "" }))}
      ${textField(page, `${place}.pays`, "Pays", row.pays, (pays) => page.changeRow(row.key, { pays }), "nothing", nothing)}
      <span class="row-acts">
        <button class="btn small" aria-label="Move ${name} up" ?disabled=${number === 0} @click=${() => page.change({ rows: moved(draft.rows, number, -1) })}>↑</button>
        <button class="btn small" aria-label="Move ${name} down" ?disabled=${number === draft.rows.length - 1} @click=${() => page.change({ rows: moved(draft.rows, number, 1) })}>↓</button>
        <button class="btn small" aria-label="Take out ${name}" ?disabled=${draft.rows.length === 1} @click=${() => page.takeOutHand(row.key)}>×</button>
      </span>
      ${findingLines(page, `${place}.pays`)}
    </div>
    ${draft.pays_order ? nothing : conditions(page, choices, row, `${place}.conditions`)}
    ${figuresOf(page.figures?.rows.get(row.key), largest)}
  </div></li>`;
}

/** @param {Row[]} rows @param {number} number @param {number} by */
function moved(rows, number, by) {
  const others = rows.filter((_, place) => place !== number);
  return [...others.slice(0, number + by), rows[number], ...others.slice(number + by)];
}

/** How often a hand comes, and what it contributes as a bar. @param {OddsRow | undefined} row @param {number} largest */
function figuresOf(row, largest) {
  if (!row) return html`<p class="hand-figures small soft">${nothing}</p>`;
  const share = Number(row.contribution.decimal);
  return html`<p class="hand-figures small"><span><b>${whole(row.combinations)}</b> ${row.combinations === 1 ? "combination" : "combinations"}</span><span class="soft">${oneIn(row.probability)}</span>
    <span class="n ${share < 0 ? "lose" : ""}"><b>${exactPercent(row.contribution, 2, true)}</b></span>
    <i class="contribution ${share < 0 ? "lost" : ""}" ${styled({ "--share": largest ? Math.abs(share) / largest : 0 })}></i></p>`;
}

/** @param {Page} page @param {Choices} choices @param {Row} row @param {string} place */
function conditions(page, choices, row, place) {
  const put = (/** @type {string} */ key, /** @type {any} */ value) => page.changeRow(row.key, { conditions: { ...row.conditions, [key]: value } });
  const known = choices.conditions.filter(({ key }) => !(key in row.conditions));
  const shown = Object.keys(row.conditions).filter((key) => key !== ACE);
  const hasAces = shown.some((key) => COUNTS_ACES.includes(key)) || ACE in row.conditions;
  return html`<div class="conditions">
    ${shown.map((key) => condition(page, choices, row, key, `${place}.${key}`, (value) => put(key, value)))}
    ${hasAces ? choiceField(page, `${place}.${ACE}`, "Aces are", choices.aces.map((value) => ({ value, words: value })), row.conditions[ACE] ?? choices.aces[0], (value) => put(ACE, value)) : nothing}
    <div class="own-field add"><label><span class="label">${shown.length ? "And also" : "The cards must have"}</span>
      <select class="in" @change=${(/** @type {any} */ event) => { const chosen = known.find(({ key }) => key === event.target.value); event.target.value = ""; if (chosen) put(chosen.key, chosen.start); }}>
        <option value="">choose a condition</option>${known.map(({ key, words }) => html`<option value=${key}>${capital(plain(key))}: ${words}</option>`)}</select></label></div>
    ${findingLines(page, place)}
  </div>`;
}

/** One condition: its value, and what it means. @param {Page} page @param {Choices} choices @param {Row} row @param {string} key @param {string} place @param {(value: any) => void} set */
function condition(page, choices, row, key, place, set) {
  const choice = choices.conditions.find((each) => each.key === key);
  const takeOut = () => {
    const { [key]: _, ...others } = row.conditions;
    const hasAces = Object.keys(others).some((each) => COUNTS_ACES.includes(each));
    page.changeRow(row.key, { conditions: hasAces ? others : Object.fromEntries(Object.entries(others).filter(([each]) => each !== ACE)) });
  };
  return html`<div class="condition">${valueField(page, choices, choice, key, place, row.conditions[key], set)}
    <button class="btn small" aria-label="Take out ${plain(key)}" @click=${takeOut}>×</button>
    ${choice && NEEDS_WORDS.includes(choice.kind) ? html`<span class="small soft">${choice.words}</span>` : nothing}</div>`;
}

/** @param {Page} page @param {Choices} choices @param {ConditionChoice | undefined} choice @param {string} key @param {string} place @param {any} value @param {(value: any) => void} set */
function valueField(page, choices, choice, key, place, value, set) {
  const label = capital(plain(key));
  if (choice?.kind === "kinds") return kindsField(page, choice, label, place, value, set);
  if (choice?.kind === "total") return totalField(page, choices, label, place, value, set);
  if (!choice || choice.kind === "text") return textField(page, place, label, String(value), set);
  const ofText = new Map(choice.choices.map((each) => [String(each), each]));
  return choiceField(page, place, label, [...ofText.keys()].map((each) => ({ value: each, words: plain(each) })), String(value), (text) => set(ofText.get(text) ?? text));
}

/** @param {Page} page @param {ConditionChoice} choice @param {string} label @param {string} place @param {any} value @param {(value: any) => void} set */
function kindsField(page, choice, label, place, value, set) {
  const chosen = Array.isArray(value) ? value : [value];
  const toggle = (/** @type {string | number} */ kind) => set(chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]);
  return html`<fieldset class="own-field"><legend class="label">${label}</legend><span class="kinds">${choice.choices.map((kind) => html`<label>
    <input type="checkbox" .checked=${live(chosen.includes(kind))} @change=${() => toggle(kind)}> ${kind}</label>`)}</span>${findingLines(page, place)}</fieldset>`;
}

/** @param {Page} page @param {Choices} choices @param {string} label @param {string} place @param {any} value @param {(value: any) => void} set */
function totalField(page, choices, label, place, value, set) {
  const isWrong = page.findingsAt(place).length > 0;
  const bound = (/** @type {string} */ name) => (/** @type {any} */ event) => {
    const { [name]: _, ...others } = value;
    const text = event.target.value.trim();
    set(text === "" ? others : { ...others, [name]: /^\d{1,4}$/.test(text) ? Number(text) : -1 });
  };
  return html`<fieldset class="own-field"><legend class="label">${label}</legend><span class="totals">
    ${["least", "most"].map((name) => html`<label>${name} <input class="in short" inputmode="numeric" autocomplete="off" .value=${String(value[name] ?? "")} aria-invalid=${isWrong} aria-describedby=${isWrong ? `${idOf(place)}-wrong` : nothing} @input=${bound(name)}></label>`)}
    ${Object.entries(choices.totals).map(([name, numbers]) => html`<label>${name} <select class="in" @change=${(/** @type {any} */ event) => set({ ...value, [name]: Number(event.target.value) })}>
      ${numbers.map((number) => html`<option .selected=${live(value[name] === number)}>${number}</option>`)}</select></label>`)}
  </span>${findingLines(page, place)}</fieldset>`;
}
