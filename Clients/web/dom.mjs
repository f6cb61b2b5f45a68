// @ts-check
// Elements, and numbers and times as people read them.
//
// Text becomes an element's text and nothing else: no markup is ever read from it.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * An element. Attributes that are functions are listeners; those that are null or false are left
 * out; true gives one without a value.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 *
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Child | Child[])} children
 */
export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {(Child | Child[])[]} children
 */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name, /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * The element of index.html with this id.
 *
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/**
 * A stranger's text, whose direction does not reach what stands around it.
 *
 * @param {string} text
 */
export function theirs(text) {
  return h("bdi", null, text);
}

/**
 * The address of a web page; null for anything else, such as `javascript:`. People often leave the
 * scheme out.
 *
 * @param {string | null | undefined} text
 */
export function webPage(text) {
  if (!text) return null;
  const bare = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}([/?#]|$)/i.test(text.trim());
  try {
    const { protocol, href } = new URL(bare ? `https://${text.trim()}` : text);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

/**
 * A link to a page elsewhere, in a new tab; only its text where there is no such page.
 *
 * @param {string | null | undefined} page
 * @param {...Child} children  the page's address if there are none
 */
export function outside(page, ...children) {
  const shown = children.length ? children : [theirs(page ?? "")];
  const href = webPage(page);
  if (!href) return h("span", null, ...shown);
  const elsewhere = h("span", { class: "hidden" }, " (opens in a new tab)");
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...shown, elsewhere);
}

/**
 * @param {string} text
 * @param {(event: Event) => void} click
 * @param {Attributes} [attributes]
 */
export function button(text, click, attributes) {
  return h("button", { type: "button", click, ...attributes }, text);
}

const numbers = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const times = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {number} value */
export const number = (value) => numbers.format(value);
/** @param {number} value */
export const compact = (value) => short.format(value);
/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;
/** @param {number} count */
export const countedRepositories = (count) => counted(count, "repository", "repositories");
/** @param {string | Date} at */
export const clock = (at) => written(times, at);
/** @param {string | Date} at */
export const moment = (at) => written(moments, at);
/** @param {string | Date} at */
export const day = (at) => written(days, at);

// A time that is none would throw.
/** @param {Intl.DateTimeFormat} format @param {string | Date} at */
function written(format, at) {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : format.format(date);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago something was, such as `3 minutes ago`, or `in 2 hours`.
 *
 * @param {string} at
 */
export function ago(at) {
  const seconds = (new Date(at).getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return at;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) > 5 ? relative.format(Math.trunc(seconds), "second") : "just now";
}

/**
 * A time, with all of it in its title.
 *
 * @param {string} at
 * @param {string} [text]
 */
export function time(at, text = ago(at)) {
  return h("time", { datetime: at, title: moment(at) }, text);
}

/**
 * Copies a text; says so in `say`.
 *
 * @param {string} text
 * @param {(sentence: string) => void} say
 * @param {string} what
 */
export async function copy(text, say, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    // Without HTTPS, other hosts than this machine have no clipboard.
    const area = h("textarea", { class: "hidden", "aria-hidden": "true" });
    area.value = text;
    const host = document.querySelector("dialog[open]") ?? document.body;
    const focused = document.activeElement;
    host.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    say(done ? `Copied ${what}.` : `The browser does not permit copying. It is: ${text}`);
  }
}

/**
 * A bar of shares with its numbers as text.
 *
 * @param {{name: string, share: number, text: string}[]} items
 */
export function bars(items) {
  const total = items.reduce((sum, { share }) => sum + share, 0) || 1;
  const bar = h("div", { class: "bar", "aria-hidden": "true" });
  const list = h("ul", { class: "legend" });
  items.forEach(({ name, share, text }, index) => {
    const percent = (share / total) * 100;
    const part = h("span", null);
    part.style.flexGrow = String(Math.max(percent, 0.5));
    const dot = h("span", { class: "dot", "aria-hidden": "true" });
    for (const colored of [part, dot]) colored.style.setProperty("--hue", String(hue(name)));
    if (index < 12) bar.append(part);
    const shown = `${percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
    list.append(h("li", null, dot, h("strong", null, theirs(name)), ` ${shown} · ${text}`));
  });
  return h("div", { class: "bars" }, bar, list);
}

/**
 * The color of a language, the same each time.
 *
 * @param {string} name
 */
export function hue(name) {
  let hash = 7;
  for (const character of name) hash = (hash * 33 + (character.codePointAt(0) ?? 0)) % 65521;
  // By the golden angle, neighbors are far from each other.
  return Math.round((hash * 137.508) % 360);
}

/**
 * The picture of an account; its initial where there is none.
 *
 * @param {string} login
 * @param {number} size  in pixels of the page
 */
export function avatar(login, size) {
  const pixels = Math.min(460, size * 2);
  const image = h("img", {
    class: "avatar",
    src: `/avatars/${encodeURIComponent(login)}?size=${pixels}`,
    width: size,
    height: size,
    alt: "",
    decoding: "async",
  });
  image.addEventListener("error", () => {
    const initial = h("span", { class: "avatar", "aria-hidden": "true" }, [...login][0] ?? "?");
    initial.style.width = initial.style.height = `${size}px`;
    image.replaceWith(initial);
  });
  return image;
}
