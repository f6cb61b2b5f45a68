// @ts-check
// A form made from JSON Schemas.

import { h } from "./dom.mjs";

/** @typedef {Record<string, any>} Schema */

/**
 * A field of a form. `get` gives undefined where nothing was entered, and `Invalid` where it is no
 * value.
 *
 * @typedef {{element: HTMLElement, get: () => unknown, set: (value: unknown) => void,
 *   fail: (message: string) => void}} Field
 */

/** What stands in a field is no value of its type. */
export const Invalid = Symbol("invalid");

let lastId = 0;

/**
 * An object with another value of one member, or without it.
 *
 * @param {object} object
 * @param {string} name
 * @param {unknown} value
 */
export function withMember(object, name, value) {
  const { [name]: _, ...others } = /** @type {Record<string, unknown>} */ (object);
  // A member that stays keeps its place.
  if (value === undefined) return others;
  return { ...object, [name]: value };
}

/**
 * The field of one member. What the form has no element for is edited as JSON, so every schema has
 * a field.
 *
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 * @param {(value: unknown) => void} changed
 * @returns {Field}
 */
function field(name, schema, required, changed) {
  if (schema.type === "object" && schema.properties) return group(name, schema, required, changed);
  const id = `field-${++lastId}`;
  const { control, get, set } = entry(schema, { id, "aria-describedby": `${id}-hint ${id}-error`, required });
  const error = h("p", { class: "error", id: `${id}-error` });
  const fail = (/** @type {string} */ message) => {
    error.textContent = message;
    if (message) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  };
  control.addEventListener("input", () => {
    const value = get();
    fail(value === Invalid ? "This is not valid JSON." : "");
    changed(value);
  });
  const facts = [schema.description, limits(schema)].filter(Boolean).join(" ");
  const element = h("div", { class: "field" },
    h("label", { for: id }, h("code", null, name), required && " (required)"),
    control,
    h("p", { class: "note", id: `${id}-hint` }, facts),
    error);
  return { element, get, fail, set: (value) => {
    set(value);
    fail("");
  } };
}

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} required
 * @param {(value: unknown) => void} changed
 * @returns {Field}
 */
function group(name, schema, required, changed) {
  /** @type {object} */
  let value = {};
  const get = () => {
    if (members.list.some((member) => member.get() === Invalid)) return Invalid;
    return Object.keys(value).length ? value : undefined;
  };
  const members = fields(schema, (member, one) => {
    if (one !== Invalid) value = withMember(value, member, one);
    changed(get());
  });
  const error = h("p", { class: "error" });
  return {
    element: h("fieldset", { class: "field" },
      h("legend", null, h("code", null, name), required && " (required)"),
      schema.description && h("p", { class: "note" }, schema.description),
      members.list.map(({ element }) => element), error),
    get,
    set: (known) => {
      value = typeof known === "object" && known !== null ? known : {};
      members.set(value);
      error.textContent = "";
    },
    fail: (message) => (error.textContent = message),
  };
}

/**
 * The fields of an object's members. `changed` gets the name and the value of the one that a person
 * has changed; what stands in the others is not read.
 *
 * @param {Schema} schema
 * @param {(name: string, value: unknown) => void} changed
 */
export function fields({ properties = {}, required = [] }, changed) {
  const names = Object.keys(properties);
  const list = names.map((name) =>
    field(name, properties[name], required.includes(name), (value) => changed(name, value)));
  return {
    list,
    /** @param {string} name */
    named: (name) => list[names.indexOf(name)],
    /** @param {object} value */
    set: (value) => {
      const known = /** @type {Record<string, unknown>} */ (value);
      list.forEach(({ set }, index) => set(Object.hasOwn(known, names[index]) ? known[names[index]] : undefined));
    },
  };
}

/**
 * The element into which a value is entered.
 *
 * @param {Schema} schema
 * @param {import("./dom.mjs").Attributes} attributes
 */
function entry(schema, attributes) {
  const { type, enum: values, writeOnly, default: standard } = schema;
  if (Array.isArray(values) || type === "boolean") {
    const options = values ?? [true, false];
    const control = h("select", attributes,
      h("option", { value: "" }, standard === undefined ? "–" : `– (${JSON.stringify(standard)})`),
      options.map((/** @type {unknown} */ one) => h("option", { value: JSON.stringify(one) }, String(one))));
    return {
      control,
      get: () => (control.value === "" ? undefined : JSON.parse(control.value)),
      set: (/** @type {unknown} */ value) => (control.value = value === undefined ? "" : JSON.stringify(value)),
    };
  }
  const isNumber = type === "integer" || type === "number";
  if (isNumber || type === "string") {
    const control = h("input", {
      ...attributes, type: writeOnly ? "password" : "text", inputmode: isNumber && "numeric",
      placeholder: standard === undefined ? null : JSON.stringify(standard),
      maxlength: schema.maxLength, autocomplete: "off", spellcheck: "false",
    });
    return {
      control,
      // A number that is none is sent as it is: the server's error says what it must be.
      get: () => {
        const text = control.value;
        if (text === "") return undefined;
        const isWritten = isNumber && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text.trim());
        return isWritten && Number.isFinite(Number(text)) ? Number(text) : text;
      },
      set: (/** @type {unknown} */ value) =>
        (control.value = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)),
    };
  }
  const control = h("textarea", { ...attributes, rows: 2, class: "json", spellcheck: "false",
    placeholder: standard === undefined ? "JSON" : JSON.stringify(standard) });
  return {
    control,
    get: () => {
      if (!control.value.trim()) return undefined;
      try {
        return JSON.parse(control.value);
      } catch {
        return Invalid;
      }
    },
    set: (/** @type {unknown} */ value) => (control.value = value === undefined ? "" : JSON.stringify(value)),
  };
}

/**
 * The bounds of a schema as words.
 *
 * @param {Schema} schema
 */
function limits({ type, minimum, maximum, maxLength, pattern, anyOf, items }) {
  const words = [];
  if (type === "integer" || type === "number") {
    if (minimum !== undefined && maximum !== undefined) words.push(`${minimum} to ${maximum}.`);
    else if (minimum !== undefined) words.push(`At least ${minimum}.`);
  }
  if (anyOf || items || Array.isArray(type) || !type) words.push("As JSON.");
  if (maxLength !== undefined && !pattern) words.push(`At most ${maxLength} characters.`);
  return words.join(" ");
}
