// @ts-check
// Lists of users and of repositories.

import { ago, avatar, counted, countedRepositories, day, h, hue, number, theirs, time } from "./dom.mjs";
import { Place } from "./place.mjs";
import { View, pages, skeletonRows, subjects } from "./view.mjs";

/** @typedef {import("./rpc.mjs").User} User */
/** @typedef {import("./rpc.mjs").Repository} Repository */

/**
 * Users as a list of links, each with its picture and a few words.
 *
 * @template {User} U
 * @param {U[]} users
 * @param {(user: U) => string | null | Node} [words]
 */
export function userList(users, words = () => null) {
  return h("ul", { class: "users", "data-rows": true }, users.map((user) => {
    const more = words(user);
    const kind = user.type !== "User" && h("span", { class: "badge" }, theirs(user.type));
    const link = h("a", { class: "row", href: new Place("user", user.login).path },
      avatar(user.login, 48),
      h("span", { class: "words" },
        h("span", { class: "name" }, theirs(user.login)), " ", kind,
        more && h("span", { class: "more" }, more)));
    subjects.set(link, { page: user.profileUrl, owner: user.login });
    return h("li", null, link);
  }));
}

/**
 * Repositories as a list of links.
 *
 * @template {Repository} R
 * @param {R[]} repositories
 * @param {{owner?: boolean, words?: (repository: R) => string | null | Node}} [options]
 */
export function repositoryList(repositories, options = {}) {
  const { owner = false, words = () => null } = options;
  return h("ul", { class: "repositories", "data-rows": true }, repositories.map((repository) => {
    const { fullName, description, language, stars, forks, fork, archived, pushedAt } = repository;
    const link = h("a", { class: "name row", href: new Place("repo", fullName).path },
      theirs(owner ? fullName : repository.name));
    subjects.set(link, { page: repository.url, owner: repository.owner, repository: fullName });
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    dot.style.setProperty("--hue", String(hue(language ?? "")));
    const more = words(repository);
    return h("li", null,
      h("p", { class: "title" }, link, fork && h("span", { class: "badge" }, "fork"),
        archived && h("span", { class: "badge" }, "archived")),
      description && h("p", { class: "description" }, theirs(description)),
      h("p", { class: "facts" },
        h("span", { class: "stars", title: counted(stars, "star") },
          h("span", { "aria-hidden": "true" }, "★ "), number(stars),
          h("span", { class: "hidden" }, stars === 1 ? " star" : " stars")),
        language && h("span", null, dot, theirs(language)),
        h("span", null, counted(forks, "fork")),
        pushedAt && h("span", null, "pushed ", time(pushedAt)),
        more && h("span", null, more)));
  }));
}

/** @param {string} text */
const nothing = (text) => h("p", { class: "nothing" }, text);

const NOBODY_HERE = "There is nobody on this page.";

/** @param {number | undefined} skipped */
export const leftOut = (skipped) =>
  skipped ? h("p", { class: "note" }, `${counted(skipped, "malformed item")} from GitHub ${skipped === 1 ? "was" : "were"} left out.`) : null;

/** A number that nobody would guess, so that each reload draws others. */
const anySeed = () => Math.floor(Math.random() * 2 ** 32);

export class RandomView extends View {
  skeleton() {
    const count = Math.min(Math.max(Number(this.place.number("count")) || 15, 1), 100);
    return [h("div", { class: "skeleton users", "aria-hidden": "true" },
      Array.from({ length: count }, () => h("div", { class: "blank" })))];
  }

  offers() {
    return this.place.query.has("seed") ? [h("a", { href: "/" }, "Show other users")] : [];
  }

  reload() {
    if (this.place.query.has("seed")) return this.run(true);
    // The seed belongs to this entry of the history, so that back brings the same users.
    this.explorer.remember({ seed: anySeed() });
    this.answered = false;
    return this.run(false);
  }

