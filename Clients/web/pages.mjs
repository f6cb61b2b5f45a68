// @ts-check
// The pages of a user and of a repository, and the rate limits.

import {
  ago, avatar, bars, button, compact, counted, countedRepositories, day,
  h, moment, number, outside, svg, theirs, time, webPage,
} from "./dom.mjs";
import { leftOut, repositoryList } from "./lists.mjs";
import { Place } from "./place.mjs";
import { ALLOWANCE, View, skeletonRows } from "./view.mjs";

/** @typedef {import("./dom.mjs").Child} Child */
/** @typedef {import("./rpc.mjs").StarHistory} StarHistory */

/**
 * Figures with their names.
 *
 * @param {(readonly [name: string, value: Child, path?: string] | null | false)[]} items
 */
function figures(items) {
  return h("dl", { class: "figures" }, items.map((item) => {
    if (!item) return null;
    const [name, value, path] = item;
    return h("div", null, h("dt", null, name),
      h("dd", null, path ? h("a", { href: path }, value) : value));
  }));
}

/** @param {number} value @param {boolean} [isShort] */
const figure = (value, isShort = value >= 100000) =>
  h("span", { title: number(value) }, isShort ? compact(value) : number(value));

/** `/user/LOGIN`. */
export class UserView extends View {
  skeleton() {
    return [h("div", { class: "skeleton profile", "aria-hidden": "true" },
      h("div", { class: "blank face" }), h("div", { class: "blank" })), skeletonRows(5)];
  }

  offers() {
    const { owner } = this.place;
    return this.answered
      ? [h("a", { href: new Place("repos", owner).path, title: "a" }, "All repositories"),
          h("a", { href: new Place("starred", owner).path }, "Starred")]
      : [];
  }

  async load() {
    const login = this.place.owner;
    const result = await this.ask("user.summary", { login });
    const { user, totalStars, totalRepositories, favoriteLanguage, languages, topRepositories } = result;
    this.page = user.profileUrl;
    this.summary = `${counted(totalStars, "star")}, ${countedRepositories(totalRepositories)}`;
    const of = (/** @type {import("./place.mjs").Kind} */ kind) => new Place(kind, user.login).path;
    const facts = [
      user.company && h("li", null, "Works at ", theirs(user.company)),
      user.location && h("li", null, "In ", theirs(user.location)),
      user.blog && h("li", null, outside(user.blog)),
      h("li", null, "Joined ", time(user.createdAt, day(user.createdAt))),
    ];
    this.body.replaceChildren(
      h("div", { class: "profile" },
        avatar(user.login, 120),
        h("div", null,
          h("p", { class: "who" },
            user.name && h("strong", null, theirs(user.name)), " ",
            h("span", { class: "more" }, theirs(user.login)), " ",
            user.type !== "User" && h("span", { class: "badge" }, theirs(user.type))),
          user.bio && h("p", { class: "bio", dir: "auto" }, user.bio),
          h("ul", { class: "about" }, facts))),
      figures([
        ["Stars", figure(totalStars)],
        ["Repositories", figure(totalRepositories), of("repos")],
        ["Favorite language", favoriteLanguage ? theirs(favoriteLanguage) : "None"],
        ["Followers", figure(user.followers), of("followers")],
        user.type !== "Organization" && ["Following", figure(user.following), of("following")],
      ]),
      section("Languages", languages.length
        ? bars(languages.map(({ language, repositories, stars }) => ({
            name: language, share: repositories,
            text: `${countedRepositories(repositories)}, ${counted(stars, "star")}`,
          })))
        : h("p", { class: "nothing" }, "No languages detected.")),
      section("Most stars",
        topRepositories.length
          ? repositoryList(topRepositories)
          : h("p", { class: "nothing" }, "This account has no public repositories."),
        totalRepositories > topRepositories.length &&
          h("p", null, h("a", { href: of("repos") }, `All ${countedRepositories(totalRepositories)}`))),
      leftOut(result.skipped) ?? "",
    );
  }
}

/** @param {string} title @param {...Child} children */
function section(title, ...children) {
  const id = `part-${title.toLowerCase().replaceAll(" ", "-")}`;
  return h("section", { "aria-labelledby": id }, h("h2", { id }, title), children);
}

