// @ts-check
// The server: a WebSocket that connects again by itself, and the session.

import { Calls, ConnectionError } from "./rpc.mjs";

/** How long to wait before each further attempt to connect, in milliseconds. */
const PAUSES = [200, 500, 1000, 2000, 3000, 5000];

/** One WebSocket to `/rpc`. */
export class Connection {
  /** @type {WebSocket} */
  #socket;
  /** @type {Calls} */
  calls;
  /**
   * Called with the text of each message that arrives.
   *
   * @type {(text: string) => void}
   */
  watch = () => {};

  /**
   * Resolves when it is open.
   *
   * @param {() => void} [ended]  called when an open connection ends
   * @returns {Promise<Connection>}
   */
  static open(ended) {
    return new Promise((resolve, reject) => {
      const connection = new Connection();
      const socket = connection.#socket;
      socket.onclose = () => reject(new ConnectionError("The server does not answer."));
      socket.onopen = () => {
        socket.onclose = () => {
          connection.calls.end("The connection to the server was lost.");
          ended?.();
        };
        resolve(connection);
      };
    });
  }

  constructor() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/rpc`);
    this.#socket = socket;
    this.calls = new Calls({
      send: (text) => socket.send(text),
      close: () => socket.close(),
      warn: (failure) => console.error(failure),
    });
    socket.onmessage = ({ data }) => {
      this.watch(data);
      this.calls.receive(data);
    };
  }

  /** @param {string} text */
  send(text) {
    this.#socket.send(text);
  }

  close() {
    this.#socket.close();
  }
}

/**
 * Exchanges a launch token or the secret for a session.
 *
 * @param {{launch: string} | {secret: string}} proof
 * @returns {Promise<boolean>} false if it is wrong
 */
export async function signOn(proof) {
  const body = JSON.stringify(proof);
  const headers = { "Content-Type": "application/json" };
  try {
    const { status } = await fetch("/session", { method: "PUT", headers, body });
    if (status === 204) return true;
    if (status === 401) return false;
    throw new ConnectionError(`The server answered with status ${status}.`);
  } catch (failure) {
    if (failure instanceof ConnectionError) throw failure;
    throw new ConnectionError("The server does not answer.");
  }
}

/** @typedef {"connecting" | "open" | "lost" | "locked"} State  locked: there is no session */

/** The connection that all views share. */
export class Server {
  /** @type {State} */
  state = "connecting";
  /**
   * Called after each change of the state.
   *
   * @type {(state: State) => void}
   */
  changed = () => {};
  /**
   * Called with what the server says by itself.
   *
   * @type {(method: string, params: any) => void}
   */
  notified = () => {};
  /** @type {Connection | null} */
  #connection = null;
  /**
   * Called at the next change of the state.
   *
   * @type {Set<() => void>}
   */
  #waiting = new Set();
  #failures = 0;
  #isAttempting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** Connects, and again whenever the connection is lost. */
  async connect() {
    if (this.#isAttempting) return;
    clearTimeout(this.#timer);
    this.#isAttempting = true;
    const wasOpen = this.#connection !== null;
    try {
      // A server that was started anew has no session of ours. Each wrong cookie counts as a wrong
      // secret, so this is found out with one request.
      if (wasOpen && (await this.#isLocked())) return this.#become("locked");
      const connection = await Connection.open(() => {
        if (this.#connection !== connection || this.state !== "open") return;
        this.#failures = 0;
        this.#become("lost");
        this.#later();
      });
      this.#connection = connection;
      this.#failures = 0;
      connection.calls.onNotification((method, params) => this.notified(method, params));
      this.#become("open");
    } catch {
      if (!wasOpen && (await this.#isLocked())) return this.#become("locked");
      this.#become("lost");
      this.#later();
    } finally {
      this.#isAttempting = false;
    }
  }

  /** Tries again at once if the connection is lost. */
  retry() {
    if (this.state === "lost") void this.connect();
  }

  /**
   * Makes a call as soon as there is a connection; fails if there is none to be had.
   *
   * @template {import("./rpc.mjs").MethodName} M
   * @param {M} method
   * @param {import("./rpc.mjs").Params<M>} params
   * @param {import("./rpc.mjs").CallOptions} [options]
   * @returns {Promise<import("./rpc.mjs").Result<M>>}
   */
  async call(method, params, options = {}) {
    // Without a session a view waits until there is one.
    while (this.state === "connecting" || this.state === "locked") {
      await new Promise((resolve) => this.#waiting.add(() => resolve(undefined)));
      options.signal?.throwIfAborted();
    }
    const calls = this.state === "open" ? this.#connection?.calls : undefined;
    if (!calls) throw new ConnectionError("The server does not answer.");
    return /** @type {any} */ (calls).call(method, params, options);
  }

  #later() {
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.connect(), pause);
  }

  /** @param {State} state */
  #become(state) {
    this.state = state;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
    this.changed(state);
  }

  async #isLocked() {
    try {
      const { status } = await fetch("/openrpc.json", { method: "HEAD", cache: "no-store" });
      return status === 401;
    } catch {
      return false;
    }
  }
}
