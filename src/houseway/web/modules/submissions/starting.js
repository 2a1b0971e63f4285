/** The start of a submission: a new one for a rule book, an example, or a file of the user. */
import { html } from "../../vendor/lit/index.js";
import { capital } from "../lib/act-words.js";

/**
 * @typedef {{book: string, title: string, jurisdiction: string, source: string}} Book
 * @typedef {{name: string, about: string}} Example
 * @typedef {{nothing: (book: string) => void, example: (name: string) => void, file: (file: File) => void}} Start
 */

/** @param {Book[]} books @param {Example[]} examples @param {Start} start */
export const startingPoints = (books, examples, start) => html`<ul class="starts">
    ${books.map((book) => bookStart(book, examples.filter(({ name }) => name.startsWith(`${book.book}/`)), start))}
  </ul>
  ${ownFile(start)}`;

/** @param {Book} book @param {Example[]} examples @param {Start} start */
const bookStart = (book, examples, start) => html`<li class="panel"><header><div><p class="label">${capital(book.jurisdiction)}</p><h2>${book.title}</h2></div></header>
  <ul class="ways">
    ${examples.map(({ name, about }) => way(exampleTitle(name), about, book, () => start.example(name)))}
    ${way("Nothing", `Every question of ${book.source}, without an answer.`, book, () => start.nothing(book.book))}
  </ul></li>`;

/** @param {string} name such as "md.pai-gow-poker/minimal" */
const exampleTitle = (name) => capital(name.slice(name.indexOf("/") + 1).replaceAll("-", " "));

/** @param {string} title @param {string} about @param {Book} book @param {() => void} begin */
const way = (title, about, book, begin) => html`<li><div><b>${title}</b><p class="soft">${about}</p></div>
  <button class="btn quiet" @click=${begin}>Start<span class="vh"> from ${title}, ${book.jurisdiction}, ${book.title}</span></button></li>`;

/** @param {Start} start */
function ownFile(start) {
  const take = (/** @type {FileList | null | undefined} */ files) => files?.[0] && start.file(files[0]);
  return html`<label class="panel drop" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      @drop=${(/** @type {DragEvent} */ event) => { event.preventDefault(); take(event.dataTransfer?.files); }}>
    <span><b>A file of your own</b><span class="soft">Drop a submission in TOML here, or choose it. It stays in this browser until a table is opened from it.</span></span>
    <input class="vh" type="file" accept=".toml" aria-label="A submission in TOML" @change=${(/** @type {Event} */ event) => take(/** @type {HTMLInputElement} */ (event.target).files)}><span class="btn" aria-hidden="true">Choose a file</span>
  </label>`;
}
