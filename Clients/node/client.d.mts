// The client's types; those of methods, results and errors are in gitxplorer.d.ts.

import type { Caller } from "./rpc.mjs";

export * from "./gitxplorer.js";
export {
  CallError, ConnectionError, type CallOptions, type Notifications, type Progress,
} from "./rpc.mjs";

export interface Client extends Caller {}
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
  close(): Promise<void>;
}