  async load() {
    if (!this.place.query.has("seed") && this.explorer.recall().seed === undefined) {
      this.explorer.remember({ seed: anySeed() });
    }
    const seed = this.place.number("seed") ?? this.explorer.recall().seed;
    const sort = /** @type {any} */ (this.place.query.get("sort") ?? undefined);
    const { users, skipped } = await this.ask("users.random", {
      count: this.place.number("count"), seed, sort,
    });
    this.summary = counted(users.length, "user");
    this.body.replaceChildren(
      ...(users.length ? [] : [nothing("No users were found.")]),
      userList(users, ({ followers }) =>
        followers === undefined ? null : counted(followers, "follower")),
      leftOut(skipped) ?? "",
    );
  }
}

/** `/followers/LOGIN` and `/following/LOGIN`. */
export class PeopleView extends View {
  async load() {
    const { kind, owner } = this.place;
    const method = kind === "followers" ? "user.followers" : "user.following";
    const result = await this.ask(method, { login: owner, page: this.place.number("page") });
    this.page = this.explorer.webPage(owner);
    this.summary = counted(result.users.length, "user");
    this.body.replaceChildren(
      result.users.length
        ? userList(result.users)
        : nothing(result.page > 1 ? NOBODY_HERE
          : kind === "followers" ? "Nobody follows this account." : "This account follows nobody."),
      leftOut(result.skipped) ?? "",
      pages(this.place, result, result.users.length) ?? "",
    );
  }
}

/** `/stargazers/OWNER/NAME`. */
export class StargazersView extends View {
  async load() {
    const [owner, name] = this.place.subject.split("/");
    const result = await this.ask("repo.stargazers", { owner, name, page: this.place.number("page") });
    const { stargazers, repository } = result;
    this.page = this.explorer.webPage(repository);
    this.summary = counted(stargazers.length, "stargazer");
    this.body.replaceChildren(
      stargazers.length
        ? userList(stargazers, ({ starredAt }) =>
            starredAt && h("span", null, "starred ", time(starredAt, day(starredAt))))
        : nothing(result.page > 1 ? NOBODY_HERE : "Nobody has starred it."),
      leftOut(result.skipped) ?? "",
      pages(this.place, result, stargazers.length) ?? "",
    );
  }
}

/** Orders of repositories, with their words. */
const ORDERS = { stars: "Most stars", name: "Name", pushed: "Last push", updated: "Last update", created: "Newest" };

/** `/repos/LOGIN`. */
export class RepositoriesView extends View {
  async load() {
    const sort = this.place.query.get("sort") ?? "stars";
    const { owner, repositories, total, truncated, skipped } = await this.ask("repos.list", {
      login: this.place.owner,
      sort: /** @type {any} */ (sort),
      limit: this.place.number("limit"),
    });
    this.page = owner.profileUrl;
    this.summary = countedRepositories(total);
    const isWhole = total <= repositories.length;
    const list = h("div");
    const count = h("p", { class: "note", role: "status" });
    const show = (/** @type {string} */ text) => {
      this.known.set("filter", text);
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const found = repositories.filter(({ name, description, language }) => {
        const all = `${name} ${description ?? ""} ${language ?? ""}`.toLowerCase();
        return words.every((word) => all.includes(word));
      });
      list.replaceChildren(found.length ? repositoryList(found) : nothing(
        repositories.length ? "No repository matches." : "This account has no public repositories."));
      count.textContent = words.length
        ? `${number(found.length)} of ${number(repositories.length)}`
        : countedRepositories(total) + (isWhole ? "" : `, the first ${number(repositories.length)} of which are here`);
    };
    const filter = h("input", { type: "search", placeholder: "Filter", "aria-label": "Filter these repositories",
      autocomplete: "off", input: () => show(filter.value) });
    filter.value = this.known.get("filter") ?? "";
    show(filter.value);
    this.body.replaceChildren(
      h("div", { class: "controls" }, filter, this.explorer.choice("Order", ORDERS, sort,
        (value) => this.place.with({ sort: value === "stars" ? null : value }))),
      count, list,
      isWhole
        ? ""
        : h("p", null, h("a", { href: this.place.with({ limit: Math.min(total, 10000) }).path },
            `Show all ${number(total)}`)),
      truncated
        ? h("p", { class: "note" }, "This list is incomplete: the server stops after a number of pages.")
        : "",
      leftOut(skipped) ?? "",
    );
  }
}

