/** @module engine: one QuickJS engine in one metered WebAssembly instance. */
import { MeteredInstance } from '../../fuel/metered-instance.ts';
import type { MemoryImage } from '../../fuel/metered-instance.ts';

/** Pointer to a value of the engine. Its owner must free it. */
export type JsHandle = number;

/** A call from the engine to the host. The engine owns the arguments, and then also the returned value. */
export type JsHostCall = (args: readonly JsHandle[]) => JsHandle;

/** Functions of the host that QuickJS calls. */
export type JsHost = {
  readonly call: JsHostCall;
  /** Called when the program imports a module; it must be stopped. */
  readonly importModule: (specifier: string) => void;
};

type WasmFunction = (...args: readonly (number | bigint)[]) => number;

/** The exports of the engine that the host uses. */
const EXPORT_NAMES = [
  '_initialize',
  'qjs_init',
  'qjs_set_max_stack_size',
  'qjs_set_module_loader',
  'qjs_eval',
  'qjs_call',
  'qjs_dup_value',
  'qjs_free_value',
  'qjs_get_global',
  'qjs_get_undefined',
  'qjs_get_prop_string',
  'qjs_set_prop_string',
  'qjs_new_host_function',
  'qjs_new_string',
  'qjs_new_array_buffer',
  'qjs_get_string_len',
  'qjs_free_cstring',
  'qjs_get_float64',
  'qjs_is_array_buffer',
  'qjs_is_exception',
  'qjs_is_promise',
  'qjs_get_array_buffer',
  'qjs_get_exception',
  'qjs_promise_state',
  'qjs_promise_result',
  'qjs_is_job_pending',
  'qjs_execute_pending_job',
  'wasm_malloc',
  'wasm_free',
] as const;
type Exports = Readonly<Record<(typeof EXPORT_NAMES)[number], WasmFunction>>;

/** Stack limit of the guest: its RangeError comes long before the worker's own stack (16 MB) overflows. */
const STACK_BYTES = 256 * 1024;
/** QuickJS flag: a global script with top-level await. */
const EVAL_ASYNC = 1 << 7;
/** Milliseconds since 1970 at which every program starts: 2026-01-01T00:00:00Z. */
const SANDBOX_EPOCH_MS = 1_767_225_600_000;
/** WASI error number: bad file descriptor. */
const ERRNO_BADF = 8;
const refuse = (): number => ERRNO_BADF;

/** One engine. `metered.putBack` resets its state. */
export class QuickJs {
  readonly metered: MeteredInstance;
  readonly #exports: Exports;
  /** Nanoseconds since the start of the run; each read of the clock adds a microsecond. */
  #ticks = 0n;

