/** The page on which anybody can check the log. */
import { html } from "../../vendor/lit/index.js";
import { PageElement } from "../lib/element.js";
import "./log.js";

/** Other ways to check the house: who uses them, the command, and what it does. */
const ELSEWHERE = [
  ["A witness", `houseway witness ${location.origin} kept.jsonl --every 60`, "stores each checkpoint on another machine, and reports it if the house ever signs a second history"],
  ["A stranger", "python published/verify.py receipt.json", "checks the files that the house publishes, with a short Python script, without houseway"],
  ["An auditor", "houseway audit SOURCE", "replays every round of a database or an export, and checks chains, seeds, signatures and sums"],
];

class LogPage extends PageElement {
  render() {
    return html`<div class="page audit log-page"><div class="head"><div><h1>Check the house</h1><p>You need not trust the house: this browser verifies every proof itself.</p></div></div>
      <hw-log></hw-log>${elsewhere()}</div>`;
  }
}
customElements.define("hw-log-page", LogPage);

const elsewhere = () => html`<section class="panel elsewhere"><header><h2>Without this page</h2><span class="soft small">a page of the house could be made to lie; these run on your machine</span></header>
  <table class="rec"><thead><tr><th>Who</th><th>Command</th><th>What it does</th></tr></thead><tbody>
    ${ELSEWHERE.map(([who, command, what]) => html`<tr><td class="t nw">${who}</td><td data-l="Command"><code class="mono">${command}</code></td><td class="soft" data-l="What it does">${what}</td></tr>`)}</tbody></table></section>`;
