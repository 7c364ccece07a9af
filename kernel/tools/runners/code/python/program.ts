/** @module program: runs Python programs in sequence in one instance, each from the same image. */
import type { MemoryImage } from '../../fuel/metered-instance.ts';
import { PAGE_BYTES } from '../../fuel/metered-instance.ts';
import { FILES_OUT_BYTES_MAX, RESULT_BYTES_MAX, RESULT_DEPTH_MAX } from '../../sandbox/protocol.ts';
import type { SandboxEnd, SandboxProgram, SandboxReport } from '../../sandbox/protocol.ts';
import { nestsDeeper } from '../streams.ts';
import type { BootedPython } from './boot.ts';
import { linkLibraries } from './link.ts';
import { PythonSystem } from './system.ts';

/** An instance whose memory grew by more than this is replaced: restoring the image would take too long. */
const GROWTH_BYTES_MAX = 100 * 1024 * 1024;

/** Runs once after each boot, when the imports are sealed and before the worker takes its image. */
const SETTLE = 'import _sandbox; _sandbox.settle()';
/** Runs for each program. */
const RUN = 'import _sandbox; _sandbox.run()';

type Entry = (command: number, flags: number) => unknown;

/** Seals a booted Python and runs programs in it. */
export class PythonPrograms {
  readonly #booted: BootedPython;
  readonly #base: MemoryImage;
  readonly #command: number;
  readonly #entry: Entry;
  #clean = true;

  constructor(booted: BootedPython) {
    const { imports } = booted;
    this.#booted = booted;
    this.#entry = functionOf(imports.exports, 'PyRun_SimpleStringFlags');
    this.#command = place(booted, RUN);
    imports.seal(new PythonSystem(imports.metered, booted.fixed));
    if (this.#entry(place(booted, SETTLE), 0) !== 0) throw new Error('Python did not settle');
    linkLibraries(booted);
    this.#base = imports.metered.takeImage();
  }

  /** Runs one program. Never throws because of the program. */
  run(program: SandboxProgram): SandboxReport {
    const { imports, fixed } = this.#booted;
    const { metered } = imports;
    this.putBack();
    this.#clean = false;
    const system = new PythonSystem(metered, fixed);
    imports.seal(system);
    metered.start({ fuel: program.fuel, mem_bytes: program.mem_bytes });
    const refused = addFiles(program, system, metered.highWaterBytes);
    const base_bytes = metered.highWaterBytes;
    const end = refused ?? this.#runToEnd(system);
    const leaves = end.kind === 'value' || end.kind === 'text';
    const grown = metered.memory.buffer.byteLength - this.#base.pages * PAGE_BYTES;
    return {
      end,
      fuel: metered.used,
      high_water_bytes: metered.highWaterBytes,
      base_bytes,
      stdout: system.stdout.text(),
      stderr: system.stderr.text(),
      files: leaves ? system.files.written() : [],
      retire: grown > GROWTH_BYTES_MAX,
    };
  }

  /** Restores the image if a program has run since. */
  putBack(): void {
    if (!this.#clean) this.#booted.imports.metered.putBack(this.#base);
    this.#clean = true;
  }

  /** Runs the program; returns how it ended. */
  #runToEnd(system: PythonSystem): SandboxEnd {
    const { metered } = this.#booted.imports;
    let thrown: unknown;
    try {
      this.#entry(this.#command, 0);
    } catch (error) {
      thrown = error;
    }
    if (system.ended !== undefined) {
      const { kind, name } = system.ended;
      if (kind === 'sealed') return { kind, name };
      if (name === 'exit') {
        return {
          kind: 'error',
          error: {
            type: 'SystemExit',
            message: 'the program left without an end',
            line: null,
            trace: '',
          },
        };
      }
      return system.memoryRefused
        ? { kind: 'memory', message: 'out of memory' }
        : { kind: 'trap', message: name };
    }
    if (metered.exhausted) return { kind: 'fuel' };
    if (thrown instanceof RangeError) return { kind: 'depth', message: thrown.message };
    if (thrown !== undefined) {
      return { kind: 'trap', message: thrown instanceof Error ? thrown.message : 'unknown' };
    }
    return this.#writtenEnd(system);
  }

  /** The end that the harness wrote. A program could also write it, which only changes its own result. */
  #writtenEnd(system: PythonSystem): SandboxEnd {
    const bytes = system.files.end();
    if (bytes === undefined) {
      return system.memoryRefused
        ? { kind: 'memory', message: 'out of memory' }
        : { kind: 'trap', message: 'the interpreter gave no result' };
    }
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const cut = text.indexOf('\n');
    const body = text.slice(cut + 1);
    const written = system.files.written().reduce((sum, file) => sum + file.bytes.length, 0);
    switch (text.slice(0, cut)) {
      case 'memory':
        return { kind: 'memory', message: body };
      case 'depth':
        return { kind: 'depth', message: body };
      case 'data':
        return { kind: 'data', message: `a result of ${body} bytes, at most ${RESULT_BYTES_MAX}` };
      case 'error':
        return errorOf(body);
      case 'json':
      case 'text':
        if (written > FILES_OUT_BYTES_MAX) {
          return {
            kind: 'data',
            message: `files of ${written} bytes, at most ${FILES_OUT_BYTES_MAX}`,
          };
        }
        return text.startsWith('json') && isJson(body)
          ? { kind: 'value', json: body }
          : { kind: 'text', text: body };
      default:
        return { kind: 'trap', message: 'the interpreter gave no result' };
    }
  }
}

/** Adds the program and its files; returns the end of the run if they do not fit. */
function addFiles(
  program: SandboxProgram,
  system: PythonSystem,
  base: number,
): SandboxEnd | undefined {
  if (base > program.mem_bytes) {
    return {
      kind: 'memory',
      message: `the interpreter alone needs ${Math.ceil(base / 1_048_576)} MB`,
    };
  }
  return system.files.addInput(program.code, program.files)
    ? undefined
    : { kind: 'memory', message: 'the input files need more memory than there is' };
}

function isJson(text: string): boolean {
  if (nestsDeeper(text, RESULT_DEPTH_MAX)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // Only a program that writes `/sandbox/end` itself gets here
  }
}

function errorOf(body: string): SandboxEnd {
  const end: unknown = isJson(body) ? JSON.parse(body) : {};
  const field = (key: string): unknown =>
    typeof end === 'object' && end !== null ? Reflect.get(end, key) : undefined;
  const text = (key: string): string => {
    const value = field(key);
    return typeof value === 'string' ? value.slice(0, 4000) : '';
  };
  const line = field('line');
  return {
    kind: 'error',
    error: {
      type: text('type').slice(0, 100),
      message: text('message'),
      line: typeof line === 'number' ? line : null,
      trace: text('trace'),
    },
  };
}

/** The address of a C string in the engine's memory; never freed. */
function place({ imports }: BootedPython, text: string): number {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const at = functionOf(imports.exports, 'malloc')(bytes.length, 0);
  if (typeof at !== 'number' || at === 0) {
    throw new Error('Python has no memory left after its start');
  }
  new Uint8Array(imports.metered.memory.buffer).set(bytes, at);
  return at;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'function';
}

function functionOf(exports: Readonly<Record<string, unknown>>, name: string): Entry {
  const value = exports[name];
  if (!isEntry(value)) throw new TypeError(`Python exports no \`${name}\``);
  return value;
}
