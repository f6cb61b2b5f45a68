// One line about each user: `node main.mjs octocat github`. It runs what `tsc` makes of client.ts.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Client, describe } from "./client.js";

const [command, ...flags] = (process.env.GITXPLORER_SERVER ?? "gitxplorer serve").split(" ");
const server = spawn(command, flags, { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

const client = new Client({
  send: (line) => server.stdin.write(line + "\n"),
  receive: async () => (await lines.next()).value,
});
for (const login of process.argv.slice(2)) {
  console.log(await describe(client, login));
}
server.stdin.end();
