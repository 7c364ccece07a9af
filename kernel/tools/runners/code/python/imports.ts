/**
 * @module imports: wraps every import of CPython's module. Calls pass through during boot; afterwards they are sealed.
 */
import { MeteredInstance } from '../../fuel/metered-instance.ts';
import { SIDE_IMPORTS } from '../../fuel/side-imports.ts';
import { FixedFiles } from './fixed-files.ts';
import { PythonSystem, SandboxEnd, setStatusTimes } from './system.ts';

type Imports = Record<string, Record<string, unknown>>;
type Exports = Readonly<Record<string, unknown>>;
type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Imports that we implement even during boot, so that the image is equal on all machines. */
const OURS_AT_BOOT: ReadonlySet<string> = new Set([
  'clock_time_get',
  'clock_res_get',
  'emscripten_date_now',
  'emscripten_get_now',
  '_gmtime_js',
  '_localtime_js',
  '_mktime_js',
  '_timegm_js',
  '_tzset_js',
  'random_get',
  'environ_sizes_get',
  'environ_get',
]);
/** For calls that fill a `struct stat`: the index of the argument with its address. */
const STATUS_AT: ReadonlyMap<string, number> = new Map([
  ['__syscall_stat64', 1],
  ['__syscall_lstat64', 1],
  ['__syscall_fstat64', 1],
  ['__syscall_newfstatat', 2],
]);
/** Imports that stay open: they only call a function of the table with the engine's own arguments. */
const PURE: ReadonlySet<string> = new Set(['_PyEM_TrampolineCall_JS']);
/** Fixed name of the runtime, as a C string. */
const RUNTIME_NAME = new TextEncoder().encode('sandbox\0');

/** The imports of one instance. */
export class PythonImports {
  #system: PythonSystem | undefined;
  #sealed = false;
  #linking = false;
  /** Addresses that were looked up while libraries were linked, by handle and name. */
  readonly #symbols = new Map<string, unknown>();
  #exports: Exports = {};
  #metered: MeteredInstance | undefined;

  get exports(): Exports {
    return this.#exports;
  }

  /** The counters of the instance. Throws before there is an instance. */
  get metered(): MeteredInstance {
    if (this.#metered === undefined) throw new Error('Python has no instance yet');
    return this.#metered;
  }

  /** Runs `boot`, with WebAssembly.instantiate replaced so that it instantiates our module with our imports. */
  async during<T>(module: WebAssembly.Module, boot: () => Promise<T>): Promise<T> {
    const original: unknown = Reflect.get(WebAssembly, 'instantiate');
    if (!isFunction(original)) throw new TypeError('no WebAssembly.instantiate');
    const replaced = async (source: unknown, imports?: Imports): Promise<unknown> => {
      if (imports?.['env']?.['__syscall_openat'] === undefined) {
        return await Reflect.apply(original, WebAssembly, [source, imports]);
      }
      const instance = new WebAssembly.Instance(module, this.#wrap(imports));
      this.#adopt(instance);
      return { instance, module };
    };
    Reflect.set(WebAssembly, 'instantiate', replaced);
    try {
      return await boot();
    } finally {
      Reflect.set(WebAssembly, 'instantiate', original);
    }
  }

  /** Seals the imports: from now on, `system` implements all that are allowed. Called again for each run. */
  seal(system: PythonSystem): void {
    this.#sealed = true;
    this.#system = system;
  }

  /** Runs `link`, which may load libraries into the memory of the instance; they use its fuel counters. */
  duringLink(link: () => void): void {
    const original: unknown = Reflect.get(WebAssembly, 'Instance');
    if (!isConstructor(original)) throw new TypeError('no WebAssembly.Instance');
    const { metered } = this;
    const instantiate = function (module: WebAssembly.Module, imports?: object): object {
      const instance = new original(module, { ...imports, [SIDE_IMPORTS]: metered.counters });
      metered.adoptSide(instance.exports);
      return instance;
    };
    Reflect.set(WebAssembly, 'Instance', instantiate);
    this.#linking = true;
    try {
      link();
    } finally {
      this.#linking = false;
      Reflect.set(WebAssembly, 'Instance', original);
    }
  }

  #adopt(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports;
    this.#metered = new MeteredInstance(instance.exports);
    this.#metered.start({ fuel: 0x7fff_ffff_ffff_ffffn, mem_bytes: 512 * 1024 * 1024 });
    this.#system = new PythonSystem(this.#metered, new FixedFiles(new Map()));
  }

  /** Wraps every function in place, because the engine's glue uses the same objects for its function table. */
  #wrap(imports: Imports): Imports {
    // Pyodide's glue may use one object for both namespaces
    const namespaces = new Set([imports['env'] ?? {}, imports['wasi_snapshot_preview1'] ?? {}]);
    for (const functions of namespaces) {
      for (const [name, value] of Object.entries(functions)) {
        if (!isFunction(value)) continue;
        const route: AnyFunction = (...args) => this.#answer(name, value, args);
        // Copies the signatures with which the glue puts functions into the table
        functions[name] = Object.assign(route, value);
      }
    }
    return imports;
  }

