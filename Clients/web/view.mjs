// @ts-check
// What all screens have in common: requests, progress, errors, and leaving.

import { ago, button, clock, copy, h, moment, number, outside, theirs, webPage } from "./dom.mjs";
import { Place } from "./place.mjs";
import { CallError } from "./rpc.mjs";

/** @typedef {import("./rpc.mjs").Freshness} Freshness */
/** @typedef {import("./dom.mjs").Child} Child */
/** @typedef {import("./main.mjs").Explorer} Explorer */

/**
 * A user or repository on the screen.
 *
 * @typedef {{page: string, owner: string, repository?: string}} Subject
 */

/**
 * The subjects of rows.
 *
 * @type {WeakMap<Element, Subject>}
 */
export const subjects = new WeakMap();

/**
 * From best to worst.
 *
 * @type {Freshness["source"][]}
 */
const SOURCES = ["network", "revalidated", "cache", "stale"];

/** What a sign-in is good for. */
export const ALLOWANCE = "GitHub allows 60 requests per hour without a token and 5,000 with one.";

/** The view has been left, or has begun to load again. */
class Left extends Error {}

/**
 * A place on the screen. It owns its requests: leaving it cancels them, and what they bring later
 * changes nothing.
 */
export class View {
  /** GitHub's name of the budget that it uses. */
  budget = "core";
  /**
   * The page that `o` opens if no row has the focus.
   *
   * @type {string | null}
   */
  page = null;
  /** What is announced when the result is there. */
  summary = "";
  /** @type {unknown} */
  error = null;
  /** Whether there is a result. */
  answered = false;
  #abort = new AbortController();
  #refresh = false;
  #takesKnown = true;
  /** @type {Freshness[]} */
  #freshness = [];
  #heading = h("h1", { tabindex: "-1" });
  #actions = h("div", { class: "actions" });
  #age = h("p", { class: "age" });
  #progress = h("progress", { "aria-label": "Progress", hidden: true });
  #trouble = h("div");

