/** The base of pages about all tables of the house: checks the permission, and loads the tables and the steps that wait. */
import { PageElement } from "../lib/element.js";
import { checkPermission } from "../parts/permission.js";
import { TableList } from "./table-list.js";
import { WaitingList } from "./waiting.js";

export class HouseDesk extends PageElement {
  /** @type {import("../../vendor/lit/index.js").PropertyDeclarations} */
  static properties = { person: { state: true }, allowed: { state: true } };
  static permission = "";

  constructor() {
    super();
    /** @type {import("../lib/api.js").Person | null} */
    this.person = null;
    /** @type {boolean | null} */
    this.allowed = null;
    this.waiting = new WaitingList(this);
    this.list = new TableList(this);
  }

  async connectedCallback() {
    super.connectedCallback();
    const { permission } = /** @type {typeof HouseDesk} */ (this.constructor);
    [this.person, this.allowed] = await checkPermission(permission);
  }
}
