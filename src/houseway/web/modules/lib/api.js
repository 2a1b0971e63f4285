/** Requests to the service over HTTP. Every refusal has the same shape. */

/**
 * @typedef {{code: string, message: string, clauses: string[], given: string | null, allowed: string | null}} ErrorShape
 * @typedef {{id: string, name: string, guest: boolean, roles: string[], permissions: string[]}} Person
 */

/** Write the given or allowed value, or several values, as text. @param {unknown} things */
const listed = (things) => (Array.isArray(things) ? things.join(", ") : String(things ?? ""));

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
    throw new Refusal({ code: "connection.lost", message: "The server does not answer. Nothing was changed." });
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

const GUEST_NAMES = ["Ada", "Bea", "Cal", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "May", "Ned", "Ora", "Pia"];

/** Return the person of this session; begin one as a guest if there is none. @param {string} [name] @returns {Promise<Person>} */
export async function ensureSession(name) {
  const somebody = await whoAmI();
  if (somebody) return somebody;
  const guestName = name || GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)];
  const session = await post("/api/session/guest", { name: guestName });
  rememberPerson(session.person);
  return session.person;
}

/** Return a fresh id for a command. */
export const newCommandId = () => crypto.randomUUID();
