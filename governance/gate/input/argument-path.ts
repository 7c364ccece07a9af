/** @module argument-path: names, values and short texts of the places in a call's arguments. */

/** The path as written in refusals; `arguments` for all arguments. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'arguments';
}

/** The value at a path; undefined if the path does not exist. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** The first 80 UTF-16 units of a text that a caller gave. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}...` : text;
}
