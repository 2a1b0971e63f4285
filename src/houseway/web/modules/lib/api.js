/** Requests to the service over HTTP. Every refusal has the same shape. */

/**
 * @typedef {{code: string, message: string, clauses: string[], given: string | null, allowed: string | null, instead?: string | null}} ErrorShape
 * @typedef {{id: string, name: string, guest: boolean, roles: string[], permissions: string[]}} Person
 */

/** Write the given or allowed value, or several values, as text. @param {unknown} things */
const listed = (things) => (Array.isArray(things) ? things.join(", ") : String(things ?? ""));

/** The code of a request or a command that got no answer. */
export const CONNECTION_LOST = "connection.lost";

/** A refusal by the service, or a request that got no answer (code `connection.lost`). */
export class Refusal extends Error {
  /** @param {Partial<ErrorShape> & {message: string}} shape @param {number} [status] */
  constructor(shape, status = 0) {
    super(shape.message);
    this.status = status;
    this.code = shape.code ?? "";
    this.clauses = shape.clauses ?? [];
    this.given = listed(shape.given);
    this.allowed = listed(shape.allowed);
    /** What may be done instead, in the service's words where it has some; `allowed` is for programs. */
    this.instead = shape.instead === undefined ? this.allowed : (shape.instead ?? "");
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, signal };
  if (body !== undefined) {
    request.headers = { "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = method === "GET" ? "The server does not answer." : "The server did not answer, so it is not known whether this was done. Look before you send it again.";
    throw new Refusal({ code: CONNECTION_LOST, message });
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

/** @param {Response} answer */
async function refusalOf(answer) {
  try {
    return new Refusal(await answer.json(), answer.status);
  } catch {
    return new Refusal({ code: "answer.unreadable", message: `The server answered ${answer.status}.` }, answer.status);
  }
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await send("GET", path, undefined, signal)).json();

/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export const post = async (path, body = {}, signal) => (await send("POST", path, body, signal)).json();

/** @type {Promise<Person | null> | undefined} */
let person;

/** Return who uses this page, or null without a session. The answer is remembered. @returns {Promise<Person | null>} */
export function whoAmI() {
  person ??= get("/api/session").then((session) => session.person);
  return person;
}

/** Remember who uses this page after a session has begun or ended, and tell the page. @param {Person | null} somebody */
export function rememberPerson(somebody) {
  person = Promise.resolve(somebody);
  dispatchEvent(new CustomEvent("person-changed", { detail: somebody }));
}

/** The event of the window after which the balance of an account may be another. */
export const ACCOUNT_CHANGED = "account-changed";

/** Return the person of this session; begin one as a guest, whom the house names, if there is none. @returns {Promise<Person>} */
export async function ensureSession() {
  const somebody = await whoAmI();
  if (somebody) return somebody;
  const session = await post("/api/session/guest");
  rememberPerson(session.person);
  return session.person;
}

/** Return a fresh id for a command. */
export const newCommandId = () => crypto.randomUUID();

/** The id of what is sent. It stays the same as long as no answer came, so that the service does only once what is sent again. */
export class SentOnce {
  constructor() {
    this.content = "";
    this.id = "";
  }

  /** Return the id under which something is sent. @param {unknown} content */
  idFor(content) {
    const text = JSON.stringify(content);
    if (text !== this.content) Object.assign(this, { content: text, id: newCommandId() });
    return this.id;
  }

  /** Forget the id, unless the answer is still missing. @param {Refusal} [refusal] */
  answered(refusal) {
    if (refusal?.code !== CONNECTION_LOST) this.content = "";
  }
}
