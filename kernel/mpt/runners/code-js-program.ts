/** @module code-js-program: runs JavaScript programs, each in a fresh engine that starts from the same image. */
import type { MemoryImage } from '../fuel/metered-instance.ts';
import { CodeFiles, isFileName } from './code-files.ts';
import { JsMemoryError, QuickJs } from './code-js-engine.ts';
import type { JsHandle } from './code-js-engine.ts';
import { JS_PRELUDE } from './code-js-prelude.ts';
import { CodeStream, nestsDeeper } from './code-streams.ts';
import { FILES_OUT_BYTES_MAX, RESULT_BYTES_MAX, RESULT_DEPTH_MAX } from './sandbox-protocol.ts';
import type { GuestError, SandboxEnd, SandboxProgram, SandboxReport } from './sandbox-protocol.ts';

/** The booted engine as an image, and where its two entry functions lie in it. */
export type JsImage = {
  readonly memory: MemoryImage;
  readonly finish: JsHandle;
  readonly describe: JsHandle;
};

/** File name of the program in its own error messages. */
const MAIN = 'main.js';
const NO_LIMIT = { fuel: 0x7fff_ffff_ffff_ffffn, mem_bytes: 256 * 1024 * 1024 };
const NO_HOST = { call: () => 0, importModule: () => undefined };

/** Boots an engine, runs the prelude and takes the image. The same module gives the same image everywhere. */
export function bootJsImage(module: WebAssembly.Module): JsImage {
  const engine = new QuickJs(module, NO_HOST);
  engine.metered.start(NO_LIMIT);
  engine.boot();
  const entries = engine.evaluate(JS_PRELUDE, 'prelude.js', true);
  if (engine.isException(entries))
    throw new Error(`the prelude failed: ${engine.text(engine.exception()) ?? ''}`);
  const finish = engine.property(entries, 'finish');
  const describe = engine.property(entries, 'describe');
  engine.free(entries);
  return { memory: engine.metered.takeImage(), finish, describe };
}

/** Runs one program from the image. Never throws for what the program does. */
export function runJsProgram(
  module: WebAssembly.Module,
  image: JsImage,
  program: SandboxProgram,
): SandboxReport {
  const run = new JsRun(module, image);
  return run.report(program);
}

/** Everything of one run; it is dropped with its WebAssembly instance. */
class JsRun {
  readonly #engine: QuickJs;
  readonly #image: JsImage;
  readonly #files: CodeFiles;
  readonly #stdout = new CodeStream();
  readonly #stderr = new CodeStream();
  #sealed: string | undefined;

  constructor(module: WebAssembly.Module, image: JsImage) {
    this.#image = image;
    this.#engine = new QuickJs(module, {
      call: (args) => this.#hostCall(args),
      importModule: (specifier) => {
        this.#sealed = `import of \`${specifier}\``;
        this.#engine.metered.stop();
      },
    });
    this.#files = new CodeFiles((bytes) => this.#engine.metered.hold(bytes));
  }

  report(program: SandboxProgram): SandboxReport {
    const { metered } = this.#engine;
    this.#engine.resume(this.#image.memory);
    metered.start({ fuel: program.fuel, mem_bytes: program.mem_bytes });
    const refused = this.#given(program);
    const base_bytes = metered.highWaterBytes;
    const end = refused ?? this.#end(program.code);
    const leaves = end.kind === 'value' || end.kind === 'text';
    const files = leaves ? this.#files.written() : [];
    return {
      end,
      fuel: metered.used,
      high_water_bytes: metered.highWaterBytes,
      base_bytes,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      files,
      retire: false,
    };
  }

  #given({ files, mem_bytes }: SandboxProgram): SandboxEnd | undefined {
    if (this.#engine.metered.highWaterBytes > mem_bytes)
      return { kind: 'memory', message: 'the engine alone needs more memory than the budget' };
    return files.every(({ name, bytes }) => this.#files.give(name, bytes))
      ? undefined
      : { kind: 'memory', message: 'the input files need more memory than the budget' };
  }

  #end(code: string): SandboxEnd {
    const { metered } = this.#engine;
    try {
      const end = this.#evaluated(code);
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

  #evaluated(code: string): SandboxEnd {
    const engine = this.#engine;
    const started = engine.evaluate(code, MAIN);
    if (engine.isException(started) || !engine.settle()) return this.#failed(engine.exception());
    const promise = engine.promise(started);
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
        return this.#failed(promise.value);
      case 'fulfilled':
        return this.#finished(engine.property(promise.value, 'value'));
      default:
        return promise.state satisfies never;
    }
  }

  #finished(value: JsHandle): SandboxEnd {
    const result = this.#engine.call(this.#image.finish, value);
    if (this.#engine.isException(result)) return this.#failed(this.#engine.exception());
    const bytes = this.#engine.textBytes(result);
    if (bytes === undefined) return { kind: 'memory', message: 'out of memory' };
    if (bytes.length - 5 > RESULT_BYTES_MAX)
      return {
        kind: 'data',
        message: `a result of ${bytes.length - 5} bytes, at most ${RESULT_BYTES_MAX}`,
      };
    const written = this.#files.written().reduce((sum, file) => sum + file.bytes.length, 0);
    if (written > FILES_OUT_BYTES_MAX)
      return { kind: 'data', message: `files of ${written} bytes, at most ${FILES_OUT_BYTES_MAX}` };
    const text = new TextDecoder().decode(bytes);
    const body = text.slice(5);
    return text.startsWith('json:') && !nestsDeeper(body, RESULT_DEPTH_MAX)
      ? { kind: 'value', json: body }
      : { kind: 'text', text: body };
  }

  #failed(thrown: JsHandle): SandboxEnd {
    const described = this.#engine.call(this.#image.describe, thrown);
    const text = this.#engine.isException(described) ? undefined : this.#engine.text(described);
    const error = guestError(text);
    if (
      error === undefined ||
      (error.type === 'InternalError' && error.message === 'out of memory')
    )
      return { kind: 'memory', message: 'out of memory' };
    if (error.type === 'RangeError' && error.message === 'Maximum call stack size exceeded')
      return { kind: 'depth', message: error.message };
    return { kind: 'error', error };
  }

  /** `host(op, …)` of the prelude. */
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
        return engine.undefined();
    }
  }

  #write(name: string, bytes: Uint8Array): string | undefined {
    if (!isFileName(name)) return 'not a file name';
    const file = this.#files.get(name) ?? this.#files.create(name);
    if (file === undefined) return 'too many files';
    if (!this.#files.resize(file, 0) || !this.#files.write(file, 0, bytes))
      return 'no space left for file';
    return undefined;
  }
}

/** Reads what `describe` made; the line is the first of the program in the trace. */
function guestError(text: string | undefined): GuestError | undefined {
  if (text === undefined) return undefined;
  const said: unknown = JSON.parse(text);
  const field = (key: string): string => {
    const value: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, key) : '';
    return typeof value === 'string' ? value.slice(0, 2000) : '';
  };
  const line = /main\.js:(\d+)/.exec(field('trace'))?.[1];
  return {
    type: field('type').slice(0, 100),
    message: field('message'),
    line: line === undefined ? null : Number(line),
    trace: field('trace'),
  };
}
