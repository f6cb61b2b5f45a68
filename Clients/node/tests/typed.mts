// Compiles: each call has its own params and result, and the code distinguishes errors.

import { CallError, Client, type RPCError } from "../client.mjs";

/** What is shown of a repository, and who is around it. */
export async function walked(client: Client): Promise<string> {
  const [owner, name] = ["octocat", "Hello-World"];
  const summary = await client.call("repo.summary", { owner, name });
  const history = await client.call("repo.starHistory", { owner, name, points: 30 });
  const readme = await client.call("repo.readme", { owner, name });
  const starred = await client.call("user.starred", { login: owner, sort: "updated" });
  const people = [
    await client.call("user.followers", { login: owner, page: 2 }),
    await client.call("user.following", { login: owner }),
  ];
  const found = await client.call("search.repositories", { query: "chess", sort: "stars" });
  return [
    summary.latestRelease?.tag ?? "no release",
    ...summary.languages.map(({ language, bytes }) => `${language}: ${bytes.toFixed()}`),
    ...history.points.map(({ at, stars }) => `${at}: ${stars.toFixed()}`),
    readme.truncated ? readme.url : readme.text,
    ...[...starred.repositories, ...found.repositories].map((it) => it.fullName),
    ...starred.repositories.map((it) => it.starredAt?.slice(0, 10) ?? "some day"),
    ...people.flatMap((page) => page.users.map((user) => user.login)),
  ].join("\n");
}

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
