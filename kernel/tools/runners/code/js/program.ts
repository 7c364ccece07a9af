/** @module program: runs JavaScript programs, each in a new engine that starts from the same memory image. */
import { readFileSync } from 'node:fs';

import type { MemoryImage } from '../../fuel/metered-instance.ts';
import { FILES_OUT_BYTES_MAX, RESULT_BYTES_MAX, RESULT_DEPTH_MAX } from '../../sandbox/protocol.ts';
import type {
  GuestError,
  SandboxEnd,
  SandboxProgram,
  SandboxReport,
} from '../../sandbox/protocol.ts';
import { CodeFiles, isFileName } from '../files.ts';
import { CodeStream, nestsDeeper } from '../streams.ts';
import { JsMemoryError, QuickJs } from './engine.ts';
import type { JsHandle } from './engine.ts';
import { explainedMessage } from './regexp-limits.ts';
import { answerUrl } from './urls.ts';

/** The memory image of a booted engine, and the addresses of its entry functions. */
type JsImage = {
  readonly memory: MemoryImage;
  readonly finish: JsHandle;
  readonly describe: JsHandle;
  /** Runs the next due timer; returns 1, or 0 if there is none. Undefined in the image without `web.js`. */
  readonly next: JsHandle | undefined;
};

/**
 * `plain`: the image for most programs. `web`: the image for programs that use a global of `web.js`, created on demand.
 */
export type JsImages = { readonly plain: JsImage; readonly web: () => JsImage };

/**
 * Script that defines `console` and `files`. It runs once inside the engine, before the image is taken, and reaches the
 * host only through `host`. It captures the built-ins that it needs first, so that a program that edits built-ins
 * changes only its own results. Its completion value is `{finish, describe}`: `finish` turns a value into `json:…` or
 * `text:…`, `describe` turns an error into JSON.
 */
const PRELUDE = readFileSync(new URL('./prelude.js', import.meta.url), 'utf8');
/**
 * Script that converts results that JSON cannot represent; its header has the details. It is not part of the image, so
 * that other programs use no fuel for it.
 */
const READABLE = readFileSync(new URL('./readable.js', import.meta.url), 'utf8');
/**
 * Script with timers, URL and similar globals. It is not part of the `plain` image, because it would change the fuel of
 * programs that do not use it.
 */
const WEB = readFileSync(new URL('./web.js', import.meta.url), 'utf8');
/** The globals of `web.js`. */
const WEB_GLOBALS =
  /\b(?:setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|TextEncoder|TextDecoder|URL|URLSearchParams|structuredClone)\b/;

/** Whether the text of a program contains a name of `web.js`. */
function usesWeb(code: string): boolean {
  return WEB_GLOBALS.test(code) || (/\bconsole\b/.test(code) && /\btable\b/.test(code));
}

/** Output of `finish` for a promise, and for any object without members. */
const PROMISE_FORM = Buffer.from('json:{}');
/** File name of the program in stack traces. */
const MAIN = 'main.js';
const NO_LIMIT = { fuel: 0x7fff_ffff_ffff_ffffn, mem_bytes: 256 * 1024 * 1024 };
const NO_HOST = { call: () => 0, importModule: () => undefined };

/** Boots an engine, runs the prelude and takes the image. The same module gives equal images on all machines. */
export function bootJsImage(module: WebAssembly.Module): JsImages {
  let web: JsImage | undefined;
  return { plain: bootImage(module, false), web: () => (web ??= bootImage(module, true)) };
}

function bootImage(module: WebAssembly.Module, withWeb: boolean): JsImage {
  const engine = new QuickJs(module, NO_HOST);
  engine.metered.start(NO_LIMIT);
  engine.boot();
  const entries = runOwnScript(engine, PRELUDE, 'prelude.js');
  const finish = engine.property(entries, 'finish');
  const describe = engine.property(entries, 'describe');
  engine.free(entries);
  if (withWeb) engine.offerHost();
  const next = withWeb ? runOwnScript(engine, WEB, 'web.js') : undefined;
  return { memory: engine.metered.takeImage(), finish, describe, next };
}

