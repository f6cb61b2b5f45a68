// @ts-check
// Signing in: this browser to the server, and the server to GitHub.

import { button, byId, clock, copy, h, outside, theirs } from "./dom.mjs";
import { signOn } from "./server.mjs";
import { ALLOWANCE, capitalized, sentence } from "./view.mjs";

/** @typedef {import("./main.mjs").Explorer} Explorer */

/**
 * The page of a browser without a session. It asks for the client secret, and says which file has it.
 *
 * @param {string} reason  empty if there is none
 * @param {() => void} done  called once there is a session
 */
export function secretPage(reason, done) {
  const file = document.body.dataset.secretFile;
  const field = h("input", { type: "password", id: "secret", autocomplete: "off", required: true,
    "aria-describedby": "secret-file secret-error", spellcheck: "false", maxlength: 1024 });
  const error = h("p", { id: "secret-error", class: "error", role: "alert" }, reason);
  const open = h("button", { type: "submit", class: "main" }, "Open");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const secret = field.value.trim();
    if (!secret) return;
    open.disabled = true;
    error.textContent = "";
    try {
      if (await signOn({ secret })) {
        field.value = "";
        return done();
      }
      field.setAttribute("aria-invalid", "true");
      error.textContent = "This is not the secret. The file has 64 hexadecimal digits; copy all of them.";
    } catch (failure) {
      error.textContent = sentence(failure);
    }
    open.disabled = false;
    field.select();
  };
  return h("article", { class: "view secret" },
    h("header", { class: "head" }, h("h1", { tabindex: "-1" }, "Client secret")),
    h("p", null, "Enter the client secret to continue. Pages that ",
      h("code", null, "gitxplorer web"), " opens do not ask for it."),
    h("div", { id: "secret-file" }, file
      ? [h("p", null, "The secret is the only line of this file on the server’s machine:"),
          h("pre", { tabindex: "0" }, file)]
      : h("p", null, "The secret is in the server’s client secret file.")),
    h("form", { submit, autocomplete: "off" },
      h("label", { for: "secret" }, "Client secret"), field, open, error));
}

/** @typedef {{userCode: string, verificationUri: string, expiresAt: string}} Code */

/** The dialog in which the server signs in to GitHub. */
export class Account {
  #state = "";
  /** @type {string | null} */
  #login = null;
  /**
   * The code that has yet to be entered.
   *
   * @type {Code | null}
   */
  #code = null;
  #isAsking = false;
  #body = h("div");
  #dialog = h("dialog", { "aria-labelledby": "account-title" },
    h("h2", { id: "account-title" }, "GitHub account"), this.#body);
  /** The requests of the dialog. */
  #abort = new AbortController();

