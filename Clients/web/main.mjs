// @ts-check
// The explorer: its address decides which view is shown.

import { Account, secretPage } from "./account.mjs";
import { ConsoleView } from "./console.mjs";
import { byId, h, number, outside, theirs } from "./dom.mjs";
import { Keys } from "./keys.mjs";
import { PeopleView, RandomView, RepositoriesView, SearchView, StargazersView, StarredView } from "./lists.mjs";
import { RateView, RepositoryView, UserView } from "./pages.mjs";
import { Place } from "./place.mjs";
import { Server, signOn } from "./server.mjs";
import { View } from "./view.mjs";

/** @typedef {import("./rpc.mjs").Freshness} Freshness */
/** @typedef {import("./rpc.mjs").RateStatus} RateStatus */

/** @type {Record<import("./place.mjs").Kind, typeof View>} */
const VIEWS = {
  random: RandomView,
  user: UserView,
  repos: RepositoriesView,
  starred: StarredView,
  followers: PeopleView,
  following: PeopleView,
  repo: RepositoryView,
  stargazers: StargazersView,
  search: SearchView,
  rate: RateView,
  console: ConsoleView,
};

/** The number of entries of the history whose results are kept, so that back is instant. */
const MOST_VISITS = 20;

/** The number of entries whose scroll and focus are kept. */
const MOST_LEFT = 100;

/**
 * What an entry of the history remembers.
 *
 * @typedef {{index: number, key: string, seed?: number, scroll?: number, focus?: string, which?: number}} Entry
 */

/**
 * The state of an entry, with those that were left before.
 *
 * @typedef {Entry & {left: [string, Entry][]}} State
 */

export class Explorer {
  server = new Server();
  /**
   * The view of the address; null if there is no such page.
   *
   * @type {View | null}
   */
  view = null;
  /** Whom the server asks. */
  upstream = "GitHub";

  /** The flags with which another server asks the same. */
  get flags() {
    return this.upstream === "the sandbox" ? " --sandbox" : "";
  }

  /** Its web pages. */
  #web = "";
  account = new Account(this);
  keys = new Keys(this);
  /**
   * Results by entry of the history, the youngest last.
   *
   * @type {Map<string, Map<string, any>>}
   */
  #visits = new Map();
  /**
   * Entries of the history that were left.
   *
   * @type {Map<string, Entry>}
   */
  #left = new Map();
  /** @type {Entry} */
  #entry = { index: 0, key: "" };
  /** @type {RateStatus | null} */
  #rate = null;
  #isAskingRate = false;
  #isRateOld = false;
  #wasLost = false;
  /** Why the launch token has opened no session. */
  #reason = "";
  #toasts = 0;