/** `/starred/LOGIN`. */
export class StarredView extends View {
  async load() {
    const result = await this.ask("user.starred", { login: this.place.owner, page: this.place.number("page") });
    this.page = this.explorer.webPage(this.place.owner);
    this.summary = countedRepositories(result.repositories.length);
    this.body.replaceChildren(
      result.repositories.length
        ? repositoryList(result.repositories, {
            owner: true, words: ({ starredAt }) => starredAt && `starred ${ago(starredAt)}`,
          })
        : nothing(result.page > 1 ? "There are no repositories on this page." : "This account has starred nothing."),
      leftOut(result.skipped) ?? "",
      pages(this.place, result, result.repositories.length) ?? "",
    );
  }
}

const USER_ORDERS = {
  bestMatch: "Best match", followers: "Most followers", repositories: "Most repositories", joined: "Newest",
};
const REPOSITORY_ORDERS = {
  bestMatch: "Best match", stars: "Most stars", forks: "Most forks", updated: "Last update",
};
const USER_EXAMPLES = ["fox followers:>50", "location:Berlin", "type:org"];
const REPOSITORY_EXAMPLES = ["user:octocat", "language:swift stars:>100"];

/** `/search?q=QUERY`. */
export class SearchView extends View {
  budget = "search";

  skeleton() {
    return this.place.query.get("q")?.trim() ? [skeletonRows(8)] : [];
  }

  async load() {
    const { query } = this.place;
    const isForUsers = query.get("type") !== "repositories";
    const text = query.get("q") ?? "";
    const tabs = h("nav", { class: "tabs", "aria-label": "Search in" },
      h("a", { href: this.place.with({ type: null, page: null, sort: null }).path,
        "aria-current": isForUsers && "page" }, "Users"),
      h("a", { href: this.place.with({ type: "repositories", page: null, sort: null }).path,
        "aria-current": !isForUsers && "page" }, "Repositories"));
    if (!text.trim()) {
      this.summary = "Type a query";
      this.body.replaceChildren(tabs, h("div", { class: "nothing" },
        h("p", null, "Type what to look for in the field above."),
        h("p", null, "GitHub’s qualifiers work: ",
          (isForUsers ? USER_EXAMPLES : REPOSITORY_EXAMPLES)
            .flatMap((example, index) => [index > 0 && ", ",
              h("a", { href: this.place.with({ q: example }).path }, h("code", null, example))]))));
      return;
    }
    const sort = /** @type {any} */ (query.get("sort") ?? "bestMatch");
    const page = this.place.number("page");
    const result = isForUsers
      ? await this.ask("search.users", { query: text, page, sort })
      : await this.ask("search.repositories", { query: text, page, sort });
    const count = result.totalCount;
    this.summary = `${counted(count, "result")}`;
    const items = "users" in result ? result.users.length : result.repositories.length;
    const list = "users" in result ? userList(result.users) : repositoryList(result.repositories, { owner: true });
    this.body.replaceChildren(
      tabs,
      h("div", { class: "controls" },
        h("p", { class: "note" }, counted(count, "result"),
          result.incompleteResults && ", incomplete because GitHub ran out of time",
          count > 1000 && ", the first 1,000 of which can be seen"),
        this.explorer.choice("Order", isForUsers ? USER_ORDERS : REPOSITORY_ORDERS, sort,
          (value) => this.place.with({ sort: value === "bestMatch" ? null : value, page: null }))),
      items ? list : nothing("Nothing was found."),
      leftOut(result.skipped) ?? "",
      pages(this.place, result, items) ?? "",
    );
  }
}

