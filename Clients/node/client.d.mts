// The client's types; those of methods, results and errors are in gitxplorer.d.ts.

import type { ErrorData, MethodName, Params, RPCError, Result } from "./gitxplorer.js";

export * from "./gitxplorer.js";

/** One step of a long call. */
export interface Progress {
  kind: "begin" | "report" | "end";
  title?: string;
  message?: string;
  percentage?: number;
}

/** What the server says by itself, with its params. */
export interface Notifications {
  "auth.changed": {
    state: "anonymous" | "pending" | "authenticated" | "invalid";
    login?: string | null;
  };
}

export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (value: Progress) => void;
}

/** An error that the server answered with. */
export class CallError extends Error {
  readonly code: RPCError["code"];
  readonly data: ErrorData;
}

/** The server could not be started or reached, or the connection ended before the answer came. */
export class ConnectionError extends Error {}

export class Client {
  private constructor();
  static spawn(
    command?: readonly string[],
    options?: {
      env?: Record<string, string | undefined>;
      cwd?: string;
      stderr?: "inherit" | "ignore" | number;
      /** The longest message accepted, in bytes; 16 MiB if it is not given. */
      maxMessageBytes?: number;
    },
  ): Promise<Client>;
  static connect(
    address: string,
    options?: { secret?: string; secretFile?: string; maxMessageBytes?: number },
  ): Promise<Client>;
  call<M extends MethodName>(
    method: M,
    ...rest: {} extends Params<M>
      ? [params?: Params<M>, options?: CallOptions]
      : [params: Params<M>, options?: CallOptions]
  ): Promise<Result<M>>;
  notify(method: string, params?: object): void;
  onNotification(
    handler: <N extends keyof Notifications>(method: N, params: Notifications[N]) => void,
  ): () => void;
  close(): Promise<void>;
}
