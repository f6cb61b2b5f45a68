// @ts-check
// The console: every method, with a form from its schema.

import { button, copy, h, theirs } from "./dom.mjs";
import { Invalid, fields, withMember } from "./form.mjs";
import { Place } from "./place.mjs";
import { Connection } from "./server.mjs";
import { View, age, sentence, skeletonRows } from "./view.mjs";

/** The longest text that is shown, in characters. */
const LONGEST = 200_000;

/**
 * A method of the OpenRPC document.
 *
 * @typedef {{name: string, summary: string, params: {name: string, required?: boolean, schema: any}[],
 *   examples?: {name: string, params: {name: string, value: unknown}[]}[]}} Method
 */

/** `/console` and `/console/METHOD`. */
export class ConsoleView extends View {
  /**
   * The console's own: `shutdown` ends a connection.
   *
   * @type {Connection | null}
   */
  #connection = null;

  leave() {
    super.leave();
    this.#connection?.close();
    this.#connection = null;
  }

  /** What methods are searched for. */
  static #filter = "";

  /** What was typed stays. */
  async reload() {
    if (!this.answered) await this.run(false);
  }

  identityChanged() {}

  skeleton() {
    return [h("div", { class: "desk" }, skeletonRows(12))];
  }

  async load() {
    /** @type {any} */
    const document = await this.ask("rpc.discover", {}, { isPlain: true });
    /** @type {Method[]} */
    const methods = document.methods;
    const wanted = this.place.subject;
    const method = methods.find(({ name }) => name === wanted);
    this.summary = method ? method.summary : `${methods.length} methods`;
    this.body.replaceChildren(h("div", { class: `desk ${wanted ? "open" : ""}` },
      this.#list(methods, wanted),
      method
        ? this.#method(method, document.components?.schemas ?? {})
        : h("div", { class: "method" }, wanted
          ? h("p", { class: "nothing", role: "alert" }, "There is no method ", h("code", null, theirs(wanted)), ".")
          : h("p", { class: "nothing" },
              "Choose a method. The console fills in an example, and shows the request and the response."))));
  }

