/** The base of pages about all tables of the house: loads the tables and the steps that wait. */
import { whoAmI } from "../lib/api.js";
import { PageElement } from "../lib/element.js";
import { TableList } from "./table-list.js";
import { WaitingList } from "./waiting.js";

export class HouseDesk extends PageElement {
  /** @type {import("../../vendor/lit/index.js").PropertyDeclarations} */
  static properties = { person: { state: true } };

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    this.waiting = new WaitingList(this);
    this.list = new TableList(this);
  }

  async connectedCallback() {
    super.connectedCallback();
    this.person = await whoAmI();
  }
}