  async start() {
    const { left, ...entry } = /** @type {State} */ (history.state ?? { index: 0, key: key(), left: [] });
    this.#entry = entry;
    this.#left = new Map(left);
    history.scrollRestoration = "manual";
    theme();
    const launch = new URLSearchParams(location.hash.slice(1)).get("launch");
    if (launch !== null) {
      history.replaceState(this.#entry, "", location.pathname + location.search);
      try {
        if (!(await signOn({ launch }))) {
          this.#reason = "The address of this page has been used before, or is older than a minute.";
        }
      } catch {
        // The connection will say so.
      }
    }
    this.remember({});
    document.addEventListener("click", (event) => this.#clicked(event));
    addEventListener("popstate", (event) => this.#wentTo(event.state));
    // A page that is unloaded can no longer change its entry of the history.
    for (const moved of ["scroll", "focusin"]) addEventListener(moved, () => this.#keepSoon(), { passive: true });
    byId("search").addEventListener("submit", (event) => this.#searched(event));
    this.server.changed = (state) => this.#connectionChanged(state);
    this.server.notified = (method, params) => method === "auth.changed" && this.account.changed(params);
    void this.server.connect();
    this.#show();
  }

  // Places.

  /**
   * Opens a place.
   *
   * @param {Place} place
   * @param {{replace?: boolean, focus?: string}} options  focus: a selector; the title's by default
   */
  go(place, { replace = false, focus = "" } = {}) {
    replace ||= place.path === location.pathname + location.search;
    this.#save();
    this.#isGoingBack = false;
    this.#wantsFocus = focus;
    const index = this.#entry.index + (replace ? 0 : 1);
    this.#entry = { index, key: key() };
    history[replace ? "replaceState" : "pushState"](this.#state, "", place.path);
    this.#change(() => this.#show(true));
  }

  /** Goes back; from where the visit began, to the page above. */
  back() {
    if (this.#isGoingBack) return;
    if (this.#entry.index > 0) {
      this.#isGoingBack = true;
      return history.back();
    }
    const above = Place.parse(location)?.above ?? new Place("random");
    if (above.path !== location.pathname + location.search) this.go(above, { replace: true });
  }

  /**
   * Changes what the entry of the history remembers.
   *
   * @param {Partial<Entry>} changes
   */
  remember(changes) {
    Object.assign(this.#entry, changes);
    history.replaceState(this.#state, "");
  }

  recall() {
    return this.#entry;
  }

  /** @returns {State} */
  get #state() {
    return { ...this.#entry, left: [...this.#left] };
  }

  /** Keeps scroll and focus of the entry that is left. */
  #save() {
    clearTimeout(this.#timer);
    const focused = document.activeElement;
    const focus = focused?.closest("#main") ? (focused.getAttribute("href") ?? "") : "";
    // Several links may lead to one place.
    const which = focused && focus ? this.#links(focus).indexOf(focused) : 0;
    // Before the result is there, what was kept must still be restored.
    if (this.#shown === this.#entry.key && !this.#restores) Object.assign(this.#entry, { scroll: Math.round(scrollY), focus, which });
    this.#left.set(this.#entry.key, this.#entry);
    if (this.#left.size > MOST_LEFT) this.#left.delete(first(this.#left));
  }

  /**
   * @param {string} href
   * @returns {Element[]}
   */
  #links(href) {
    return [...document.querySelectorAll(`#main [href="${CSS.escape(href)}"]`)];
  }

  /** Lets the history remember where the person is, for a reload. */
  #keepSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#save();
      history.replaceState(this.#state, "");
    }, 250);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {State | null} state */
  #wentTo(state) {
    this.#isGoingBack = false;
    this.#save();
    const { left: _, ...entry } = state ?? { index: 0, key: key(), left: [] };
    this.#entry = { ...entry, ...this.#left.get(entry.key) };
    // The address with a launch token was pasted over this one.
    if (location.hash.startsWith("#launch=")) return location.reload();
    if (!state) this.remember({});
    this.#wantsFocus = "";
    this.#hasMoved = true;
    this.#change(() => this.#show());
  }

  /**
   * Shows the view of the address.
   *
   * @param {boolean} [isNew]
   */
  #show(isNew = false) {
    this.view?.leave();
    this.view = null;
    this.#shown = this.#entry.key;
    const place = Place.parse(location);
    const field = /** @type {HTMLInputElement} */ (byId("query"));
    field.value = place?.kind === "search" ? (place.query.get("q") ?? "") : "";
    document.querySelectorAll(".tools a").forEach((link) => {
      const isHere = place && link.getAttribute("href") === `/${place.kind}`;
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    });
    this.#restores = !isNew && place !== null;
    if (!place) return this.#showNothing();
    if (location.pathname.length > 1 && location.pathname.endsWith("/")) {
      history.replaceState(this.#state, "", place.path);
    }
    const { key } = this.#entry;
    const known = this.#visits.get(key) ?? new Map();
    this.#visits.delete(key);
    this.#visits.set(key, known);
    if (this.#visits.size > MOST_VISITS) this.#visits.delete(first(this.#visits));
    document.title = `${place.fullTitle} · GitXplorer`;
    const view = new VIEWS[place.kind](this, place, known);
    this.view = view;
    if (this.server.state === "locked") return this.#ask("");
    byId("main").replaceChildren(view.root);
    if (isNew) scrollTo(0, 0);
    if (isNew || this.#hasMoved) view.focusHeading();
    this.#showLimit();
    void view.run(false);
  }

  /** The key of the entry that is on the screen; a transition shows the next one a moment later. */
  #shown = "";

  /** Whether back was asked for, and has not arrived. */
  #isGoingBack = false;

  /** What gets the focus when the next result is there. */
  #wantsFocus = "";

  /** Whether the page has come here by back or forward, and not by loading. */
  #hasMoved = false;

  /** Whether the next result brings back scroll and focus. */
  #restores = false;

  #showNothing() {
    document.title = "No such page · GitXplorer";
    byId("main").replaceChildren(h("article", { class: "view" },
      h("header", { class: "head" }, h("h1", { tabindex: "-1" }, "There is no such page")),
      h("p", null, h("a", { href: "/" }, "Random users"))));
  }

  /**
   * Changes the page, with a transition where motion is wanted.
   *
   * @param {() => void} change
   */
  #change(change) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const transit = still ? undefined : /** @type {any} */ (document).startViewTransition;
    if (!transit) return change();
    const { ready, finished } = transit.call(document, change);
    // The next transition may take the place of this one.
    for (const end of [ready, finished]) end.catch(() => {});
  }

  // What views report.

  /**
   * A view has its result, or its error.
   *
   * @param {View} view
   */
  settled(view) {
    if (view !== this.view) return;
    if (view.error) this.say("");
    else this.say(`${view.place.title}: ${view.summary}`);
    const wanted = this.#wantsFocus && view.root.querySelector(this.#wantsFocus);
    this.#wantsFocus = "";
    if (wanted instanceof HTMLElement) wanted.focus();
    if (!this.#restores) return;
    this.#restores = false;
    const { scroll = 0, focus = "", which = 0 } = this.#entry;
    const link = focus && this.#links(focus)[which];
    const hasFocus = document.activeElement?.matches("body, h1") ?? true;
    if (link instanceof HTMLElement && hasFocus) {
      link.focus({ preventScroll: true });
      // In a list that scrolls by itself.
      link.scrollIntoView({ block: "nearest" });
    }
    scrollTo(0, scroll);
  }

  /**
   * If GitHub was asked, the limit has decreased.
   *
   * @param {View} view
   * @param {Freshness} [freshness]
   */
  noteAnswer(view, freshness) {
    if (view.place.kind === "rate") return;
    if (!this.#rate || freshness?.source !== "cache") void this.#askRate();
  }

  /** @param {RateStatus} rate */
  noteRate(rate) {
    this.#rate = rate;
    this.#showLimit();
  }

  /**
   * An error may state the limit.
   *
   * @param {any} failure
   */
  noteError(failure) {
    if (!this.#rate || ["rateLimited", "unauthorized"].includes(failure?.data?.kind)) void this.#askRate();
  }

  /**
   * Whether the server is signed in has changed.
   *
   * @param {string} state
   */
  identityChanged(state) {
    this.#visits.clear();
    void this.#askRate();
    if (state !== "pending") this.view?.identityChanged();
  }

  async #askRate() {
    this.#isRateOld = true;
    if (this.#isAskingRate) return;
    this.#isAskingRate = true;
    while (this.#isRateOld) {
      this.#isRateOld = false;
      try {
        this.noteRate(await this.server.call("rate.status", {}));
      } catch {
        // What was known stays.
      }
    }
    this.#isAskingRate = false;
  }

  #showLimit() {
    const limit = this.#rate?.resources[this.view?.budget ?? "core"];
    const link = byId("limit");
    link.classList.toggle("low", limit !== undefined && limit.remaining * 10 < limit.limit);
    link.replaceChildren(...(limit
      ? [number(limit.remaining), h("span", { class: "wide" }, `\u00a0of ${number(limit.limit)}`), "\u00a0left"]
      : ["Limits"]),
      h("span", { class: "hidden" }, limit ? " of GitHub’s limit" : ""));
  }

  // The connection.

  /** @param {import("./server.mjs").State} state */
  #connectionChanged(state) {
    const line = byId("connection");
    document.body.classList.toggle("locked", state === "locked");
    if (state === "open") {
      if (this.#wasLost) this.toast("Connected again.");
      this.#wasLost = false;
      void this.#meet();
      this.#reason = "";
      if (document.querySelector("#main .secret")) {
        this.#hasMoved = true;
        this.#show();
      } else if (this.view?.error && !("code" in Object(this.view.error))) void this.view.run(false);
    } else if (state === "lost") {
      if (line.textContent) return;
      this.#wasLost = true;
      const again = h("button", { type: "button", click: () => this.server.retry() }, "Try now");
      line.replaceChildren(
        "The server does not answer; this page tries again by itself. If it has ended, start it again: ",
        h("code", null, `gitxplorer web --http ${location.host}${this.flags}`), " ", again);
      return;
    } else if (state === "locked") {
      this.#ask(this.#reason);
      this.#reason = "";
    }
    line.replaceChildren();
  }

  /**
   * Asks for the secret; the address stays.
   *
   * @param {string} reason
   */
  #ask(reason) {
    this.view?.leave();
    document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
    const page = secretPage(reason, () => void this.server.connect());
    document.title = "Client secret · GitXplorer";
    byId("main").replaceChildren(page);
    page.querySelector("input")?.focus();
  }

  /** Learns whom the server asks, and who is signed in. */
  async #meet() {
    try {
      const { upstream, serverInfo } = await this.server.call("initialize", { clientInfo: { name: "web explorer" } });
      this.upstream = upstream?.name ?? "GitHub";
      this.#web = upstream?.url ?? "";
      byId("upstream").replaceChildren(`GitXplorer ${serverInfo.version} asks `,
        outside(upstream?.url, theirs(this.upstream)), ".");
    } catch {
      return; // The next connection asks again.
    }
    void this.account.learn();
  }

  /**
   * The page of a repository, or of an account.
   *
   * @param {string} path
   */
  webPage(path) {
    return this.#web ? `${this.#web.replace(/\/$/, "")}/${path}` : null;
  }

  // What people do.

  /** @param {MouseEvent} event */
  #clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin) return;
    if (address.hash) {
      event.preventDefault();
      byId(address.hash.slice(1)).focus();
      return;
    }
    const place = Place.parse(address);
    if (!place) return;
    event.preventDefault();
    this.go(place);
  }

  /** @param {Event} event */
  #searched(event) {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (byId("query")).value.trim();
    const here = Place.parse(location);
    const type = here?.kind === "search" ? here.query.get("type") : null;
    this.go(Place.named(text) ?? new Place("search", "", { q: text, ...(type && { type }) }));
  }

  /**
   * Tells a person who does not see the screen.
   *
   * @param {string} text
   */
  say(text) {
    const line = byId("said");
    // The same text once more is another message.
    line.textContent = "";
    setTimeout(() => (line.textContent = text), 50);
  }

  /**
   * Shows a sentence for a while.
   *
   * @param {string} text
   */
  toast(text) {
    const turn = ++this.#toasts;
    const line = byId("toast");
    // In a dialog nothing outside of it is read.
    const host = document.querySelector("dialog[open]") ?? document.body;
    if (line.parentElement !== host) host.append(line);
    line.textContent = text;
    setTimeout(() => turn === this.#toasts && (line.textContent = ""), 6000);
  }

  // What views share.

  /**
   * A choice that is part of the address.
   *
   * @param {string} name
   * @param {Record<string, string>} options
   * @param {string} value
   * @param {(value: string) => Place} place
   */
  choice(name, options, value, place) {
    const id = `choice-${name.toLowerCase()}`;
    const select = h("select", { id, change: () => this.go(place(select.value), { replace: true, focus: `#${id}` }) },
      Object.entries(options).map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
    return h("label", { class: "choice" }, `${name} `, select);
  }
}

/** @template T @param {Map<string, T>} map */
const first = (map) => map.keys().next().value ?? "";

const key = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

/** The theme is the system's, or the other one, which the browser keeps. */
function theme() {
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const shown = () => localStorage.getItem("theme") ?? (system.matches ? "dark" : "light");
  const show = () => {
    document.documentElement.dataset.theme = shown();
    const does = shown() === "dark" ? "Light theme" : "Dark theme";
    button.title = does;
    button.lastElementChild?.replaceChildren(does);
  };
  button.addEventListener("click", () => {
    const isDark = shown() !== "dark";
    if (isDark === system.matches) localStorage.removeItem("theme");
    else localStorage.setItem("theme", isDark ? "dark" : "light");
    show();
  });
  system.addEventListener("change", show);
  show();
}

void new Explorer().start();
