/** What is asked before a table is opened, wherever that is done: who deals, and whose progressive meters it has. */
import { html, nothing } from "../../vendor/lit/index.js";
import { Refusal, get, post } from "../lib/api.js";

/**
 * @typedef {{id: string, book: string, wager: string, name: string, paytable: string, tables: string[], open_tables: string[], requested: object | null}} Meter
 * @typedef {Record<string, any>} Content what a submission files
 */

/** The choice of meters that no other table has. */
export const OWN_METERS = "own";
const [EVERY, LONGEST_WAIT] = [1000, 10 * 60 * 1000];

/** @type {[string, string][]} */
const DEALERS = [["program", "the program"], ["person", "a person, with electronic cards"], ["physical", "a person, with physical cards"]];

/** Ask who deals. */
export const dealtByField = () => html`<label><span class="label">Dealt by</span><select class="in" name="dealt">${DEALERS.map(([value, title]) => html`<option value=${value}>${title}</option>`)}</select></label>`;

/** Return the settings that the answer means. @param {string} dealt */
export const dealtBy = (dealt) => ({ croupier: dealt === "program", cards: dealt === "physical" ? "physical" : "electronic" });

/** Say what is waited for before a table opens; nothing if that is nothing. @param {string} words */
export const waitsNote = (words) => (words ? html`<p class="body" role="status"><span class="tag wait">Not open yet</span> ${words}</p>` : nothing);

/** @returns {Promise<Meter[]>} */
export const loadMeters = async () => (await get("/api/meters")).meters;

/** Ask whose meters the table has, if its submission files any. @param {Content | null} content @param {Meter[]} meters those of the house */
export function metersField(content, meters) {
  const count = content?.meters?.length;
  if (!content || !count) return nothing;
  return html`<label><span class="label">Progressive ${count > 1 ? "meters" : "meter"}</span><select class="in" name="meters">
    <option value=${OWN_METERS}>${count > 1 ? "of its own" : "one of its own"}</option>
    ${groupsToShare(content, meters).map((tables) => html`<option value=${tables}>shared with ${tables}</option>`)}</select></label>`;
}

/** Whether a meter of the house is one that a submission files. @param {Content} content @param {Meter} meter */
function isFiled(content, { book, wager, name, paytable }) {
  const letter = content.wagers?.[wager]?.paytable ?? paytable;
  return book === content.book && letter === paytable && filedMeter(content, { wager, name }) !== undefined;
}

/** @param {Content} content @param {{wager: string, name: string}} meter */
const filedMeter = (content, { wager, name }) => content.meters?.find((/** @type {Meter} */ filed) => filed.wager === wager && filed.name === name);

/** Return the groups of open tables that share every meter which a submission files, each as one text. @param {Content} content @param {Meter[]} meters */
function groupsToShare(content, meters) {
  const groups = meters.filter((meter) => meter.open_tables.length && isFiled(content, meter)).map(groupOf);
  return [...new Set(groups)].filter((group) => groups.filter((each) => each === group).length === content.meters.length);
}

/** @param {Meter} meter */
const groupOf = ({ open_tables: tables }) => tables.join(", ");

/**
 * Return what a submission files so that a table has the chosen meters. Those of other tables are first filed for it, too, which waits
 * for the rounds in play. @param {Content} content @param {string} table @param {string} choice OWN_METERS, or a group of tables
 * @param {(words: string) => void} say what is waited for
 */
export async function withMeters(content, table, choice, say) {
  if (!content.meters?.length) return content;
  if (choice === OWN_METERS) return withTables(content, () => [table]);
  const isTaken = (await get("/api/tables")).tables.some((/** @type {{id: string}} */ { id }) => id === table);
  if (isTaken) return content; // refused for its name, before other tables are asked to share anything
  const meters = await fileFor(content, table, choice, say);
  return withTables(content, (filed) => meters.find(({ wager, name }) => wager === filed.wager && name === filed.name)?.tables ?? []);
}

/** @param {Content} content @param {(filed: {wager: string, name: string}) => string[]} tablesOf */
function withTables(content, tablesOf) {
  const meters = content.meters.map((/** @type {any} */ { tables: _before, ...filed }) => {
    const tables = tablesOf(filed);
    return tables.length ? { ...filed, tables } : filed; // filed without tables, a meter is for any table with the same terms
  });
  return { ...content, meters };
}

/** File the meters of other tables for a further one, and wait until they are. @param {Content} content @param {string} table @param {string} group @param {(words: string) => void} say */
async function fileFor(content, table, group, say) {
  const ofGroup = async () => (await loadMeters()).filter((meter) => isFiled(content, meter) && groupOf(meter) === group);
  const isShared = (/** @type {Meter} */ { tables }) => !tables.length || tables.includes(table);
  const toFile = (await ofGroup()).filter((meter) => !isShared(meter));
  for (const meter of toFile) await post(`${meterAddress(meter)}/terms?book=${encodeURIComponent(meter.book)}`, { tables: [...meter.tables, table], why: `${table} is to share it` });
  for (let waited = 0; waited < LONGEST_WAIT; waited += EVERY) {
    const meters = await ofGroup();
    if (meters.length === content.meters.length && meters.every(isShared)) return meters;
    say(`It opens when the rounds in play at ${group} have ended.`);
    await new Promise((resolve) => setTimeout(resolve, EVERY));
  }
  throw new Refusal({ code: "meters.waiting", message: `The meters of ${group} cannot be shared yet: a round there has not ended`, given: table, allowed: "later, or meters of its own" });
}

/** The address of a meter. Its id ends with its wager and its name; before these may stand its rule book. @param {{id: string}} meter */
export const meterAddress = ({ id }) => `/api/meters/${id.split("/").slice(-2).map(encodeURIComponent).join("/")}`;
