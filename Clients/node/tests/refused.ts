// Lines that the types must reject: the compiler reports each one that it accepts.

import { Client } from "../client.mjs";
import type { ErrorData, Params } from "../gitxplorer.js";

export async function refused(client: Client): Promise<void> {
  // @ts-expect-error: there is no such method.
  await client.call("user.sumary", { login: "octocat" });
  // @ts-expect-error: the login is missing.
  await client.call("user.summary", {});
  // @ts-expect-error: the params are missing.
  await client.call("user.summary");
  // @ts-expect-error: a count is a number.
  await client.call("users.random", { count: "5" });
  // @ts-expect-error: there is no such sort order.
  await client.call("users.random", { sort: "stars" });
  // @ts-expect-error: there is no such param.
  await client.call("user.avatar", { login: "octocat", width: 16 });
  // @ts-expect-error: the method has no params.
  await client.call("cache.stats", { login: "octocat" });
  // @ts-expect-error: a repository has an owner and a name.
  await client.call("repo.summary", { name: "octocat/Hello-World" });
  // @ts-expect-error: followers have no order.
  await client.call("user.followers", { login: "octocat", sort: "created" });
  // @ts-expect-error: repositories are not sorted by followers.
  await client.call("search.repositories", { query: "chess", sort: "followers" });
  const { latestRelease } = await client.call("repo.summary", { owner: "a", name: "b" });
  // @ts-expect-error: there may be no release.
  latestRelease.tag.trim();
  const { user } = await client.call("user.summary", { login: "octocat" });
  // @ts-expect-error: the name may be null.
  user.name.trim();
  const drawn = await client.call("users.random", { count: 5 });
  // @ts-expect-error: followers may be absent.
  drawn.users[0].followers.toFixed();
}

export function accepted(data: ErrorData): Params<"users.random"> {
  // The kind determines which members exist.
  return { seed: data.kind === "rateLimited" ? data.retryAfterSeconds : 0 };
}