/** Each costs a request at most, of which GitHub allows 60 per hour without a token. */
const POINTS = 8;

/** `/repo/OWNER/NAME`. Its parts are asked for side by side, and shown as they arrive. */
export class RepositoryView extends View {
  skeleton() {
    return [];
  }

  offers() {
    const stargazers = new Place("stargazers", this.place.subject).path;
    return [h("a", { href: stargazers, title: "s" }, "Stargazers")];
  }

  async load() {
    const [owner, name] = this.place.subject.split("/");
    const { summary, history, readme } = (this.#parts ??= { summary: h("div"), history: h("div"), readme: h("div") });
    if (!summary.isConnected) {
      this.body.replaceChildren(summary, section("Star history", history), section("README", readme));
    }
    const facts = this.part([h("div", { class: "skeleton summary", "aria-hidden": "true" },
        Array.from({ length: 4 }, () => h("div", { class: "blank" })))],
        async () => this.#facts(await this.ask("repo.summary", { owner, name })), summary);
    const failures = await Promise.all([
      facts,
      this.part(
        [h("div", { class: "skeleton plot", "aria-hidden": "true" }, h("div", { class: "blank" }))],
        async () => [plot(await this.ask("repo.starHistory", { owner, name, points: POINTS }))], history),
      this.part([skeletonRows(4)],
        async () => {
          try {
            return this.#readme(await this.ask("repo.readme", { owner, name }));
          } catch (failure) {
            // The summary tells whether the repository exists.
            const isMissing = /** @type {any} */ (failure).data?.kind === "notFound";
            if (!isMissing || ((await facts) && !this.page)) throw failure;
            return [h("p", { class: "nothing" }, "This repository has no README.")];
          }
        }, readme),
    ]);
    // Where all fail, the first reason stands for them all.
    if (failures.every(Boolean)) {
      this.#parts = null;
      this.answered = false;
      throw failures[0];
    }
  }

  /** @type {{summary: HTMLElement, history: HTMLElement, readme: HTMLElement} | null} */
  #parts = null;

  /** @param {import("./rpc.mjs").RepositorySummary} result */
  #facts(result) {
    const { repository, watchers, openIssues, languages, latestRelease, defaultBranch } = result;
    const { fullName, homepage, license, topics } = repository;
    this.page = repository.url;
    this.summary = counted(repository.stars, "star");
    return [
      repository.description && h("p", { class: "bio", dir: "auto" }, repository.description),
      webPage(homepage) && h("p", null, outside(homepage)),
      topics.length > 0 && h("ul", { class: "topics", "aria-label": "Topics" }, topics.map((topic) =>
        h("li", null, h("a", {
          href: new Place("search", "", { q: `topic:${topic}`, type: "repositories" }).path,
        }, theirs(topic))))),
      figures([
        ["Stars", figure(repository.stars), new Place("stargazers", fullName).path],
        ["Forks", figure(repository.forks)],
        ["Watchers", figure(watchers)],
        ["Open issues", figure(openIssues)],
      ]),
      h("ul", { class: "about" },
        repository.fork && h("li", null, "Fork"),
        repository.archived && h("li", null, "Archived"),
        h("li", null, license === "NOASSERTION"
          ? "Other license"
          : license ? ["License ", theirs(license)] : "No license"),
        h("li", null, "Branch ", theirs(defaultBranch)),
        h("li", null, latestRelease
          ? ["Release ", outside(latestRelease.url, theirs(latestRelease.name || latestRelease.tag)),
              latestRelease.publishedAt ? [", ", time(latestRelease.publishedAt)] : []].flat()
          : "No release"),
        repository.pushedAt && h("li", null, "Pushed ", time(repository.pushedAt)),
        h("li", null, "Created ", time(repository.createdAt, day(repository.createdAt)))),
      section("Languages", languages.length
        ? bars(languages.map(({ language, bytes }) => ({ name: language, share: bytes, text: `${compact(bytes)}B` })))
        : h("p", { class: "nothing" }, "No languages detected.")),
    ];
  }

  /** @param {import("./rpc.mjs").Readme} result */
  #readme({ text, truncated, path, url }) {
    return [
      h("p", { class: "note" }, outside(url, theirs(path)), ", as its author wrote it"),
      h("pre", { class: "readme", dir: "auto" }, text),
      truncated && h("p", { class: "note" }, "Only the beginning is here. ", outside(url, "Read all of it on GitHub")),
    ];
  }
}

