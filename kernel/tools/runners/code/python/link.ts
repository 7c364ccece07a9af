/** @module link: links the native libraries of wheels into a sealed interpreter before its image is taken. */
import type { BootedPython } from './boot.ts';

/** RTLD_NOW: all symbols are bound immediately, as the interpreter requires. */
const BIND_NOW = 2;

type Call = (...args: readonly number[]) => unknown;

/**
 * Links every library and looks up its entry function, so that all runs have them: a later `dlopen` finds the library
 * loaded, and `dlsym` returns the addresses looked up here. Throws with the name of the first library that fails.
 */
export function linkLibraries({ imports, libraries, put }: BootedPython): void {
  if (libraries.length === 0) return;
  const call = (name: string): Call => {
    const value = imports.exports[name];
    if (!isCall(value)) throw new TypeError(`Python exports no \`${name}\``);
    return value;
  };
  const [dlopen, dlsym, dlerror] = [call('dlopen'), call('dlsym'), call('dlerror')];
  for (const { path, bytes } of libraries) put(path, bytes);
  imports.duringLink(() => {
    for (const { path } of libraries) {
      const handle = withText(imports, path, (at) => dlopen(at, BIND_NOW));
      if (handle === 0) {
        throw new Error(`\`${path}\` cannot be linked: ${textAt(imports, Number(dlerror()))}`);
      }
      withText(imports, `PyInit_${moduleOf(path)}`, (at) => dlsym(Number(handle), at));
    }
  });
}

/** Module name of a library: `_x` for `numpy/_core/_x.cpython-314-wasm32-emscripten.so`. */
function moduleOf(path: string): string {
  const [name = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
  return name;
}

/** Calls `work` with the address of a C string, which is freed afterwards. */
function withText<T>(
  { exports, metered }: BootedPython['imports'],
  text: string,
  work: (at: number) => T,
): T {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const [malloc, free] = [exports['malloc'], exports['free']];
  if (!isCall(malloc) || !isCall(free)) throw new TypeError('Python exports no `malloc`');
  const at = Number(malloc(bytes.length));
  if (at === 0) throw new Error('Python has no memory left for its packages');
  new Uint8Array(metered.memory.buffer).set(bytes, at);
  try {
    return work(at);
  } finally {
    free(at);
  }
}

function textAt({ metered }: BootedPython['imports'], at: number): string {
  const memory = new Uint8Array(metered.memory.buffer);
  return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at))).slice(0, 500);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}
