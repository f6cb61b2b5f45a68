// A client in one file: every method with its own params and result, errors told apart by code.

import type { MethodName, Params, RPCError, Result } from "../gitxplorer";

/** Carries one JSON text a line to a server and back, such as the streams of a child process. */
export interface Lines {
  send(line: string): void;
  /** The server's next line. */
  receive(): Promise<string>;
}

/** What a call ends in where it has no result. */
export class CallError extends Error {
  constructor(readonly error: RPCError) {
    super(error.message);
  }
}

type Answer<M extends MethodName> =
  | { id: number; result: Result<M> }
  | { id: number; error: RPCError };

export class Client {
  private lastId = 0;

  constructor(private readonly lines: Lines) {}

  /** Makes one call and waits for its answer; notifications are passed over. */
  async call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    const id = ++this.lastId;
    this.lines.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    for (;;) {
      const answer: Answer<M> = JSON.parse(await this.lines.receive());
      if (answer.id !== id) continue;
      if ("error" in answer) throw new CallError(answer.error);
      return answer.result;
    }
  }
}

/** One line about a user. */
export async function describe(client: Client, login: string): Promise<string> {
  try {
    const summary = await client.call("user.summary", { login });
    const language = summary.favoriteLanguage ?? "no language";
    return `${summary.user.login}: ${summary.totalStars} stars, ${language}`;
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const { error } = failure;
    switch (error.code) {
      case 1404:
        return `${login}: nobody; see ${error.data.profileUrl ?? "GitHub"}`;
      case 1429:
        return `${login}: try again in ${error.data.retryAfterSeconds} s`;
      default:
        return `${login}: ${error.message}`;
    }
  }
}