  /** @param {Method[]} methods @param {string} current */
  #list(methods, current) {
    const list = h("ul", { "data-rows": true });
    const show = (/** @type {string} */ text) => {
      const found = methods.filter(({ name, summary }) =>
        `${name} ${summary}`.toLowerCase().includes(text.trim().toLowerCase()));
      list.replaceChildren(...found.map(({ name, summary }) => h("li", null,
        h("a", { class: "row", href: new Place("console", name).path, "aria-current": name === current && "page" },
          h("code", null, name), h("span", { class: "more" }, summary)))));
      if (!found.length) list.append(h("li", { class: "nothing" }, "No method matches."));
    };
    const filter = h("input", { type: "search", placeholder: "Search methods", "aria-label": "Search methods",
      autocomplete: "off", value: ConsoleView.#filter,
      input: () => show((ConsoleView.#filter = filter.value)) });
    show(ConsoleView.#filter);
    return h("nav", { class: "methods", "aria-label": "Methods" }, filter, list);
  }

  /** @param {Method} method @param {Record<string, any>} schemas */
  #method(method, schemas) {
    const properties = Object.fromEntries(method.params.map(({ name, schema }) => [name, resolved(schema, schemas)]));
    const required = method.params.filter((param) => param.required).map(({ name }) => name);
    const isSecret = method.params.some(({ name }) => properties[name].writeOnly);
    /**
     * The params by name, as they stand in the text.
     *
     * @type {object}
     */
    let value = {};
    const form = fields({ properties, required }, (name, member) => {
      if (member === Invalid) return;
      value = withMember(value, name, member);
      write();
    });
    const write = () => {
      raw.value = JSON.stringify(value, null, 2);
      changed("");
    };
    /**
     * The text has changed, and has this fault.
     *
     * @param {string} text
     */
    const changed = (text) => {
      problem.replaceChildren(...(text ? [theirs(text)] : []));
      if (text) raw.setAttribute("aria-invalid", "true");
      else raw.removeAttribute("aria-invalid");
      raw.classList.toggle("masked", isSecret && raw.value.length > 2);
      if (!isSecret) this.known.set("params", raw.value);
    };
    /** Takes the text over into the form; false if it is no params. */
    const read = () => {
      try {
        const parsed = raw.value.trim() ? JSON.parse(raw.value) : {};
        if (typeof parsed !== "object" || parsed === null) {
          changed("Params must be an object, or an array in the order of the form.");
          return false;
        }
        value = Array.isArray(parsed)
          ? Object.fromEntries(parsed.map((one, index) => [method.params[index]?.name ?? `#${index + 1}`, one]))
          : parsed;
      } catch (failure) {
        changed(`This is not valid JSON: ${sentence(failure)}`);
        return false;
      }
      form.set(value);
      changed("");
      return true;
    };
    const raw = h("textarea", { class: "json", id: "raw", rows: 8, spellcheck: "false", autocomplete: "off",
      "aria-describedby": "raw-error", input: read });
    const problem = h("p", { class: "error", id: "raw-error", role: "alert" });
    const set = (/** @type {object} */ one) => {
      value = one;
      form.set(value);
      write();
    };
    const examples = (method.examples ?? []).map(({ name, params }) => ({
      name, value: Object.fromEntries(params.map(({ name, value }) => [name, value])),
    }));
    raw.value = this.known.get("params") ?? this.place.query.get("params") ??
      JSON.stringify(examples[0]?.value ?? {}, null, 2);
    read();
    const result = h("div", { class: "messages" });
    const status = h("p", { class: "age", role: "status" });
    const cancel = button("Cancel", () => this.#cancel(), { "aria-disabled": "true" });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (cancel.ariaDisabled === "false") return;
      const invalid = form.list.find(({ get }) => get() === Invalid);
      if (invalid) return invalid.element.querySelector("textarea")?.focus();
      if (problem.textContent) return raw.focus();
      form.list.forEach(({ fail }) => fail(""));
      cancel.ariaDisabled = "false";
      const text = raw.value.trim();
      // A token of the person's own stays.
      const reports = "workDoneToken" in properties && !("workDoneToken" in value) && !text.startsWith("[");
      const traits = { reports, shown: isSecret ? masked() : null };
      const error = await this.#call(method.name, text, traits, result, status);
      cancel.ariaDisabled = "true";
      for (const { path, message } of error?.data?.errors ?? []) {
        form.named(String(path).split("/")[1])?.fail(message);
      }
    };
    // A secret is for its field only, and a name that is unknown may be a misspelled one.
    const masked = () => JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, one]) =>
      [name, properties[name] && !properties[name].writeOnly ? one : "…"])));
    /** @param {string} what @param {(params: string) => string} text */
    const copying = (what, text) => button(what, () => {
      if (problem.textContent) return raw.focus();
      const params = isSecret ? masked() : minified(raw.value);
      void copy(text(params || "{}"), (said) => this.explorer.toast(said), `as ${what}`);
    });
    return h("section", { class: "method", "aria-label": method.name },
      h("p", { class: "up" }, h("a", { href: "/console" }, "All methods")),
      h("p", null, method.summary),
      h("form", { submit, autocomplete: "off", novalidate: true },
        examples.length > 1 && h("div", { class: "examples" }, "Examples: ",
          examples.map(({ name, value }) => button(name, () => set(value)))),
        h("div", { class: "sides" },
          h("div", { class: "fields" }, h("h2", null, "Form"),
            form.list.map(({ element }) => element),
            !form.list.length && h("p", { class: "nothing" }, "It has no params.")),
          h("div", null, h("h2", null, h("label", { for: "raw" }, "Params as JSON")), raw, problem,
            h("div", { class: "actions" }, h("button", { type: "submit", class: "main" }, "Send"), cancel),
            h("div", { class: "actions" },
              h("span", { class: "note" }, "Copy as"),
              copying("curl", (text) => curl(method.name, text)),
              copying("gitxplorer call", (text) =>
                `gitxplorer call ${method.name}${text === "{}" ? "" : ` ${quoted(text)}`}${this.explorer.flags}`),
              copying("Python", (text) => python(method.name, text)),
              !isSecret && copying("Link", (text) =>
                location.origin + this.place.with({ params: text === "{}" ? null : text }).path)),
            status, result))));
  }

  /**
   * Makes a call, and shows both messages.
   *
   * @param {string} name
   * @param {string} params  sent as they were typed
   * @param {{reports: boolean, shown: string | null}} traits  whether the method sends `$/progress`,
   *   and what is shown instead of params with a secret
   * @param {HTMLElement} box
   * @param {HTMLElement} status
   * @returns {Promise<any>} the error, if there is one
   */
  async #call(name, params, { reports, shown }, box, status) {
    const [sent, received] = [message("Sent"), message("Received")];
    const steps = h("ol", { class: "steps", tabindex: "0", "aria-label": "Progress" });
    const exact = h("input", { type: "checkbox", id: "exact", change: () => {
      sent.show(exact.checked);
      received.show(exact.checked);
    } });
    box.replaceChildren(
      h("p", null, exact, h("label", { for: "exact" }, " Exactly as sent and received")),
      sent.element, received.element);
    status.textContent = "Loading …";
    status.scrollIntoView({ block: "nearest" });
    const id = `console-${++this.#lastId}`;
    const object = params || "{}";
    const told = !reports ? params
      : `${object.slice(0, -1)}${/^\{\s*\}$/.test(object) ? "" : ","}"workDoneToken":"${id}"}`;
    const text = (/** @type {string} */ params) =>
      `{"jsonrpc":"2.0","id":"${id}","method":${JSON.stringify(name)}${params ? `,"params":${params}` : ""}}`;
    const began = performance.now();
    try {
      const connection = await this.#connected();
      const answer = await new Promise((resolve, reject) => {
        this.#cancel = () => connection.calls.notify("$/cancelRequest", { id });
        this.#ended = () => reject(new Error("The connection was lost."));
        connection.watch = (text) => {
          const one = JSON.parse(text);
          // A request that cannot be read is answered without its id.
          if (one.id === id || (one.id === null && one.error)) {
            received.set(text, exact.checked);
            resolve(one);
          } else {
            if (!steps.isConnected) received.element.before(steps);
            steps.append(h("li", null, h("code", null, text)));
          }
        };
        sent.set(text(shown ?? told), exact.checked);
        connection.send(text(told));
      });
      // After it, a connection takes no other request.
      if (name === "shutdown") connection.close();
      const spent = `${(performance.now() - began).toFixed(1)} ms`;
      const { result, error } = answer;
      status.replaceChildren(error ? `Failed in ${spent}: ${error.message}` : `Answered in ${spent}`,
        ...(result?.freshness ? [" · ", ...age([result.freshness], this.explorer.upstream)] : []));
      return error;
    } catch (failure) {
      status.textContent = sentence(failure);
    }
  }

  #lastId = 0;
  #cancel = () => {};
  #ended = () => {};

  async #connected() {
    if (this.#connection && !this.#connection.calls.isClosed) return this.#connection;
    const connection = await Connection.open(() => this.#ended());
    if (!this.root.isConnected) {
      connection.close();
      throw new Error("The console was left.");
    }
    this.#connection = connection;
    return connection;
  }
}