  /**
   * @param {Explorer} explorer
   * @param {Place} place
   * @param {Map<string, any>} known  results of this view's last visit, by question
   */
  constructor(explorer, place, known) {
    this.explorer = explorer;
    this.place = place;
    this.known = known;
    this.body = h("div", { class: "body" });
    this.#heading.append(...this.#title());
    this.root = h(
      "article",
      { class: "view", "data-kind": place.kind },
      h("header", { class: "head" }, this.#heading, this.#actions),
      h("div", { class: "status" }, this.#age, this.#progress),
      this.#trouble,
      this.body,
    );
    this.#offer();
  }

  // Overridden by each screen.

  /** Asks, and fills the body. */
  async load() {}

  /**
   * What holds the place of a result that has not arrived.
   *
   * @returns {Child[]}
   */
  skeleton() {
    return [skeletonRows(8)];
  }

  /**
   * Buttons and links besides those of all views.
   *
   * @returns {Child[]}
   */
  offers() {
    return [];
  }

  /** What `r` does. */
  reload() {
    return this.run(true);
  }

  // Requests.

  /**
   * Loads.
   *
   * @param {boolean} refresh  whether GitHub is asked even if the answer is fresh
   * @param {boolean} [takesKnown]  whether results of the last visit are taken
   */
  async run(refresh, takesKnown = !refresh) {
    this.leave();
    const { signal } = (this.#abort = new AbortController());
    this.#freshness = [];
    this.#refresh = refresh;
    this.#takesKnown = takesKnown;
    const refocus = this.#refocusing();
    this.#busy(true);
    try {
      if (!this.answered) this.body.replaceChildren(...this.skeleton().filter(isNode));
      await this.load();
      if (signal.aborted) return;
      this.answered = true;
      this.error = null;
      this.#trouble.replaceChildren();
      this.#offer();
      refocus();
      this.explorer.settled(this);
    } catch (failure) {
      if (signal.aborted || failure instanceof Left) return;
      this.failed(failure);
      refocus();
    }
    this.#busy(false);
  }

  /** How to give the focus back to what a load replaces: by its link or text, otherwise the title. */
  #refocusing() {
    const focused = document.activeElement;
    if (!focused || !this.root.contains(focused)) return () => {};
    const [href, text] = [focused.getAttribute("href"), focused.textContent];
    return () => {
      if (document.activeElement && document.activeElement !== document.body) return;
      const same = [...this.root.querySelectorAll("a, button")].find((one) =>
        href ? one.getAttribute("href") === href : one.textContent === text);
      if (same instanceof HTMLElement) same.focus({ preventScroll: true });
      else this.focusHeading();
    };
  }

  /** Another identity may get another answer. */
  identityChanged() {
    void this.run(false, false);
  }

  /** Cancels the requests. */
  leave() {
    this.#abort.abort(new Left());
    for (const image of this.root.querySelectorAll("img")) {
      if (!image.complete) image.removeAttribute("src");
    }
  }

  /**
   * The pages that this place is about.
   *
   * @returns {Subject | null}
   */
  get subject() {
    const { owner, repository } = this.place;
    if (!this.page) return null;
    return { page: this.page, owner, ...(repository && { repository }) };
  }

  /**
   * Asks the server. The result of the last visit is taken instead, if there is one.
   *
   * @template {import("./rpc.mjs").MethodName} M
   * @param {M} method
   * @param {import("./rpc.mjs").Params<M>} params
   * @param {{isPlain?: boolean}} options  plain: the method has neither progress nor freshness
   * @returns {Promise<import("./rpc.mjs").Result<M>>}
   */
  async ask(method, params, { isPlain = false } = {}) {
    const { signal } = this.#abort;
    const question = JSON.stringify([method, params]);
    let result = this.#takesKnown ? this.known.get(question) : undefined;
    if (result === undefined) {
      const asked = this.#refresh && !isPlain ? { ...params, refresh: true } : params;
      const onProgress = (/** @type {any} */ step) => !signal.aborted && this.#step(step);
      try {
        result = await this.explorer.server.call(method, asked, { signal, ...(!isPlain && { onProgress }) });
      } catch (failure) {
        signal.throwIfAborted();
        // What does not exist is known, too.
        if (!(failure instanceof CallError) || failure.data.kind !== "notFound") throw failure;
        result = failure;
      }
      signal.throwIfAborted();
      this.known.set(question, result);
      this.explorer.noteAnswer(this, result.freshness);
    }
    if (result instanceof CallError) throw result;
    if (result.freshness) this.#noteFreshness(result.freshness);
    return result;
  }

  /**
   * Shows an error, above the result if there is one.
   *
   * @param {unknown} failure
   */
  failed(failure) {
    this.error = failure;
    if (!this.answered) this.body.replaceChildren();
    this.#trouble.replaceChildren(this.trouble(failure));
    this.#offer();
    this.explorer.noteError(failure);
    this.explorer.settled(this);
  }

  /**
   * An error with what to do.
   *
   * @param {unknown} failure
   * @param {() => void} [again]
   */
  trouble(failure, again = () => void this.reload()) {
    const known = failure instanceof CallError ? failure : null;
    /** @type {any} */
    const data = known?.data ?? {};
    const { kind } = data;
    const ways = [];
    // What is wrong with the address stays wrong.
    if (kind !== "invalidParams" && kind !== "methodNotFound") ways.push(button("Try again", again));
    if (kind === "rateLimited" || kind === "unauthorized") {
      if (kind === "unauthorized" || !this.explorer.account.isSignedIn) {
        ways.push(button("Sign in", () => void this.explorer.account.show(), { class: "main" }));
      }
      ways.push(h("a", { href: "/rate" }, "See the limits"));
    }
    if (webPage(data.profileUrl)) ways.push(outside(data.profileUrl, "Open its page on GitHub instead"));
    ways.push(h("a", { href: "/" }, "Random users"));
    const headline = sentence(failure);
    const wait = typeof data.resetAt === "string"
      ? `The limit resets at ${clock(data.resetAt)}, ${ago(data.resetAt)}.`
      : data.retryAfterSeconds && `Ask again in ${data.retryAfterSeconds} s.`;
    // Most headlines repeat GitHub's words already.
    const said = typeof data.message === "string" && !headline.includes(data.message) && data.message;
    return h(
      "section",
      { class: "trouble", "aria-label": "Error" },
      h("div", { role: "alert" }, h("h2", null, theirs(headline))),
      wait && h("p", null, wait),
      said && h("p", null, "GitHub said: ", theirs(said)),
      h("div", { class: "actions" }, ways),
      known &&
        h("details", null,
          h("summary", null, `Details: ${known.code}${kind ? `, ${kind}` : ""}`),
          h("pre", { tabindex: "0" }, JSON.stringify(data, null, 2))),
    );
  }

  /**
   * A part of a page, which loads and fails by itself.
   *
   * @param {Child[]} skeleton
   * @param {() => Promise<Child[]>} load
   * @param {HTMLElement} box  where it is shown
   */
  async part(skeleton, load, box) {
    if (!("arrived" in box.dataset)) box.replaceChildren(...skeleton.filter(isNode));
    try {
      const children = await load();
      box.dataset.arrived = "";
      box.replaceChildren(...children.filter(isNode));
      this.#offer();
    } catch (failure) {
      if (failure instanceof Left) throw failure;
      const again = () => {
        this.#takesKnown = false;
        void this.part(skeleton, load, box).catch(() => {});
      };
      // What arrived before stays, beneath the error.
      const kept = "arrived" in box.dataset ? [...box.childNodes] : [];
      box.replaceChildren(this.trouble(failure, again), ...kept.filter((one) => !isTrouble(one)));
      this.explorer.noteError(failure);
      return failure;
    }
  }

  /** @param {boolean} isBusy */
  #busy(isBusy) {
    this.root.setAttribute("aria-busy", String(isBusy));
    this.#progress.hidden = true;
    if (isBusy && !this.#freshness.length) this.#age.textContent = "Loading …";
    else if (!this.#freshness.length) this.#age.textContent = "";
  }

  /** @param {import("./rpc.mjs").Progress} step */
  #step({ kind, message, percentage }) {
    this.#progress.hidden = kind === "end";
    if (percentage === undefined) this.#progress.removeAttribute("value");
    else this.#progress.value = Math.min(Math.max(percentage / 100, 0), 1);
    if (message && kind !== "end") this.#age.textContent = message;
  }

  /** @param {Freshness} freshness */
  #noteFreshness(freshness) {
    this.#freshness.push(freshness);
    this.#age.replaceChildren(...age(this.#freshness, this.explorer.upstream));
  }

  /** The title, in which what the place belongs to is a link. */
  #title() {
    const { title, owner, subject, above } = this.place;
    if (!owner || title === owner) return [theirs(title)];
    const rest = title.slice(subject.length);
    const name = subject.split("/")[1];
    return [
      h("a", { href: new Place("user", owner).path }, theirs(owner)),
      ...(name ? [" / ", rest ? h("a", { href: above.path }, theirs(name)) : theirs(name)] : []),
      rest,
    ];
  }

