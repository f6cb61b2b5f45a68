// A client of the GitXplorer server, without dependencies, for Node 18 and later.
//
//     import { Client } from "./client.mjs";
//     const client = await Client.spawn(["gitxplorer", "serve", "--sandbox"]);
//     const summary = await client.call("user.summary", { login: "octocat" });
//     await client.close();

import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Calls, ConnectionError } from "./rpc.mjs";

export { CallError, ConnectionError } from "./rpc.mjs";

/** How long a server may take to end once it was asked to, in milliseconds. */
const PATIENCE = 6000;

/** The longest message accepted, in bytes; the server's own limit has the same default. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** A connection to a server. Calls are answered in any order, so `Promise.all` asks side by side. */
export class Client {
  #input;
  #output;
  #ended;
  #process;
  #calls;
  #maxMessageBytes;

  /** Starts a server and speaks to its stdin and stdout; its log goes to this process's stderr. */
  static async spawn(
    command = ["gitxplorer", "serve"],
    { env, cwd, stderr = "inherit", maxMessageBytes } = {},
  ) {
    const [program, ...flags] = command;
    const server = spawn(program, flags, { env, cwd, stdio: ["pipe", "pipe", stderr] });
    await new Promise((resolve, reject) => {
      server.once("spawn", resolve);
      server.once("error", (cause) =>
        reject(new ConnectionError(`${program} cannot be started: ${cause.message}`, { cause })),
      );
    });
    server.on("error", () => {}); // Its end is reported by the end of the output.
    return new Client(server.stdin, server.stdout, { process: server, maxMessageBytes });
  }

  /** Connects to `unix:PATH` or `tcp:HOST:PORT`; TCP asks for a secret, given or from a file. */
  static async connect(
    address,
    { secret, secretFile = defaultSecretFile(), maxMessageBytes } = {},
  ) {
    const place = parseAddress(address);
    if (place.path !== undefined) checkOwner(place.path);
    const word = place.path === undefined ? (secret ?? readSecret(secretFile)) : undefined;
    const socket = net.connect(place);
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", (cause) =>
        reject(new ConnectionError(`no server answers at ${address}: ${cause.message}`, { cause })),
      );
    });
    const client = new Client(socket, socket, { maxMessageBytes });
    if (word !== undefined) {
      try {
        await client.call("session.authenticate", { secret: word });
      } catch (failure) {
        await client.close();
        throw failure;
      }
    }
    return client;
  }

  /** For `spawn` and `connect`; `process` is the server where this client started it. */
  constructor(input, output, { process, maxMessageBytes = MAX_MESSAGE_BYTES } = {}) {
    this.#input = input;
    this.#output = output;
    this.#process = process;
    this.#maxMessageBytes = maxMessageBytes;
    this.#calls = new Calls({
      send: (text) => input.write(text + "\n"),
      close: () => {
        output.destroy();
        process?.kill();
      },
      warn: (failure) =>
        globalThis.process.emitWarning(failure instanceof Error ? failure : String(failure)),
    });
    const exited = process && new Promise((resolve) => process.once("exit", resolve));
    let rest = [];
    let length = 0; // of `rest`
    output.on("data", (data) => {
      let from = 0;
      while (!this.#calls.isClosed) {
        const end = data.indexOf(10, from);
        const piece = data.subarray(from, end < 0 ? data.length : end);
        length += piece.length;
        if (length > this.#maxMessageBytes) {
          rest = [];
          this.#calls.fail(`the server sent a message longer than ${this.#maxMessageBytes} bytes`);
          return;
        }
        rest.push(piece);
        if (end < 0) return;
        const line = Buffer.concat(rest).toString();
        rest = [];
        length = 0;
        from = end + 1;
        if (line.trim()) this.#calls.receive(line);
      }
    });
    this.#ended = new Promise((resolve) => output.once("close", resolve)).then(async () => {
      const status = await exited;
      this.#calls.end(`the server closed the connection${exited ? ` (exit status ${status})` : ""}`);
    });
    // The end of the output reports a failed write.
    input.on("error", () => {});
    output.on("error", () => {});
  }

  /**
   * Makes one call. When `signal` aborts, the server is asked to cancel it, and the call fails
   * with -32800, or returns its result if it was too late. `onProgress` receives each step.
   */
  call(method, params, options) {
    return this.#calls.call(method, params, options);
  }

  /** Sends a notification, which is never answered. */
  notify(method, params) {
    this.#calls.notify(method, params);
  }

  /** Calls `handler(method, params)` for what the server says by itself; returns how to stop. */
  onNotification(handler) {
    return this.#calls.onNotification(handler);
  }

  /** Ends the connection in order: what was sent is still answered, then both sides end. */
  async close() {
    this.#input.end();
    const force = setTimeout(() => {
      this.#process?.kill("SIGKILL");
      this.#output.destroy();
    }, PATIENCE);
    await this.#ended;
    clearTimeout(force);
  }
}

function parseAddress(address) {
  const [, unix] = /^unix:(.+)$/s.exec(address) ?? [];
  if (unix !== undefined) return { path: unix };
  const [, host, port] = /^tcp:(.+):(\d{1,5})$/.exec(address) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65535) {
    throw new TypeError(`expected unix:PATH or tcp:HOST:PORT, found ${JSON.stringify(address)}`);
  }
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
}

// Node cannot tell which user listens: it may be the owner of the file or of its directory.
function checkOwner(socket) {
  let places;
  try {
    const file = fs.realpathSync(socket);
    places = [file, path.dirname(file)].map((place) => [place, fs.statSync(place).uid]);
  } catch (cause) {
    throw new ConnectionError(`no server listens at ${socket}: ${cause.code}`, { cause });
  }
  for (const [place, owner] of places) {
    if (owner !== 0 && owner !== process.geteuid()) {
      throw new ConnectionError(
        `${place} belongs to another user, who would see all that is sent; use a socket of your own`,
      );
    }
  }
}

function defaultSecretFile() {
  // The XDG specification ignores relative paths.
  const given = process.env.XDG_STATE_HOME ?? "";
  const state = path.isAbsolute(given) ? given : path.join(os.homedir(), ".local", "state");
  return path.join(state, "gitxplorer", "client-secret");
}

function readSecret(file) {
  try {
    return fs.readFileSync(file, "ascii").trim();
  } catch (cause) {
    throw new ConnectionError(`the client secret cannot be read from ${file}: ${cause.code}`, { cause });
  }
}