function runOwnScript(engine: QuickJs, code: string, file: string): JsHandle {
  const value = engine.evaluate(code, file, true);
  if (!engine.isException(value)) return value;
  throw new Error(`${file} failed: ${engine.text(engine.exception()) ?? ''}`);
}

/**
 * Runs one program from the image. Never throws because of the program.
 *
 * @param counter receives the fuel used so far at each call of the host
 */
export function runJsProgram(
  module: WebAssembly.Module,
  images: JsImages,
  program: SandboxProgram,
  counter?: BigInt64Array,
): SandboxReport {
  const image = usesWeb(program.code) ? images.web() : images.plain;
  return new JsRun(module, image, counter).report(program);
}

/** The state of one run. It is dropped together with its WebAssembly instance. */
class JsRun {
  readonly #engine: QuickJs;
  readonly #image: JsImage;
  readonly #files: CodeFiles;
  readonly #stdout = new CodeStream();
  readonly #stderr = new CodeStream();
  #sealed: string | undefined;
  /** Memory use before a conversion by `readable.js` that had no effect and so must not count. */
  #highWaterBytes: number | undefined;

  constructor(module: WebAssembly.Module, image: JsImage, counter: BigInt64Array | undefined) {
    this.#image = image;
    this.#engine = new QuickJs(module, {
      call: (args) => {
        this.#engine.metered.reportUse();
        return this.#hostCall(args);
      },
      importModule: (specifier) => {
        this.#sealed = `import of \`${specifier}\``;
        this.#engine.metered.stop();
      },
    });
    this.#engine.metered.reportTo(counter);
    this.#files = new CodeFiles((bytes) => this.#engine.metered.hold(bytes));
  }

  report(program: SandboxProgram): SandboxReport {
    const { metered } = this.#engine;
    this.#engine.resume(this.#image.memory);
    metered.start({ fuel: program.fuel, mem_bytes: program.mem_bytes });
    const refused = this.#addFiles(program);
    const base_bytes = metered.highWaterBytes;
    const end = refused ?? this.#runToEnd(program.code);
    const leaves = end.kind === 'value' || end.kind === 'text';
    const files = leaves ? this.#files.written() : [];
    return {
      end,
      fuel: metered.used,
      high_water_bytes: this.#highWaterBytes ?? metered.highWaterBytes,
      base_bytes,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      files,
      retire: false,
    };
  }

  /** Adds the input files; returns the end of the run if they do not fit. */
  #addFiles({ files, mem_bytes }: SandboxProgram): SandboxEnd | undefined {
    if (this.#engine.metered.highWaterBytes > mem_bytes) {
      return { kind: 'memory', message: 'the engine alone needs more memory than the budget' };
    }
    return files.every(({ name, bytes }) => this.#files.addInput(name, bytes))
      ? undefined
      : { kind: 'memory', message: 'the input files need more memory than the budget' };
  }

  /** Runs the program; returns how it ended. */
  #runToEnd(code: string): SandboxEnd {
    const { metered } = this.#engine;
    try {
      const end = this.#evaluate(code);
      if (this.#sealed !== undefined) return { kind: 'sealed', name: this.#sealed };
      return metered.exhausted ? { kind: 'fuel' } : end;
    } catch (error) {
      if (this.#sealed !== undefined) return { kind: 'sealed', name: this.#sealed };
      if (metered.exhausted) return { kind: 'fuel' };
      if (error instanceof JsMemoryError) return { kind: 'memory', message: 'out of memory' };
      if (error instanceof RangeError) return { kind: 'depth', message: error.message };
      return { kind: 'trap', message: error instanceof Error ? error.message : 'unknown' };
    }
  }

  #evaluate(code: string): SandboxEnd {
    const engine = this.#engine;
    const started = engine.evaluate(code, MAIN);
    if (engine.isException(started) || !this.#settle()) return this.#endOfError(engine.exception());
    return this.#endOfPromise(started, (completion) =>
      this.#endOfResult(engine.property(completion, 'value')),
    );
  }

  /**
   * Runs promise jobs and, once there are none left, the next due timer, until both are exhausted. Returns false if one
   * failed; its exception is then pending.
   */
  #settle(): boolean {
    const engine = this.#engine;
    const { next } = this.#image;
    let more = true;
    while (more) {
      if (!engine.settle()) return false;
      const ran = next === undefined ? undefined : engine.call(next, engine.undefined());
      if (ran !== undefined && engine.isException(ran)) return false;
      more = ran !== undefined && engine.number(ran) === 1;
    }
    return true;
  }

  /** The end of a run whose result is a promise; `fulfilled` turns the promise's value into the end. */
  #endOfPromise(value: JsHandle, fulfilled: (value: JsHandle) => SandboxEnd): SandboxEnd {
    const promise = this.#engine.promise(value);
    switch (promise.state) {
      case 'pending':
        return {
          kind: 'error',
          error: {
            type: 'Deadlock',
            message: 'the program awaits a promise that nothing settles',
            line: null,
            trace: '',
          },
        };
      case 'rejected':
        return this.#endOfError(promise.value);
      case 'fulfilled':
        return fulfilled(promise.value);
      default:
        return promise.state satisfies never;
    }
  }

  #endOfResult(value: JsHandle): SandboxEnd {
    const result = this.#engine.call(this.#image.finish, value);
    if (this.#engine.isException(result)) return this.#endOfError(this.#engine.exception());
    const bytes = this.#engine.textBytes(result);
    if (bytes === undefined) return { kind: 'memory', message: 'out of memory' };
    // Checked only for a value that looks like a promise, because the check costs fuel
    if (Buffer.from(bytes).equals(PROMISE_FORM) && this.#engine.isPromise(value)) {
      return this.#endOfPromise(value, (awaited) => this.#endOfResult(awaited));
    }
    return endOf(this.#readable(value, bytes) ?? bytes, this.#files.written());
  }

  /** A result that JSON cannot represent (Map, Set, BigInt …) as readable JSON; else undefined, at no cost. */
  #readable(value: JsHandle, finished: Uint8Array): Uint8Array | undefined {
    const engine = this.#engine;
    // JSON without `{` contains no object
    const output = Buffer.from(finished);
    if (!output.subarray(0, TEXT.length).equals(TEXT) && !output.includes('{')) return undefined;
    const before = engine.metered.highWaterBytes;
    const made = engine.metered.chargedIfDefined(() => {
      const readable = engine.evaluate(READABLE, 'readable.js', true);
      const json = engine.isException(readable) ? readable : engine.call(readable, value);
      const bytes = engine.isException(json) ? undefined : engine.textBytes(json);
      return bytes === undefined || !isJson(bytes) ? undefined : bytes;
    });
    if (made === undefined) {
      this.#highWaterBytes = before;
      return undefined;
    }
    return Buffer.concat([Buffer.from('json:'), made]);
  }

  #endOfError(thrown: JsHandle): SandboxEnd {
    const described = this.#engine.call(this.#image.describe, thrown);
    const text = this.#engine.isException(described) ? undefined : this.#engine.text(described);
    const error = guestError(text);
    if (
      error === undefined ||
      (error.type === 'InternalError' && error.message === 'out of memory')
    ) {
      return { kind: 'memory', message: 'out of memory' };
    }
    if (error.type === 'RangeError' && error.message === 'Maximum call stack size exceeded') {
      return { kind: 'depth', message: error.message };
    }
    return { kind: 'error', error };
  }

  /** Implements `host(op, …)` of the prelude. */
  #hostCall(args: readonly JsHandle[]): JsHandle {
    const engine = this.#engine;
    engine.metered.charge(256);
    const [op = 0, first = 0, second = 0] = args;
    switch (engine.number(op)) {
      case 1:
        this.#stdout.write(engine.textBytes(first) ?? new Uint8Array(0));
        return engine.undefined();
      case 2:
        this.#stderr.write(engine.textBytes(first) ?? new Uint8Array(0));
        return engine.undefined();
      case 3:
        return engine.newString(new TextEncoder().encode(JSON.stringify(this.#files.names())));
      case 4:
      case 5: {
        const file = this.#files.get(engine.text(first) ?? '');
        if (file === undefined) return engine.undefined();
        const bytes = file.bytes.subarray(0, file.length);
        return engine.number(op) === 5
          ? engine.newArrayBuffer(bytes)
          : engine.newString(Buffer.from(new TextDecoder().decode(bytes)));
      }
      case 6: {
        const name = engine.text(first) ?? '';
        const bytes = engine.arrayBuffer(second) ?? engine.textBytes(second) ?? new Uint8Array(0);
        const refusal = this.#write(name, bytes);
        return refusal === undefined ? engine.undefined() : engine.newString(Buffer.from(refusal));
      }
      default:
        return this.#webCall(engine.number(op), first, second);
    }
  }

  /** Implements `host(op, …)` of `web.js`. */
  #webCall(op: number, first: JsHandle, second: JsHandle): JsHandle {
    const engine = this.#engine;
    switch (op) {
      case 7:
        engine.advanceTo(engine.number(first));
        return engine.undefined();
      case 8:
        return engine.newArrayBuffer(engine.textBytes(first) ?? new Uint8Array(0));
      case 9: {
        const options = engine.number(second);
        const text = decodeUtf8(engine.arrayBuffer(first) ?? new Uint8Array(0), {
          fatal: (options & 1) !== 0,
          ignoreBOM: (options & 2) !== 0,
        });
        return text === undefined ? engine.undefined() : engine.newString(Buffer.from(text));
      }
      case 10: {
        const question = engine.textBytes(first) ?? new Uint8Array(0);
        engine.metered.charge(question.length);
        const answer = answerUrl(new TextDecoder().decode(question));
        return answer === undefined ? engine.undefined() : engine.newString(Buffer.from(answer));
      }
      default:
        return engine.undefined();
    }
  }

  /** Writes a file; returns why that failed, or undefined. */
  #write(name: string, bytes: Uint8Array): string | undefined {
    if (!isFileName(name)) return 'not a file name';
    const file = this.#files.get(name) ?? this.#files.create(name);
    if (file === undefined) return 'too many files';
    if (!this.#files.resize(file, 0) || !this.#files.write(file, 0, bytes)) {
      return 'no space left for file';
    }
    return undefined;
  }
}