/**
 * A JSON text without white space between its tokens.
 *
 * @param {string} text
 */
const minified = (text) => text.replace(/("(?:\\.|[^"\\])*")|\s+/g, "$1");

/**
 * A schema without references.
 *
 * @param {any} schema
 * @param {Record<string, any>} schemas
 */
function resolved(schema, schemas) {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema?.$ref ?? "")?.[1];
  return name ? { ...schemas[name], ...schema } : schema;
}

/** @param {string} title */
function message(title) {
  const shown = h("pre", { tabindex: "0", "aria-label": title });
  const note = h("p", { class: "note" });
  let text = "";
  const show = (/** @type {boolean} */ exact) => {
    const all = exact ? text : JSON.stringify(JSON.parse(text || "null"), null, 2);
    shown.textContent = text ? all.slice(0, LONGEST) : "";
    note.textContent = all.length > LONGEST ? `The first ${LONGEST} of ${all.length} characters.` : "";
  };
  return {
    element: h("div", null, h("h2", null, title), shown, note),
    show,
    /** @param {string} value @param {boolean} exact */
    set: (value, exact) => {
      text = value;
      show(exact);
    },
  };
}

/**
 * A word of the shell.
 *
 * @param {string} text
 */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const secretFile = () => document.body.dataset.secretFile || "client-secret";

/** @param {string} method @param {string} params */
const request = (method, params) => `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;

// The secret goes through a pipe: other users see the arguments of a process.
/** @param {string} method @param {string} params */
const curl = (method, params) => `printf 'header = "Authorization: Bearer %s"' "$(cat ${quoted(secretFile())})" |
  curl --silent --show-error --config - --header 'Content-Type: application/json' \\
    --data ${quoted(request(method, params))} ${location.origin}/rpc`;

/** @param {string} method @param {string} params */
const python = (method, params) => `import json, urllib.request

secret = open(${JSON.stringify(secretFile())}).read().strip()
request = urllib.request.Request(
    "${location.origin}/rpc",
    ${JSON.stringify(request(method, params))}.encode(),
    {"Authorization": "Bearer " + secret, "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`;
