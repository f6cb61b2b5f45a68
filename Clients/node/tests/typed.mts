// Compiles: each call has its own params and result, and the code distinguishes errors.

import { CallError, Client, type RPCError } from "../client.mjs";

export async function typed(): Promise<string[]> {
  const client = await Client.connect("unix:/run/user/1000/gitxplorer.sock");
  const stop = client.onNotification((method, params) => {
    const state: string = params.state;
    console.log(method, state);
  });
  const [summary, found] = await Promise.all([
    client.call("user.summary", { login: "octocat" }, { signal: new AbortController().signal }),
    client.call("search.users", { query: "tom" }, { onProgress: (step) => console.log(step.kind) }),
  ]);
  stop();
  try {
    await client.call("rate.status");
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    const error = failure as unknown as RPCError;
    if (error.code === 1429) return [String(error.data.retryAfterSeconds)];
  }
  await client.close();
  return [summary.user.login, ...found.users.map((user) => user.login)];
}
