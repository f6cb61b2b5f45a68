// @ts-check
// A place in the explorer: a screen and its subject, which are its address.

/**
 * @typedef {"random" | "user" | "repos" | "starred" | "followers" | "following" | "repo"
 *   | "stargazers" | "search" | "rate" | "console"} Kind
 */

/**
 * The last part of a title.
 *
 * @type {Partial<Record<Kind, string>>}
 */
const LISTS = {
  repos: "repositories",
  starred: "starred",
  followers: "followers",
  following: "following",
  stargazers: "stargazers",
};

/**
 * The number of parts that follow a kind in its address.
 *
 * @type {Record<Kind, number[]>}
 */
const PARTS = {
  random: [0],
  user: [1],
  repos: [1],
  starred: [1],
  followers: [1],
  following: [1],
  repo: [2],
  stargazers: [2],
  search: [0],
  rate: [0],
  console: [0, 1],
};

/** A screen's address: `/KIND/SUBJECT?QUERY`; `subject` is a login, OWNER/NAME or a method. */
export class Place {
  /**
   * @param {Kind} kind
   * @param {string} [subject]
   * @param {URLSearchParams | Record<string, string>} [query]
   */
  constructor(kind, subject = "", query = {}) {
    this.kind = kind;
    this.subject = subject;
    this.query = new URLSearchParams(query);
  }

  /**
   * Reads an address; null if it is none of the explorer's.
   *
   * @param {URL | Location} address
   */
  static parse({ pathname, search }) {
    const [kind, ...rest] = pathname.replace(/(?<=.)\/$/, "").split("/").slice(1);
    const query = new URLSearchParams(search);
    if (pathname === "/") return new Place("random", "", query);
    if (!Object.hasOwn(PARTS, kind)) return null;
    const known = /** @type {Kind} */ (kind);
    if (!PARTS[known].includes(rest.length) || rest.includes("")) return null;
    return new Place(known, rest.map(decoded).join("/"), query);
  }

  /**
   * The place that a typed or pasted text names: an account with `@`, `OWNER/NAME`, or the address
   * of a page on GitHub. Null if it is a query.
   *
   * @param {string} text
   */
  static named(text) {
    const page = /^(?:https?:\/\/)?(?:www\.)?github\.com\/([^?#]+)/i.exec(text)?.[1];
    const parts = (page ?? text.replace(/^@/, "")).replace(/\/$/, "").split("/");
    if (page && parts[0] === "orgs") parts.shift();
    const [owner, name] = parts;
    if (!/^[A-Za-z0-9_-]{1,39}(\[bot\])?$/.test(owner)) return null;
    if (page ? parts.length > 1 && parts[1] !== "repositories" : parts.length === 2) {
      return /^(?!\.{1,2}$)[\w.-]{1,100}$/.test(name)
        ? new Place("repo", `${owner}/${name.replace(/\.git$/, "")}`)
        : null;
    }
    return page || (text.startsWith("@") && parts.length === 1) ? new Place("user", owner) : null;
  }

  /** What follows the host in the address. */
  get path() {
    const query = this.query.toString();
    const parts = [this.kind, ...(this.subject ? this.subject.split("/") : [])];
    const path = this.kind === "random" && !query ? "/" : `/${parts.map(encoded).join("/")}`;
    return query ? `${path}?${query}` : path;
  }

  get title() {
    const searched = this.query.get("q");
    if (this.kind === "random") return "Random users";
    if (this.kind === "rate") return "Limits";
    if (this.kind === "console") return this.subject || "Console";
    if (this.kind === "search") return searched ? `Search: ${searched}` : "Search";
    return LISTS[this.kind] ? `${this.subject} › ${LISTS[this.kind]}` : this.subject;
  }

  /** The title of the document, which differs for each address. */
  get fullTitle() {
    const page = this.query.get("page");
    const isForRepositories = this.kind === "search" && this.query.get("type") === "repositories";
    const what = isForRepositories ? " in repositories" : "";
    return this.title + what + (page && page !== "1" ? `, page ${page}` : "");
  }

  /** The login that the place is about: a user, or the owner of a repository; otherwise empty. */
  get owner() {
    return ["random", "search", "rate", "console"].includes(this.kind)
      ? ""
      : this.subject.split("/")[0];
  }

  /** The full name of the repository that the place is about, otherwise empty. */
  get repository() {
    return this.kind === "repo" || this.kind === "stargazers" ? this.subject : "";
  }

  /** The page to which the place belongs. */
  get above() {
    if (this.kind === "stargazers") return new Place("repo", this.subject);
    if (this.kind === "console" && this.subject) return new Place("console");
    if (this.kind === "user" || !this.owner) return new Place("random");
    return new Place("user", this.owner);
  }

  /**
   * The same place with another query.
   *
   * @param {Record<string, string | number | null>} changes  null removes a parameter
   */
  with(changes) {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, String(value));
    }
    return new Place(this.kind, this.subject, query);
  }

  /**
   * A number of the query. What is no number is passed on as it is, so that the server's error says
   * what it must be.
   *
   * @param {string} name
   * @returns {any}
   */
  number(name) {
    const text = this.query.get(name);
    if (text === null) return undefined;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} part */
function encoded(part) {
  return encodeURIComponent(part).replaceAll("%5B", "[").replaceAll("%5D", "]");
}