  /** The buttons beside the title. */
  #offer() {
    const page = webPage(this.page);
    const children = [
      ...this.offers(),
      page && outside(page, `Open on ${siteOf(page)}`),
      page && button("Copy address", () => this.copyAddress(page), { title: "y" }),
      this.place.kind !== "console" &&
        button(this.place.kind === "random" && !this.place.query.has("seed") ? "Show other users" : "Reload",
          () => void this.reload(), { title: "r" }),
    ];
    this.#actions.replaceChildren(...children.filter(isNode));
  }

  /** @param {string} page */
  copyAddress(page) {
    void copy(page, (said) => this.explorer.toast(said), "the address");
  }

  focusHeading() {
    this.#heading.focus({ preventScroll: true });
  }
}

/** @param {string} page */
function siteOf(page) {
  const { host } = new URL(page);
  return host === "github.com" ? "GitHub" : host;
}

/** @param {Node} node */
const isTrouble = (node) => node instanceof Element && node.matches(".trouble");

/** @param {Child} child @returns {child is Node} */
function isNode(child) {
  return child instanceof Node;
}

/**
 * The error in one line, in the words of people.
 *
 * @param {unknown} failure
 */
export function sentence(failure) {
  if (!(failure instanceof Error)) return String(failure);
  /** @type {any} */
  const data = failure instanceof CallError ? failure.data : {};
  if (data.kind !== "invalidParams" || !Array.isArray(data.errors) || !data.errors.length) {
    return failure.message || "The server sent an error without a message.";
  }
  const said = data.errors.map((/** @type {any} */ { path, message }) => {
    const name = String(path ?? "").slice(1).replaceAll(/([A-Z])/g, (_, letter) => ` ${letter.toLowerCase()}`);
    return name ? `${name}: ${message}` : String(message);
  });
  const text = [...new Set(said)].join("; ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * How old an answer is, and where it is from; of several, the worst.
 *
 * @param {Freshness[]} all
 * @param {string} upstream
 * @returns {(Node | string)[]}
 */
export function age(all, upstream) {
  const source = all.map(({ source }) => source)
    .reduce((a, b) => (SOURCES.indexOf(a) > SOURCES.indexOf(b) ? a : b));
  const fetchedAt = all.map(({ fetchedAt }) => fetchedAt).sort()[0];
  const expiresAt = all.map(({ expiresAt }) => expiresAt).reduce((a, b) => (a && b && b < a ? b : a && b && a));
  const when = h("time", { datetime: fetchedAt, title: moment(fetchedAt) }, ago(fetchedAt));
  const text = {
    network: [`From ${upstream}, `, when],
    revalidated: [`Confirmed by ${upstream} `, when],
    cache: [`From the cache, fetched from ${upstream} `, when],
    stale: [`Out of date: ${upstream} sent this `, when],
  }[source];
  const fresh = source !== "stale" && expiresAt && Date.parse(expiresAt) > Date.now();
  return [
    h("span", { class: source }, ...text),
    ...(fresh ? [` · fresh until ${clock(expiresAt)}`] : []),
  ];
}

/** @param {string} text */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} count */
export function skeletonRows(count) {
  const rows = Array.from({ length: count }, () => h("div", { class: "blank" }));
  return h("div", { class: "skeleton", "aria-hidden": "true" }, rows);
}

/**
 * Links to other pages of a list.
 *
 * @param {Place} place
 * @param {{page: number, nextPage: number | null, lastPage?: number | null}} result
 * @param {number} count  of the items on this page
 */
export function pages(place, { page, nextPage, lastPage }, count) {
  if (page === 1 && !nextPage) return null;
  /** @param {number} to @param {string} text */
  const link = (to, text) =>
    h("a", { href: place.with({ page: to }).path, rel: to < page ? "prev" : "next" }, text);
  return h("nav", { class: "pages", "aria-label": "Pages" },
    page > (count ? 2 : 1) && link(1, "First"),
    page > 1 && count > 0 && link(page - 1, "Previous"),
    h("span", { "aria-current": "page" },
      `Page ${number(page)}${lastPage ? ` of ${number(lastPage)}` : ""}`),
    nextPage && link(nextPage, "Next"),
    lastPage && lastPage > page + 1 && link(lastPage, "Last"));
}