  constructor(module: WebAssembly.Module, host: JsHost) {
    const instance = new WebAssembly.Instance(module, {
      env: {
        // (name, name length, this, argument count, arguments)
        host_call: (...call: readonly number[]) =>
          host.call(this.#pointers(call[4] ?? 0, call[3] ?? 0)),
        host_interrupt: () => 0,
        host_promise_rejection: (promise: number, reason: number) => {
          this.free(promise);
          this.free(reason);
        },
        host_module_normalize: (_base: number, name: number) => {
          host.importModule(this.#cString(name));
          return 0;
        },
        host_module_load: () => 0,
        host_get_timezone_offset: () => 0,
      },
      wasi_snapshot_preview1: {
        clock_time_get: (_id: number, _precision: bigint, result: number) => {
          this.#view().setBigUint64(
            result,
            BigInt(SANDBOX_EPOCH_MS) * 1_000_000n + this.#ticks,
            true,
          );
          this.#ticks += 1000n;
          return 0;
        },
        random_get: (at: number, length: number) => {
          new Uint8Array(this.metered.memory.buffer, at, length).fill(0x42);
          return 0;
        },
        fd_close: refuse,
        fd_fdstat_get: refuse,
        fd_seek: refuse,
        fd_write: refuse,
      },
    });
    this.metered = new MeteredInstance(instance.exports);
    this.#exports = bind(instance.exports);
  }

  /** Advances the clock of the run to a time, in milliseconds since 1970; never moves it back. */
  advanceTo(time_ms: number): void {
    const ticks = BigInt(Math.ceil((time_ms - SANDBOX_EPOCH_MS) * 1e6));
    if (ticks > this.#ticks) this.#ticks = ticks;
  }

  /** Creates the runtime and its global `host`. Throws if the engine cannot start. */
  boot(): void {
    this.#exports['_initialize']();
    if (this.#exports.qjs_init() !== 0) throw new Error('the JavaScript engine did not start');
    this.#exports.qjs_set_max_stack_size(STACK_BYTES);
    this.#exports.qjs_set_module_loader(1);
    this.offerHost();
  }

  /** Sets the global `host`; the script that uses it must delete it. */
  offerHost(): void {
    const [name, length] = this.#put('host');
    const host = this.#exports.qjs_new_host_function(name, length, 0);
    this.#exports.qjs_set_prop_string(this.#exports.qjs_get_global(), name, host);
    this.#exports.wasm_free(name);
  }

  /** Restores the image of another instance of the same module and resets the clock. */
  resume(image: MemoryImage): void {
    this.metered.putBack(image);
    this.#ticks = 0n;
  }

  /** Evaluates a script, with top-level await unless `sync`. The handle may be an exception. */
  evaluate(code: string, file: string, sync = false): JsHandle {
    const [source, length] = this.#put(code);
    const [name] = this.#put(file);
    const result = this.#exports.qjs_eval(source, length, name, sync ? 0 : EVAL_ASYNC);
    this.#exports.wasm_free(source);
    this.#exports.wasm_free(name);
    return result;
  }

  /** Runs promise jobs until the queue is empty. Returns false if a job failed; its exception is then pending. */
  settle(): boolean {
    while (this.#exports.qjs_is_job_pending() !== 0) {
      if (this.#exports.qjs_execute_pending_job() < 0) return false;
    }
    return true;
  }

  call(fn: JsHandle, argument: JsHandle): JsHandle {
    const args = this.#exports.wasm_malloc(4);
    this.#view().setUint32(args, argument, true);
    const result = this.#exports.qjs_call(fn, this.#exports.qjs_get_undefined(), 1, args);
    this.#exports.wasm_free(args);
    return result;
  }

  property(of: JsHandle, name: string): JsHandle {
    const [at] = this.#put(name);
    const value = this.#exports.qjs_get_prop_string(of, at);
    this.#exports.wasm_free(at);
    return value;
  }

  isException(value: JsHandle): boolean {
    return this.#exports.qjs_is_exception(value) !== 0;
  }

  /** Removes and returns the pending exception. */
  exception(): JsHandle {
    return this.#exports.qjs_get_exception();
  }

  isPromise(value: JsHandle): boolean {
    return this.#exports.qjs_is_promise(value) !== 0;
  }

  /** The state of a promise; any other value is a promise fulfilled with that value. */
  promise(value: JsHandle): {
    readonly state: 'pending' | 'fulfilled' | 'rejected';
    readonly value: JsHandle;
  } {
    if (!this.isPromise(value)) return { state: 'fulfilled', value };
    const state = this.#exports.qjs_promise_state(value);
    if (state === 0) return { state: 'pending', value };
    return {
      state: state === 1 ? 'fulfilled' : 'rejected',
      value: this.#exports.qjs_promise_result(value),
    };
  }

  undefined(): JsHandle {
    return this.#exports.qjs_dup_value(this.#exports.qjs_get_undefined());
  }

  number(value: JsHandle): number {
    return this.#exports.qjs_get_float64(value);
  }

  /**
   * The value converted to a string, as UTF-8. The conversion can run guest code. `undefined` if it throws or memory is
   * full.
   */
  textBytes(value: JsHandle): Uint8Array | undefined {
    const lengthAt = this.#exports.wasm_malloc(4);
    const at = lengthAt === 0 ? 0 : this.#exports.qjs_get_string_len(value, lengthAt);
    if (at === 0) return undefined;
    const bytes = this.#bytes(at, this.#view().getUint32(lengthAt, true));
    this.#exports.qjs_free_cstring(at);
    this.#exports.wasm_free(lengthAt);
    return bytes;
  }

  text(value: JsHandle): string | undefined {
    const bytes = this.textBytes(value);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** A copy of an ArrayBuffer's bytes, or `undefined` for any other value. */
  arrayBuffer(value: JsHandle): Uint8Array | undefined {
    if (this.#exports.qjs_is_array_buffer(value) === 0) return undefined;
    const lengthAt = this.#exports.wasm_malloc(4);
    if (lengthAt === 0) return undefined;
    const at = this.#exports.qjs_get_array_buffer(value, lengthAt);
    const length = this.#view().getUint32(lengthAt, true);
    this.#exports.wasm_free(lengthAt);
    return at === 0 ? new Uint8Array(0) : this.#bytes(at, length);
  }

  newString(bytes: Uint8Array): JsHandle {
    const [at, length] = this.#put(bytes);
    const value = this.#exports.qjs_new_string(at, length);
    this.#exports.wasm_free(at);
    return value;
  }

  newArrayBuffer(bytes: Uint8Array): JsHandle {
    const [at, length] = this.#put(bytes);
    const value = this.#exports.qjs_new_array_buffer(at, length);
    this.#exports.wasm_free(at);
    return value;
  }

  free(value: JsHandle): void {
    this.#exports.qjs_free_value(value);
  }

  /** Copies host bytes into the engine, followed by a NUL. Throws `JsMemoryError` if its memory is full. */
  #put(content: string | Uint8Array): readonly [at: number, length: number] {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    this.metered.charge(bytes.length >> 4);
    const at = this.#exports.wasm_malloc(bytes.length + 1);
    if (at === 0) throw new JsMemoryError();
    const memory = new Uint8Array(this.metered.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return [at, bytes.length];
  }

  #bytes(at: number, length: number): Uint8Array {
    this.metered.charge(length >> 4);
    return new Uint8Array(this.metered.memory.buffer, at, length).slice();
  }

  #pointers(at: number, count: number): readonly number[] {
    const view = this.#view();
    return Array.from({ length: count }, (_, index) => view.getUint32(at + index * 4, true));
  }

  #cString(at: number): string {
    const memory = new Uint8Array(this.metered.memory.buffer, at);
    const end = memory.indexOf(0);
    return new TextDecoder().decode(memory.slice(0, Math.min(end, 512)));
  }

  #view(): DataView {
    return new DataView(this.metered.memory.buffer);
  }
}

/** The engine has no memory left for a value of the host. */
export class JsMemoryError extends Error {}

function isWasmFunction(value: unknown): value is WasmFunction {
  return typeof value === 'function';
}

function isComplete(exports: object): exports is Exports {
  return EXPORT_NAMES.every((name) => isWasmFunction(Reflect.get(exports, name)));
}

function bind(exports: Readonly<Record<string, unknown>>): Exports {
  if (!isComplete(exports)) throw new TypeError('the JavaScript engine lacks exports');
  return exports;
}
