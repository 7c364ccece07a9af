/** @module wheel-names: which wheels the interpreter can use, by their names (PEP 427, PEP 783). */

/** Whether a wheel has native code for this interpreter: for CPython 3.14, for the stable ABI, or for no Python ABI. */
export function isNativeWheel(name: string): boolean {
  return /-(?:cp314|abi3|none)-pyemscripten_2026_0_wasm32\.whl$/.test(name);
}

/** Whether the interpreter can use a wheel. */
export function isUsableWheel(name: string): boolean {
  return name.endsWith('-none-any.whl') || isNativeWheel(name);
}