function decodeUtf8(
  bytes: Uint8Array,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
): string | undefined {
  try {
    return new TextDecoder('utf-8', options).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Prefix of the output of `finish` for a value that is not JSON. */
const TEXT = Buffer.from('text:');

/** Whether bytes are JSON: built-ins that the program changed may produce anything. */
function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** The end of a program with the result `json:…` or `text:…` and its written files, or BOUND_DATA if too large. */
function endOf(bytes: Uint8Array, files: readonly { readonly bytes: Uint8Array }[]): SandboxEnd {
  if (bytes.length - 5 > RESULT_BYTES_MAX) {
    return {
      kind: 'data',
      message: `a result of ${bytes.length - 5} bytes, at most ${RESULT_BYTES_MAX}`,
    };
  }
  const written = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (written > FILES_OUT_BYTES_MAX) {
    return { kind: 'data', message: `files of ${written} bytes, at most ${FILES_OUT_BYTES_MAX}` };
  }
  const text = new TextDecoder().decode(bytes);
  const body = text.slice(5);
  return text.startsWith('json:') && !nestsDeeper(body, RESULT_DEPTH_MAX)
    ? { kind: 'value', json: body }
    : { kind: 'text', text: body };
}

/** Parses the output of `describe`; `line` is the first line of the program in the stack trace. */
function guestError(text: string | undefined): GuestError | undefined {
  if (text === undefined) return undefined;
  const described: unknown = JSON.parse(text);
  const field = (key: string): string => {
    const value: unknown =
      typeof described === 'object' && described !== null ? Reflect.get(described, key) : '';
    return typeof value === 'string' ? value.slice(0, 2000) : '';
  };
  const line = /main\.js:(\d+)/.exec(field('trace'))?.[1];
  const type = field('type').slice(0, 100);
  return {
    type,
    message: explainedMessage(type, field('message')),
    line: line === undefined ? null : Number(line),
    trace: field('trace'),
  };
}
