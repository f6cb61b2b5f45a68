// Asks a GitHub as @octokit/rest does, without retries, and prints the results as JSON.
//
//     node octokit.mjs QUESTION...
//
// The base URL is GITHUB_API_URL, as in @actions/github, and the token is GITHUB_TOKEN. The rules are those of
// @octokit/endpoint 10, @octokit/request 9, @octokit/graphql 8 and @octokit/plugin-paginate-rest 11.

const baseUrl = process.env.GITHUB_API_URL || "https://api.github.com";
const token = process.env.GITHUB_TOKEN;
const userAgent = `octokit-rest.js/21.1.1 octokit-core.js/6.1.4 Node.js/${process.versions.node} (linux; x64)`;

/** The address of a route such as `GET /users/{username}/repos`, with the further parameters as the query. */
function address(url, parameters, isBody) {
  const further = { ...parameters };
  const path = url.replace(/\{(\w+)\}/g, (_, name) => {
    const value = further[name];
    delete further[name];
    return encodeURIComponent(value);
  });
  const whole = /^http/.test(path) ? path : baseUrl + path;
  const names = isBody ? [] : Object.keys(further);
  if (names.length === 0) return [whole, further];
  const encoded = (name) =>
    name === "q" ? further.q.split("+").map(encodeURIComponent).join("+") : encodeURIComponent(further[name]);
  return [whole + (/\?/.test(whole) ? "&" : "?") + names.map((name) => `${name}=${encoded(name)}`).join("&"), {}];
}

async function request(route, parameters = {}, headers = {}) {
  const [method, url] = route.includes(" ") ? route.split(" ") : ["GET", route];
  const isBody = !["GET", "HEAD"].includes(method);
  const [whole, further] = address(url, parameters, isBody);
  const fields = { accept: "application/vnd.github.v3+json", "user-agent": userAgent, ...headers };
  if (token) fields.authorization = `token ${token}`;
  const body = isBody && Object.keys(further).length > 0 ? JSON.stringify(further) : undefined;
  if (body) fields["content-type"] = "application/json; charset=utf-8";
  const response = await fetch(whole, { method, headers: fields, body, redirect: "follow" });
  const result = { status: response.status, url: response.url, headers: Object.fromEntries(response.headers) };
  result.data = await content(response);
  if (response.status === 304) throw new RequestError("Not modified", result);
  if (response.status >= 400) throw new RequestError(result.data.message ?? "Unknown error", result);
  return result;
}

async function content(response) {
  if (response.status === 204 || response.status === 205) return undefined;
  const type = response.headers.get("content-type") || "";
  if (/application\/json/.test(type)) return response.json().catch(() => "");
  if (!type || /^text\/|charset=utf-8$/.test(type)) return response.text();
  return Buffer.from(await response.arrayBuffer()).toString("base64");
}

class RequestError extends Error {
  name = "HttpError";

  constructor(message, response) {
    super(message);
    this.status = response.status;
    this.response = response;
  }
}

/** The items of all pages. The address of the next one is in the field Link. */
async function paginate(route, parameters) {
  const items = [];
  let response = await request(route, parameters);
  for (;;) {
    items.push(...(response.data.items ?? response.data));
    const next = ((response.headers.link || "").match(/<([^<>]+)>;\s*rel="next"/) || [])[1];
    if (!next) return { items, last: seen(response) };
    response = await request(`GET ${next}`);
  }
}

async function graphql(query) {
  const isEnterprise = /\/api\/v3\/?$/.test(baseUrl);
  const url = isEnterprise ? baseUrl.replace(/\/api\/v3\/?$/, "/api/graphql") : "/graphql";
  return (await request(`POST ${url}`, { query })).data.data;
}

/** What a program can see of a response, without what differs from request to request. */
function seen({ status, url, headers, data }) {
  const names = ["content-type", "etag", "last-modified", "link", "vary", "x-github-media-type", "x-oauth-scopes"];
  return { status, url, data, headers: Object.fromEntries(names.map((name) => [name, headers[name] ?? null])) };
}

const questions = {
  user: async () => seen(await request("GET /users/{username}", { username: "octocat" })),
  repositories: () => paginate("GET /users/{username}/repos", { username: "exactly-250", per_page: 100 }),
  stargazers: async () =>
    seen(
      await request(
        "GET /repos/{owner}/{repo}/stargazers",
        { owner: "octocat", repo: "Hello-World", page: 3 },
        { accept: "application/vnd.github.star+json" },
      ),
    ),
  readme: async () =>
    seen(
      await request(
        "GET /repos/{owner}/{repo}/readme",
        { owner: "octocat", repo: "Hello-World" },
        { accept: "application/vnd.github.raw+json" },
      ),
    ),
  picture: async () => seen(await request((await request("GET /users/octocat")).data.avatar_url)),
  missing: () => request("GET /users/{username}", { username: "nobody-at-all" }),
  unchanged: async () => {
    const { headers } = await request("GET /users/octocat");
    return request("GET /users/octocat", {}, { "if-none-match": headers.etag });
  },
  renamed: async () => seen(await request("GET /repos/exactly-100/cosmic.shell")),
  search: () => paginate("GET /search/users", { q: "followers:>90000 type:user", sort: "followers", per_page: 100 }),
  viewer: () => graphql("{ viewer { login } }"),
};

const results = {};
for (const name of process.argv.slice(2)) {
  try {
    results[name] = await questions[name]();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    results[name] = { error: error.message, status: error.status };
  }
}
console.log(JSON.stringify(results));
