// The JSON-RPC half of a client, without a transport: calls, answers, cancellation and progress.
//
// The client for Node and the web explorer share it.

/** An error that the server answered with: `code` and `data` are as `RPCError` says. */
export class CallError extends Error {
  constructor({ code, message, data }) {
    super(message);
    this.name = "CallError";
    this.code = code;
    this.data = data ?? {};
  }
}

/** The server could not be started or reached, or the connection ended before the answer came. */
export class ConnectionError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "ConnectionError";
  }
}

/** The calls of one connection. They are answered in any order. */
export class Calls {
  #transport;
  #lastId = 0;
  #pending = new Map();
  #handlers = new Set();
  #closed = null;
  #lastError = null;

  /**
   * `transport.send(text)` sends a message, `transport.close()` ends a connection whose messages
   * cannot be trusted any more, and `transport.warn(failure)` reports what a handler has thrown.
   */
  constructor(transport) {
    this.#transport = transport;
  }

  /** Whether the connection has ended. */
  get isClosed() {
    return this.#closed !== null;
  }

  /**
   * Makes one call. When `signal` aborts, the server is asked to cancel it, and the call fails
   * with -32800, or returns its result if it was too late. `onProgress` receives each step.
   */
  call(method, params, { signal, onProgress } = {}) {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    const sent = onProgress ? { ...params, workDoneToken: id } : params;
    return new Promise((resolve, reject) => {
      const cancel = () => this.notify("$/cancelRequest", { id });
      signal?.addEventListener("abort", cancel, { once: true });
      const settle = () => {
        this.#pending.delete(id);
        signal?.removeEventListener("abort", cancel);
      };
      this.#pending.set(id, {
        resolve: (result) => (settle(), resolve(result)),
        reject: (failure) => (settle(), reject(failure)),
        onProgress,
      });
      this.#send({ jsonrpc: "2.0", id, method, params: sent });
    });
  }

  /** Sends a notification, which is never answered. */
  notify(method, params) {
    if (!this.#closed) this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Calls `handler(method, params)` for what the server says by itself; returns how to stop. */
  onNotification(handler) {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** Ends a connection whose bytes cannot be trusted to be messages any more. */
  fail(reason) {
    this.end(reason);
    this.#transport.close();
  }

  /** Records that the connection has ended, which ends all calls. */
  end(reason) {
    const said = this.#lastError ? `${reason}: ${this.#lastError.message}` : reason;
    this.#closed ??= new ConnectionError(said, { cause: this.#lastError ?? undefined });
    for (const call of [...this.#pending.values()]) call.reject(this.#closed);
  }

  /** Takes the text of a message or batch. */
  receive(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      this.fail("the server sent a message that is not JSON");
      return;
    }
    for (const one of Array.isArray(message) ? message : [message]) {
      if (!isMessage(one)) {
        this.fail("the server sent a message that is not JSON-RPC");
        return;
      }
      if (one.method === "$/progress") this.#progressed(one.params);
      else if (one.method !== undefined) this.#notified(one);
      else this.#answered(one);
    }
  }

  // Progress that is not an object, or of no open call, is passed over.
  #progressed(params) {
    const call = isObject(params) ? this.#pending.get(params.token) : undefined;
    if (!call || !isObject(params.value)) return;
    try {
      call.onProgress?.(params.value);
    } catch (failure) {
      call.reject(failure); // To the caller; the connection goes on.
    }
  }

  #notified({ method, params = {} }) {
    if (!isObject(params)) return;
    for (const handler of [...this.#handlers]) {
      try {
        handler(method, params);
      } catch (failure) {
        // Thrown from here it would end a program in Node, at the server's will.
        this.#transport.warn(failure);
      }
    }
  }

  #answered({ id, result, error }) {
    const failure = error === undefined || error === null ? undefined : callError(error);
    if (id === null && failure) {
      // A request could not be read. It is not known which one, so all of them fail.
      this.#lastError = failure;
      for (const call of [...this.#pending.values()]) call.reject(failure);
    } else if (failure) this.#pending.get(id)?.reject(failure);
    else this.#pending.get(id)?.resolve(result);
  }

  #send(message) {
    this.#transport.send(JSON.stringify(message));
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMessage(value) {
  if (!isObject(value)) return false;
  return "method" in value
    ? typeof value.method === "string"
    : "result" in value || "error" in value;
}

function callError(error) {
  const { code, message, data } = isObject(error) ? error : {};
  return new CallError({
    code: Number.isInteger(code) ? code : -32603,
    message: typeof message === "string" ? message : "the server sent an error without a message",
    data: isObject(data) ? data : {},
  });
}