/**
 * How many stars a repository had when, as a line and as a table.
 *
 * @param {StarHistory} history
 */
function plot({ points, stars, complete }) {
  if (points.length < 2) {
    return h("p", { class: "nothing" },
      stars ? `${counted(stars, "star")}; too few for a plot.` : "Nobody has starred it.");
  }
  const [width, height, left, bottom] = [640, 170, 10, 10];
  const times = points.map(({ at }) => Date.parse(at));
  const [first, last] = [times[0], times[times.length - 1]];
  const most = Math.max(...points.map((point) => point.stars), 1);
  const spots = points.map((point, index) => ({
    ...point,
    x: left + ((times[index] - first) / (last - first || 1)) * (width - 2 * left),
    y: 10 + (1 - point.stars / most) * (height - 10 - bottom),
  }));
  const line = spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const floor = height - bottom;
  const [from, to] = [points[0].at, points[points.length - 1].at].map(day);
  const said = `From ${number(points[0].stars)} on ${from} to ${counted(stars, "star")} on ${to}`;
  return h("figure", { class: "plot" },
    h("p", { class: "note" }, counted(most, "star")),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": said },
      svg("line", { class: "axis", x1: left, x2: width - left, y1: floor, y2: floor }),
      svg("polygon", { class: "area", points: `${left},${floor} ${line} ${width - left},${floor}` }),
      svg("polyline", { class: "line", points: line }),
      spots.map(({ x, y, at, stars: count }) =>
        svg("circle", { class: "spot", cx: x.toFixed(1), cy: y.toFixed(1), r: 4 },
          svg("title", null, `${day(at)}: ${counted(count, "star")}`)))),
    h("figcaption", null, h("span", null, from), h("span", null, to)),
    !complete && h("p", { class: "note" },
      "GitHub lists only the first 40,000 stars; the last point alone covers the rest."),
    h("details", null, h("summary", null, "The numbers"),
      h("table", null,
        h("thead", null, h("tr", null,
          h("th", { scope: "col" }, "When"), h("th", { scope: "col", class: "number" }, "Stars"))),
        h("tbody", null, points.map((point) => h("tr", null,
          h("td", null, day(point.at)), h("td", { class: "number" }, number(point.stars))))))));
}

/** `/rate`. */
export class RateView extends View {
  async load() {
    const result = await this.ask("rate.status", {});
    this.explorer.noteRate(result);
    const { resources, authenticated } = result;
    const names = Object.keys(resources);
    this.summary = counted(names.length, "limit");
    this.body.replaceChildren(
      h("p", null, authenticated
        ? "The server is signed in. "
        : `The server is not signed in. ${ALLOWANCE} `,
        !authenticated && button("Sign in", () => void this.explorer.account.show(), { class: "main" })),
      h("table", { class: "limits" },
        h("caption", null, "What is left of each limit"),
        h("thead", null, h("tr", null,
          ["Limit", "Left", "Used", "Resets"].map((name, index) =>
            h("th", { scope: "col", class: (index === 1 || index === 2) && "number" }, name)))),
        h("tbody", null, names.map((name) => {
          const { limit, remaining, used, resetAt } = resources[name];
          return h("tr", null,
            h("th", { scope: "row" }, name.split(/(?<=_)/).flatMap((part) => [part, h("wbr")])),
            h("td", { class: "number" }, h("meter", { min: 0, max: Math.max(limit, 1), value: remaining,
              "aria-hidden": "true" }), h("span", null, `${number(remaining)} of ${number(limit)}`)),
            h("td", { class: "number" }, number(used)),
            h("td", null, h("time", { datetime: resetAt, title: moment(resetAt) }, ago(resetAt))));
        }))),
    );
  }
}
