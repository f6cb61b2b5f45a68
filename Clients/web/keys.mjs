// @ts-check
// Keys, and the dialog that lists them.

import { button, byId, h, webPage } from "./dom.mjs";
import { Place } from "./place.mjs";
import { subjects } from "./view.mjs";

/** @typedef {import("./main.mjs").Explorer} Explorer */

/** Key, and what it does. */
const KEYS = [
  ["/", "search"],
  ["r", "reload; on random users, show others"],
  ["o", "open the page on GitHub in a new tab"],
  ["y", "copy the address that o opens"],
  ["s", "who starred the repository"],
  ["a", "all repositories of the user"],
  ["j k", "next and previous row"],
  ["L", "sign in or out"],
  ["?", "this help"],
];

const OTHER_KEYS = [
  ["↑ ↓ ← →", "move in a list"],
  ["Enter", "open what has the focus"],
  ["Esc Backspace", "back"],
];

/** Kept in the browser; without it single letters are on. */
const SWITCH = "single-letter-keys";

/** Where a letter is text, or a key belongs to the element. */
const FIELDS = "input, textarea, select, [contenteditable]";

export class Keys {
  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.help = this.#dialog();
    document.addEventListener("keydown", (event) => this.#pressed(event));
    byId("help").addEventListener("click", () => this.show());
  }

  show() {
    if (!document.querySelector("dialog[open]")) this.help.showModal();
  }

  /** Single-letter keys can be turned off (WCAG 2.1.4). */
  get #areLettersOn() {
    return localStorage.getItem(SWITCH) !== "off";
  }

  #dialog() {
    const box = h("input", { type: "checkbox", id: "letters", change: () => {
      if (box.checked) localStorage.removeItem(SWITCH);
      else localStorage.setItem(SWITCH, "off");
    } });
    box.checked = this.#areLettersOn;
    const list = (/** @type {string[][]} */ keys) => h("dl", { class: "keys" }, keys.map(([key, does]) =>
      h("div", null, h("dt", null, key.split(" ").map((one) => h("kbd", null, one))), h("dd", null, does))));
    /** @type {HTMLDialogElement} */
    const dialog = h("dialog", { "aria-labelledby": "keys-title" },
      h("h2", { id: "keys-title", tabindex: "-1", autofocus: true }, "Keys"),
      list(KEYS),
      h("p", null, box, h("label", { for: "letters" }, " Use single-letter shortcuts")),
      list(OTHER_KEYS),
      h("div", { class: "actions" }, button("Close", () => dialog.close(), { class: "main" })));
    document.body.append(dialog);
    return dialog;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key } = event;
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const focused = document.activeElement;
    if (document.querySelector("dialog[open]")) return;
    if (focused?.matches(FIELDS)) {
      // Esc leaves a field, whose text stays.
      if (key === "Escape" && focused instanceof HTMLElement) {
        focused.blur();
        this.explorer.view?.focusHeading();
        event.preventDefault();
      }
      return;
    }
    if (this.#act(key, focused)) event.preventDefault();
  }

  /** @param {string} key @param {Element | null} focused @returns {boolean} whether it was taken */
  #act(key, focused) {
    const { explorer } = this;
    if (key === "Escape" || key === "Backspace") return explorer.back(), true;
    const rows = this.#rows();
    const index = rows.findIndex((row) => row === focused);
    if (key.startsWith("Arrow")) return this.#arrow(key, rows, index, focused);
    if (!this.#areLettersOn) return false;
    if (key === "j" || key === "k") {
      const next = index < 0 ? (key === "j" ? 0 : rows.length - 1) : index + (key === "j" ? 1 : -1);
      return this.#focus(rows[Math.min(Math.max(next, 0), rows.length - 1)]);
    }
    const subject = (focused && subjects.get(focused)) ?? explorer.view?.subject ?? null;
    const { owner, repository } = subject ?? explorer.view?.place ?? {};
    const page = webPage(subject?.page);
    switch (key) {
      case "/":
        return byId("query").focus(), /** @type {HTMLInputElement} */ (byId("query")).select(), true;
      case "r":
        explorer.server.retry();
        void explorer.view?.reload();
        return true;
      case "o":
        if (page) window.open(page, "_blank", "noopener,noreferrer");
        else explorer.toast("There is no page of this on GitHub.");
        return true;
      case "y":
        if (page) explorer.view?.copyAddress(page);
        else explorer.toast("There is no page of this on GitHub.");
        return true;
      case "s":
        if (repository) explorer.go(new Place("stargazers", repository));
        else explorer.toast("Stargazers belong to a repository: open or focus one.");
        return true;
      case "a":
        if (owner) explorer.go(new Place("repos", owner));
        else explorer.toast("Repositories belong to a user: open or focus one.");
        return true;
      case "L":
        if (explorer.server.state !== "locked") void explorer.account.show();
        return true;
      case "?":
        return this.show(), true;
      default:
        return false;
    }
  }

  /** @returns {HTMLElement[]} */
  #rows() {
    /** @type {NodeListOf<HTMLElement>} */
    const rows = document.querySelectorAll("#main [data-rows] .row");
    return [...rows];
  }

  /**
   * By where the rows are on the screen. From outside of a list, down goes to the first row, if
   * the focus is on nothing that scrolls or takes arrows itself.
   *
   * @param {string} key
   * @param {HTMLElement[]} rows
   * @param {number} index
   * @param {Element | null} focused
   */
  #arrow(key, rows, index, focused) {
    if (index < 0) {
      const isOutside = !focused || focused === document.body || focused.matches("h1, main");
      return key === "ArrowDown" && isOutside && this.#focus(rows[0]);
    }
    if (key === "ArrowLeft" || key === "ArrowRight") {
      return this.#focus(rows[index + (key === "ArrowRight" ? 1 : -1)]);
    }
    const from = rows[index].getBoundingClientRect();
    const sign = key === "ArrowDown" ? 1 : -1;
    let best;
    let least = Infinity;
    for (const row of rows) {
      const { top, left } = row.getBoundingClientRect();
      const down = (top - from.top) * sign;
      if (down < 4) continue;
      const distance = down * 4 + Math.abs(left - from.left);
      if (distance < least) [best, least] = [row, distance];
    }
    return this.#focus(best) || true;
  }

  /** @param {HTMLElement | undefined} row */
  #focus(row) {
    if (!row) return false;
    row.focus();
    row.scrollIntoView({ block: "nearest" });
    return true;
  }
}