  /** @param {Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => {
      this.#abort.abort();
      // A token stays nowhere.
      this.#body.replaceChildren();
    });
    byId("account").addEventListener("click", () => void this.show());
  }

  get isSignedIn() {
    return this.#state === "authenticated";
  }

  /** Learns who is signed in. */
  async learn() {
    try {
      const [state, login] = [this.#state, this.#login];
      this.#note(await this.explorer.server.call("auth.status", {}));
      // After a connection was lost, this may be another server.
      const isOther = state !== "" && (this.#state !== state || this.#login !== login);
      if (isOther) this.explorer.identityChanged(this.#state);
    } catch {
      // The button says "Sign in", and the dialog asks again.
    }
  }

  /**
   * Takes note of another identity, which both the result and `auth.changed` may report.
   *
   * @param {{state: string, login?: string | null}} status
   */
  changed(status) {
    const [state, login] = [this.#state, this.#login];
    this.#note(status);
    if (status.state === state && (status.login ?? null) === login) return;
    if (status.state === "authenticated") {
      this.#dialog.close();
      this.explorer.toast(`Signed in${status.login ? ` as ${status.login}` : ""}.`);
    } else if (state === "authenticated") {
      this.#dialog.close();
      this.explorer.toast(status.state === "invalid" ? "The token is no longer accepted." : "Signed out.");
    } else if (state === "pending") {
      this.#code = null;
      this.#offer("The code was refused or has expired. Ask for another.");
    }
    this.explorer.identityChanged(status.state);
  }

  /** @param {{state: string, login?: string | null}} status */
  #note({ state, login = null }) {
    if (state !== "pending") this.#code = null;
    this.#state = state;
    this.#login = login;
    byId("account").textContent = state === "authenticated" ? (login ?? "Signed in") : "Sign in";
  }

  async show() {
    if (document.querySelector("dialog[open]")) return;
    const { signal } = (this.#abort = new AbortController());
    this.#body.replaceChildren(h("p", null, "Loading …"),
      h("div", { class: "actions" }, button("Close", () => this.#dialog.close())));
    this.#dialog.showModal();
    try {
      this.#note(await this.explorer.server.call("auth.status", {}, { signal }));
      if (this.#state === "pending" && this.#code) this.#showCode(this.#code);
      else this.#offer("");
    } catch (failure) {
      if (!signal.aborted) this.#offer(sentence(failure));
    }
  }

  /**
   * What can be done in this state.
   *
   * @param {string} reason
   * @param {string} [tokens]  the page that makes tokens, if the server names it
   */
  #offer(reason, tokens) {
    if (!this.#dialog.open) return;
    const error = h("p", { class: "error", role: "alert", id: "token-error" }, reason,
      tokens && [" ", outside(tokens, "Make a token")]);
    const close = button("Close", () => this.#dialog.close());
    if (this.#state === "authenticated") {
      this.#body.replaceChildren(
        h("p", null, "The server is signed in",
          this.#login ? [" as ", h("strong", null, theirs(this.#login))] : null, "."),
        error,
        h("div", { class: "actions" },
          button("Sign out", () => void this.#do({}, "auth.logout"), { class: "main" }), close));
      return;
    }
    const token = h("input", { type: "password", id: "token", autocomplete: "off", spellcheck: "false",
      maxlength: 1024, "aria-describedby": "token-error token-hint", "aria-invalid": reason !== "" && "true" });
    const store = h("input", { type: "checkbox", id: "store" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = token.value.trim();
      token.value = "";
      if (text) void this.#do({ token: text, ...(store.checked && { store: true }) });
      else token.focus();
    };
    this.#body.replaceChildren(
      h("p", null, `${ALLOWANCE} A token without any scope is enough.`),
      this.#state === "invalid"
        ? h("p", { class: "error" }, `${capitalized(this.explorer.upstream)} rejected the current token.`)
        : "",
      h("form", { submit, autocomplete: "off" },
        h("label", { for: "token" }, "Token"), token,
        h("p", { id: "token-hint", class: "note" },
          `It goes to this server only, which sends it to ${this.explorer.upstream}.`),
        h("p", null, store, h("label", { for: "store" }, " Store it in a file that only you can read")),
        h("div", { class: "actions" },
          h("button", { type: "submit", class: "main" }, "Sign in"),
          button("Sign in by code",
            () => void this.#do({ device: true, ...(store.checked && { store: true }) })), close)),
      error);
    token.focus();
  }

  /** @param {object} params @param {"auth.login" | "auth.logout"} [method] */
  async #do(params, method = "auth.login") {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      // A sign-in goes on when the dialog is closed: what the server reports of it closes the dialog.
      /** @type {any} */
      const result = await this.explorer.server.call(method, /** @type {any} */ (params));
      if (!result.userCode) return this.changed(result);
      this.#code = result;
      this.#showCode(result);
    } catch (failure) {
      if (this.#dialog.open) this.#offer(sentence(failure), /** @type {any} */ (failure).data?.tokenUrl);
    } finally {
      this.#isAsking = false;
    }
  }

  /** @param {Code} code */
  #showCode({ userCode, verificationUri, expiresAt }) {
    if (!this.#dialog.open) return;
    this.#state = "pending";
    const copying = button("Copy the code",
      () => void copy(userCode, (said) => this.explorer.toast(said), "the code"), { class: "main" });
    this.#body.replaceChildren(
      h("p", null, "Enter this code on ", outside(verificationUri), ":"),
      h("p", { class: "code" }, h("code", { tabindex: "0" }, userCode)),
      h("p", { role: "status" },
        `Waiting. The code works until ${clock(expiresAt)}; this page notices when it is entered.`),
      h("div", { class: "actions" }, copying, button("Close", () => this.#dialog.close())));
    copying.focus();
  }
}