  #answer(name: string, original: AnyFunction, args: readonly unknown[]): unknown {
    if (this.#sealed) return this.#answerSealed(name, original, args);
    if (name === '_Py_emscripten_runtime') return this.#runtimeName();
    const ours = OURS_AT_BOOT.has(name) ? this.#system?.calls.get(name) : undefined;
    const result: unknown = Reflect.apply(ours ?? original, undefined, args);
    if (name === 'emscripten_resize_heap') this.metered.adoptSize();
    // Python stores the times of folders that it searched; fixed times keep the image equal on all machines
    const buffer = args[STATUS_AT.get(name) ?? -1];
    if (typeof buffer === 'number') setStatusTimes(this.metered.memory, buffer);
    return result;
  }

  #answerSealed(name: string, original: AnyFunction, args: readonly unknown[]): unknown {
    if (PURE.has(name)) return Reflect.apply(original, undefined, args);
    if (this.#linking && name === '_dlopen_js') return Reflect.apply(original, undefined, args);
    if (name === '_dlsym_js') return this.#symbol(original, args);
    const system = this.#system;
    const call = system?.calls.get(name);
    if (system === undefined || call === undefined) return system?.refuse(`\`${name}\``);
    this.metered.reportUse();
    try {
      return Reflect.apply(call, undefined, args);
    } catch (error) {
      if (error instanceof SandboxEnd) throw error;
      // A pointer outside memory is the program's fault
      return system.refuse(`\`${name}\` with a pointer outside its memory`);
    }
  }

  /** The address of a symbol. The glue adds it to the table, which images do not restore, so the result is reused. */
  #symbol(original: AnyFunction, args: readonly unknown[]): unknown {
    const [handle, name] = args;
    const memory = new Uint8Array(this.metered.memory.buffer);
    const at = Number(name) >>> 0;
    const text = new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)).slice(0, 500));
    const key = `${Number(handle)} ${text}`;
    if (this.#linking) this.#symbols.set(key, Reflect.apply(original, undefined, args));
    if (!this.#symbols.has(key)) return this.#system?.refuse('`_dlsym_js`');
    return this.#symbols.get(key);
  }

  /** Returns a fixed name; the glue would return the version of Node.js, which differs between machines. */
  #runtimeName(): unknown {
    const malloc = this.#exports['malloc'];
    const at: unknown = isFunction(malloc) ? malloc(RUNTIME_NAME.length) : 0;
    if (typeof at !== 'number' || at === 0) return 0;
    new Uint8Array(this.metered.memory.buffer).set(RUNTIME_NAME, at);
    return at;
  }
}

type Constructor = new (module: WebAssembly.Module, imports: object) => WebAssembly.Instance;

function isConstructor(value: unknown): value is Constructor {
  return typeof value === 'function';
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}
