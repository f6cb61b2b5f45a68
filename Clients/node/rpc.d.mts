// The types of calls, whatever their transport; those of methods, results and errors are in gitxplorer.d.ts.

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
export class ConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions);
}

/** What a connection offers for calls. */
export interface Caller {
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
}

/** The calls of one connection, which `receive` and `end` are told about. */
export class Calls {
  constructor(transport: {
    send(text: string): void;
    close(): void;
    warn(failure: unknown): void;
  });
  readonly isClosed: boolean;
  receive(text: string): void;
  fail(reason: string): void;
  end(reason: string): void;
}
export interface Calls extends Caller {}
