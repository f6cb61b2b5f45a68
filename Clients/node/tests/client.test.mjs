// The client on the built server. Needs GITXPLORER, the binary's path: `node --test`.

import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { mock, test } from "node:test";
import { CallError, Client, ConnectionError } from "../client.mjs";

const binary = process.env.GITXPLORER ?? "gitxplorer";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gitxplorer-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

/** Runs `use` with a server of its own, and closes the client. */
async function check(use, flags = []) {
  const client = await Client.spawn([binary, "serve", "--sandbox", ...flags]);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

test("responses may arrive in any order", () =>
  check(async (client) => {
    const logins = ["octocat", "github", "exactly-100", "no-repositories"];
    const answers = await Promise.all(logins.map((login) => client.call("user.summary", { login })));
    assert.deepEqual(answers.map((answer) => answer.user.login), logins);
  }));

test("calls lead from a user to repositories, stargazers and followers", () =>
  check(async (client) => {
    const [owner, name] = ["octocat", "Hello-World"];
    const [summary, history, readme] = await Promise.all([
      client.call("repo.summary", { owner, name }),
      client.call("repo.starHistory", { owner, name, points: 4 }),
      client.call("repo.readme", { owner, name }),
    ]);
    assert.equal(summary.repository.fullName, "octocat/Hello-World");
    assert.ok(history.points.length <= 4);
    assert.equal(history.points.at(-1).stars, summary.repository.stars);
    assert.equal(readme.text, "Hello World!\n");
    const { stargazers } = await client.call("repo.stargazers", { owner, name });
    const { login } = stargazers[0];
    const starred = await client.call("user.starred", { login, perPage: 3 });
    assert.equal(starred.login, login);
    assert.ok(starred.repositories.every((it) => it.fullName && "starredAt" in it));
    const followers = await client.call("user.followers", { login: owner, perPage: 3 });
    assert.equal(followers.users.length, 3);
    const following = await client.call("user.following", { login: owner, page: 2, perPage: 3 });
    assert.deepEqual([following.page, following.users.length], [2, 3]);
    const query = "user:octocat hello";
    const found = await client.call("search.repositories", { query, sort: "stars" });
    assert.equal(found.repositories[0].fullName, "octocat/Hello-World");
    const none = { owner: "exactly-100", name: "Plain-map" };
    await assert.rejects(client.call("repo.readme", none), { code: 1404 });
  }));

test("an error from the server has its code and data", () =>
  check(async (client) => {
    const failure = await client.call("user.summary", { login: "no-such-user-0" }).catch((e) => e);
    assert.ok(failure instanceof CallError);
    assert.equal(failure.code, 1404);
    assert.match(failure.data.profileUrl, /no-such-user-0$/);
  }));

test("an aborted call is cancelled, and the connection stays open", () =>
  check(async (client) => {
    const control = new AbortController();
    const call = client.call("users.random", { count: 100 }, { signal: control.signal });
    control.abort();
    await assert.rejects(call, { code: -32800 });
    await assert.rejects(client.call("rate.status", {}, { signal: control.signal }), {
      name: "AbortError",
    });
    assert.equal(typeof (await client.call("rate.status")).resources, "object");
  }, ["--sandbox-option", "latency=2000"]));

test("progress begins and ends, and a handler that throws fails only its own call", () =>
  check(async (client) => {
    const kinds = [];
    const params = { login: "exactly-300", limit: 300 };
    await client.call("repos.list", params, { onProgress: ({ kind }) => kinds.push(kind) });
    assert.equal(kinds[0], "begin");
    assert.equal(kinds.at(-1), "end");
    const fails = () => {
      throw new RangeError("mine");
    };
    const other = { login: "exactly-250", limit: 250 };
    await assert.rejects(client.call("repos.list", other, { onProgress: fails }), RangeError);
    await client.call("cache.stats");
  }));

test("notifications reach their handlers until these are removed", () =>
  check(async (client) => {
    const said = [];
    const changed = new Promise((resolve) => {
      const stop = client.onNotification((method, params) => {
        said.push(method, params.state);
        stop();
        resolve();
      });
    });
    await client.call("auth.login", { token: "ghp_0123456789" });
    await changed;
    await client.call("auth.logout");
    assert.deepEqual(said, ["auth.changed", "authenticated"]);
  }));

test("Unix and TCP sockets answer, except after a wrong secret", async () => {
  const ready = path.join(folder, "ready");
  const secretFile = path.join(folder, "secret");
  const flags = ["--stdio", "--socket", path.join(folder, "socket"), "--listen", "127.0.0.1:0"];
  const watch = fs.watch(folder);
  const arrived = new Promise((resolve) =>
    watch.on("change", () => fs.existsSync(ready) && resolve()),
  );
  await check(async () => {
    await arrived;
    watch.close();
    const lines = fs.readFileSync(ready, "utf8").trim().split("\n");
    for (const address of lines.filter((line) => /^(unix|tcp):/.test(line))) {
      const client = await Client.connect(address, { secretFile });
      assert.equal((await client.call("user.summary", { login: "octocat" })).user.id, 583231);
      await client.close();
    }
    const tcp = lines.find((line) => line.startsWith("tcp:"));
    await assert.rejects(Client.connect(tcp, { secret: "0".repeat(64) }), { code: 1401 });
  }, [...flags, "--ready-file", ready, "--client-secret-file", secretFile]);
});

test("nothing is sent to a socket of another user", async () => {
  const place = path.join(folder, "others");
  let came = 0;
  const server = net.createServer(() => came++).listen(place);
  await once(server, "listening");
  const stat = fs.statSync;
  for (const of of [place, folder]) {
    const owned = fs.realpathSync(of);
    mock.method(fs, "statSync", (at) => ({ uid: at === owned ? 4242 : stat(at).uid }));
    await assert.rejects(Client.connect(`unix:${place}`), /belongs to another user/);
    mock.restoreAll();
  }
  server.close();
  await once(server, "close");
  assert.equal(came, 0);
});

test("an unreachable server and one that exits are connection errors", async () => {
  await assert.rejects(Client.spawn(["/no/such/server"]), ConnectionError);
  await assert.rejects(Client.connect(`unix:${folder}/none`), ConnectionError);
  await assert.rejects(Client.connect("tcp:127.0.0.1:1", { secret: "x" }), ConnectionError);
  await assert.rejects(Client.connect("http://x"), TypeError);
  const client = await Client.spawn([process.execPath, "-e", "process.exit(3)"]);
  await assert.rejects(client.call("rate.status"), /exit status 3/);
  await assert.rejects(client.call("rate.status"), ConnectionError);
  await client.close();
});

/** A server that answers the first request with `lines`, and the second as it should. */
const scripted = (lines) => [process.execPath, "-e", `
  let line = 0;
  require("node:readline").createInterface({ input: process.stdin }).on("line", () => {
    const said = ${JSON.stringify(lines)};
    if (line++ === 0) process.stdout.write(said);
    else process.stdout.write('{"jsonrpc":"2.0","id":2,"result":"second"}\\n');
  });
`];

test("invalid messages fail the calls, not the host program", async () => {
  const lines = [
    "null", "[null]", "7", '"x"', "true", "[7]", "[[]]", "{}", '[{"method":7}]', '{"method":null}',
    '{"id":1}', '{"__proto__":{"method":"$/progress"}}', "{",
  ];
  for (const line of lines) {
    const client = await Client.spawn(scripted(`${line}\n`), { stderr: "ignore" });
    client.onNotification(() => assert.fail("it is no notification"));
    await assert.rejects(client.call("rate.status"), /the server sent a (message|line) that is/, line);
    await assert.rejects(client.call("rate.status"), ConnectionError, line);
    await client.close();
  }
});

test("odd messages are ignored, and the connection stays open", async () => {
  const lines = [
    '{"method":"$/progress"}', '{"method":"$/progress","params":null}',
    '{"method":"$/progress","params":[1]}', '{"method":"$/progress","params":{"token":99}}',
    '{"method":"$/progress","params":{"token":1,"value":null}}',
    '{"method":"$/progress","params":{"token":"__proto__","value":{}}}',
    '{"method":"$/progress","params":{"token":{},"value":{}}}',
    '{"method":"auth.changed","params":null}', '{"method":"auth.changed","params":7}',
    '{"method":"constructor"}', '{"id":99,"result":1}', '{"id":"1","result":1}',
    '{"id":{},"error":{}}', '{"id":"__proto__","result":1}', "[]", " ",
  ];
  const client = await Client.spawn(scripted(`${lines.join("\n")}\n{"id":1,"result":"first"}\n`));
  const warned = once(process, "warning");
  const said = [];
  client.onNotification(() => {
    throw new RangeError("mine");
  });
  client.onNotification((method) => said.push(method));
  const steps = [];
  const first = client.call("rate.status", {}, { onProgress: (step) => steps.push(step) });
  assert.equal(await first, "first");
  assert.equal(await client.call("rate.status"), "second");
  assert.deepEqual([said, steps], [["constructor"], []]);
  assert.match((await warned)[0].message, /mine/);
  await client.close();
});

test("an error of any shape is a CallError", async () => {
  for (const error of ["{}", "7", '"x"', "[]", '{"code":"x","message":7,"data":7}']) {
    const client = await Client.spawn(scripted(`{"id":1,"error":${error}}\n`));
    const failure = await client.call("rate.status").catch((e) => e);
    assert.ok(failure instanceof CallError, error);
    assert.deepEqual([failure.code, failure.data], [-32603, {}]);
    assert.equal(await client.call("rate.status"), "second");
    await client.close();
  }
});

test("a message that is too long ends the connection before it is complete", async () => {
  const endless = [process.execPath, "-e", `
    process.stdin.resume();
    const more = () => process.stdout.write("x".repeat(65536), (failure) => failure || more());
    more();
    process.stdout.on("error", () => process.exit());
  `];
  for (const [options, limit] of [[{}, 16777216], [{ maxMessageBytes: 1000 }, 1000]]) {
    const client = await Client.spawn(endless, options);
    await assert.rejects(client.call("rate.status"), new RegExp(`longer than ${limit} bytes`));
    await client.close();
  }
  const long = `{"id":1,"result":"${"x".repeat(980)}"}\n`;
  const client = await Client.spawn(scripted(long), { maxMessageBytes: long.length - 1 });
  assert.equal((await client.call("rate.status")).length, 980);
  await client.close();
});
