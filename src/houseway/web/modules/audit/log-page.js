/** The page of the log, for anybody. */
import { html } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import "./log.js";

/** Who can check the house elsewhere, with which command, and what it shows. */
const ELSEWHERE = [
  ["A witness", `houseway witness ${location.origin} kept.jsonl --every 60`, "keeps each checkpoint on another machine, and shows it if the house ever signs a second history"],
  ["A stranger", "python published/verify.py --receipt receipt.json", "checks the files that the house publishes, with a page of Python and nothing of houseway"],
  ["An auditor", "houseway audit SOURCE", "folds every round of a database or an export again, and checks chains, seeds, signatures and sums"],
];

class LogPage extends PageElement {
  render() {
    return html`<div class="page audit log-page"><div class="head"><div><h1>Check the house</h1><p>Nothing here needs trust in the house: this browser computes every proof itself.</p></div></div>
      <hw-log></hw-log>${elsewhere()}</div>`;
  }
}
customElements.define("hw-log-page", LogPage);

const elsewhere = () => html`<section class="panel elsewhere"><header><h2>Without this page</h2><span class="soft small">a page of the house could be made to lie; these run on your machine</span></header>
  <table class="rec"><thead><tr><th>Who</th><th>Command</th><th>What it does</th></tr></thead><tbody>
    ${ELSEWHERE.map(([who, command, what]) => html`<tr><td class="t nw">${who}</td><td data-l="Command"><code class="mono">${command}</code></td><td class="soft" data-l="What it does">${what}</td></tr>`)}</tbody></table></section>`;
