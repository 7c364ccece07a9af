/** @module remembered: values that this browser keeps for the page; without storage they last until the page closes. */

const PREFIX = 'plumbline:';
const unstored = new Map<string, string>();

/** The stored value; null if there is none or if it is not JSON. */
export function remembered(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? unstored.get(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value as JSON. Returns false if the browser has no room for it. */
export function remember(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    unstored.set(name, text);
    return false;
  }
}
