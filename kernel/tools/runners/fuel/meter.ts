/** @module meter: rewrites a WebAssembly module so that it counts its work as fuel and stops at a limit. */
import { bulkCode, growCode, sizeCode, stepsCode } from './charges.ts';
import type { FuelGlobals } from './charges.ts';
import { readInstruction } from './instructions.ts';
import type { Instruction } from './instructions.ts';
import { FuelError, WasmCursor } from './wasm-cursor.ts';
import { encodedName, joined, lengthOf, section, signed, unsigned } from './wasm-encoding.ts';
import type { Chunk } from './wasm-encoding.ts';

/** Part of every cache key; must change whenever the rewriter produces other bytes for the same source. */
export const METER_VERSION = 1;

/**
 * Export names of the counters of a metered module, which are mutable globals.
 * `left` (i64): remaining fuel; below zero the module traps at the next charge.
 * `pages` (i32): memory in use, in pages of 64 KiB; `memory.size` returns it.
 * `pages_max` (i32): upper limit of `memory.grow`.
 */
export const FUEL_EXPORT = {
  left: 'fuel:left',
  pages: 'fuel:pages',
  pages_max: 'fuel:pages_max',
} as const;

/** Prefix of the exports of the module's own mutable globals, before their index; a host restores them. */
export const FUEL_GLOBAL_PREFIX = 'fuel:global.';

/** Numbers of functions, loops, bulk instructions and memory.grow instructions in a module. */
export type MeterStats = {
  readonly functions: number;
  readonly loops: number;
  readonly bulk: number;
  readonly grows: number;
};

/** Largest charge of a region: an interpreter's dispatch loop has thousands of instructions, each pass runs few. */
const CHARGE_MAX = 32;
/** A longer sequence without a branch is charged in full at its start. */
const RUN_MAX = 64;
const [GLOBAL_GET, GLOBAL_SET] = [0x23, 0x24];
/** Types of mutable globals. */
export const MUTABLE_I32 = [0x7f, 0x01];
export const MUTABLE_I64 = [0x7e, 0x01];
/** Initial value of the fuel counter: practically unlimited. */
const FUEL_START = 0x7fff_ffff_ffff_ffffn;

/** Order of sections in a module, by id (spec, binary 5.5.2 with tags). Custom sections (0) may be anywhere. */
const SECTION_ORDER = [1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11];
// Custom sections that are dropped: their offsets or indices refer to the code before the rewrite
const DROPPED_CUSTOM =
  /^(?:name|linking|sourceMappingURL|external_debug_info|reloc\..*|\.debug.*|metadata\.code\..*)$/;

/** Instructions that end a sequence without a branch. */
const BREAKS_RUN: ReadonlySet<Instruction> = new Set([
  'branch',
  'open',
  'loop',
  'end',
  'delegate',
] as const);

/** A section of a module: the bytes of its content, from `start` to `end` (exclusive). */
export type Section = { readonly id: number; readonly start: number; readonly end: number };
/** The counts of `MeterStats` while they are collected. */
export type Tally = { functions: number; loops: number; bulk: number; grows: number };
/** Inserts `code` at `at` and continues the copy at `resume`; the bytes between them are replaced. */
type Edit = { readonly at: number; readonly resume: number; readonly code: readonly number[] };

/**
 * Rewrites `source`, a core module that defines one memory, and returns the new module. It charges
 *
 * - at each function entry and each iteration of a loop: the number of instructions of that region, at most 32;
 * - at the start of more than 64 instructions without a branch: their number;
 * - for bulk memory instructions 1 per 16 bytes, for tables 1 per element.
 *
 * `memory.size` and `memory.grow` use `fuel:pages` and `fuel:pages_max`, so that a host can restore an image and cap
 * each run. `maxPages` is the maximum of the memory in the new module. Throws `FuelError` for bytes that it cannot
 * fully parse, and for shared memory and garbage-collected types.
 */
export function meter(
  source: Uint8Array,
  maxPages: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly stats: MeterStats } {
  const sections = readSections(source);
  const content = (id: number): WasmCursor => {
    const found = sections.find((one) => one.id === id);
    return new WasmCursor(source, found?.start ?? 0, found?.end ?? 0);
  };
  const imported = importedGlobals(content(2));
  const own = ownGlobals(content(6));
  const minPages = memoryPages(content(5), maxPages);
  const first = imported + own.count;
  const globals: FuelGlobals = {
    left: first,
    scratch: first + 1,
    pages: first + 2,
    pagesMax: first + 3,
    moved: { from: first, by: 0 },
  };
  const tally: Tally = { functions: 0, loops: 0, bulk: 0, grows: 0 };

  const added: readonly Chunk[] = [
    [...MUTABLE_I64, 0x42, ...signed(FUEL_START), 0x0b],
    [...MUTABLE_I32, 0x41, 0x00, 0x0b],
    [...MUTABLE_I32, 0x41, ...signed(BigInt(minPages)), 0x0b],
    [...MUTABLE_I32, 0x41, ...signed(BigInt(maxPages)), 0x0b],
  ];
  const exported: readonly Chunk[] = [
    exportOf(FUEL_EXPORT.left, globals.left),
    exportOf(FUEL_EXPORT.pages, globals.pages),
    exportOf(FUEL_EXPORT.pages_max, globals.pagesMax),
    ...own.mutable.map((index) => exportOf(`${FUEL_GLOBAL_PREFIX}${index}`, imported + index)),
  ];
  const rewritten = (one: Section): readonly Chunk[] => {
    const cursor = new WasmCursor(source, one.start, one.end);
    switch (one.id) {
      case 5:
        return section(5, [[1, 1, ...unsigned(minPages), ...unsigned(maxPages)]]);
      case 6:
        return extendSection(6, cursor, added);
      case 7:
        refuseReservedExports(new WasmCursor(source, one.start, one.end));
        return extendSection(7, cursor, exported);
      case 10:
        return section(10, meterBodies(cursor, functionCount(content(3)), globals, tally));
      default:
        return section(one.id, [source.subarray(one.start, one.end)]);
    }
  };
  const entries = new Map([
    [6, added],
    [7, exported],
  ]);
  return { bytes: assembleModule(source, sections, { rewritten, entries }), stats: tally };
}

/** Assembles a module from rewritten sections. `entries`: for each section id, the entries if the source lacks it. */
export function assembleModule(
  source: Uint8Array,
  sections: readonly Section[],
  parts: {
    readonly rewritten: (one: Section) => readonly Chunk[];
    readonly entries: ReadonlyMap<number, readonly Chunk[]>;
  },
): Uint8Array<ArrayBuffer> {
  const out: Chunk[] = [source.subarray(0, 8)];
  const missing = [...parts.entries].filter(([id]) => !sections.some((one) => one.id === id));
  const create = (before: number): void => {
    while (missing[0] !== undefined && before > SECTION_ORDER.indexOf(missing[0][0])) {
      const [id, entries] = missing[0];
      missing.shift();
      out.push(...section(id, [unsigned(entries.length), ...entries]));
    }
  };
  for (const one of sections) {
    if (one.id === 0) {
      const name = new WasmCursor(source, one.start, one.end).name();
      if (!DROPPED_CUSTOM.test(name)) {
        out.push(...section(0, [source.subarray(one.start, one.end)]));
      }
      continue;
    }
    create(SECTION_ORDER.indexOf(one.id));
    out.push(...parts.rewritten(one));
  }
  create(SECTION_ORDER.length);
  return joined(out);
}

/** Locates the sections of a module and checks their order. */
export function readSections(source: Uint8Array): readonly Section[] {
  const cursor = new WasmCursor(source, 0, source.length);
  for (const expected of [0x00, 0x61, 0x73, 0x6d]) {
    if (cursor.byte() !== expected) throw cursor.malformed('not a WebAssembly module');
  }
  for (const expected of [1, 0, 0, 0]) {
    if (cursor.byte() !== expected) throw cursor.unsupported('a version other than 1');
  }
  const sections: Section[] = [];
  let last = -1;
  while (cursor.at < source.length) {
    const id = cursor.byte();
    const place = SECTION_ORDER.indexOf(id);
    if (id !== 0 && place < 0) throw cursor.malformed(`section ${id}`);
    if (id !== 0 && place <= last) throw cursor.malformed(`section ${id} out of order`);
    if (id !== 0) last = place;
    const length = cursor.u32();
    sections.push({ id, start: cursor.at, end: cursor.at + length });
    cursor.skip(length);
  }
  return sections;
}

/** Counts imported globals. Only a side module may import its memory; the main module caps it. */
export function importedGlobals(cursor: WasmCursor, memory: 'own' | 'imported' = 'own'): number {
  if (cursor.at === cursor.end) return 0;
  let globals = 0;
  for (let left = cursor.count(); left > 0; left -= 1) {
    const names = [cursor.name(), cursor.name()];
    // Reserved for the counters
    if (names.some((name) => /^fuel(?::|$)/.test(name))) {
      throw cursor.unsupported(`an import of \`${names.join('.')}\``);
    }
    const kind = cursor.byte();
    if (kind === 0) {
      cursor.u32();
    } else if (kind === 1) {
      cursor.valueType();
      cursor.limits();
    } else if (kind === 2) {
      if (memory === 'own') throw cursor.unsupported('an imported memory');
      cursor.limits();
    } else if (kind === 3) {
      globals += 1;
      cursor.valueType();
      cursor.byte();
    } else if (kind === 4) {
      cursor.byte();
      cursor.u32();
    } else {
      throw cursor.malformed(`import kind ${kind}`);
    }
  }
  cursor.finish('the import section');
  return globals;
}

/** Number of the globals that a module defines, and the positions of the mutable ones among them. */
export function ownGlobals(cursor: WasmCursor): {
  readonly count: number;
  readonly mutable: readonly number[];
} {
  if (cursor.at === cursor.end) return { count: 0, mutable: [] };
  const count = cursor.count();
  const mutable: number[] = [];
  for (let index = 0; index < count; index += 1) {
    cursor.valueType();
    const flag = cursor.byte();
    if (flag > 1) throw cursor.malformed('mutability of a global');
    if (flag === 1) mutable.push(index);
    while (readInstruction(cursor) !== 'end');
  }
  cursor.finish('the global section');
  return { count, mutable };
}

function memoryPages(cursor: WasmCursor, maxPages: number): number {
  if (cursor.at === cursor.end) return 0;
  const count = cursor.count();
  if (count > 1) throw cursor.unsupported('more than one memory');
  if (count === 0) return 0;
  const { min } = cursor.limits();
  cursor.finish('the memory section');
  if (min > maxPages) {
    throw cursor.unsupported(`a memory of at least ${min} pages under a cap of ${maxPages}`);
  }
  return min;
}

/** Number of declared functions, from the function section. */
export function functionCount(cursor: WasmCursor): number {
  return cursor.at === cursor.end ? 0 : cursor.count();
}

function refuseReservedExports(cursor: WasmCursor): void {
  for (let left = cursor.count(); left > 0; left -= 1) {
    const name = cursor.name();
    if (name.startsWith('fuel:')) throw cursor.unsupported(`an export named \`${name}\``);
    if (cursor.byte() > 4) throw cursor.malformed('export kind');
    cursor.u32();
  }
  cursor.finish('the export section');
}

/** An entry of the export section: a global. */
export function exportOf(name: string, index: number): readonly number[] {
  return [...encodedName(name), 0x03, ...unsigned(index)];
}

/** A vector section with `entries` appended. */
export function extendSection(
  id: number,
  cursor: WasmCursor,
  entries: readonly Chunk[],
): readonly Chunk[] {
  const count = cursor.count();
  const rest = cursor.bytes.subarray(cursor.at, cursor.end);
  return section(id, [unsigned(count + entries.length), rest, ...entries]);
}

/** The content of the code section with charges in every body. */
export function meterBodies(
  cursor: WasmCursor,
  expected: number,
  globals: FuelGlobals,
  tally: Tally,
): readonly Chunk[] {
  const count = cursor.count();
  if (count !== expected) {
    throw cursor.malformed(`${count} function bodies for ${expected} declared functions`);
  }
  const out: Chunk[] = [unsigned(count)];
  for (let index = 0; index < count; index += 1) {
    const length = cursor.u32();
    const body = meterBody(
      new WasmCursor(cursor.bytes, cursor.at, cursor.at + length),
      globals,
      tally,
    );
    cursor.skip(length);
    out.push(unsigned(lengthOf(body)), ...body);
  }
  cursor.finish('the code section');
  tally.functions += count;
  return out;
}

/** One function body: parses it once, then copies it with the charges inserted. */
function meterBody(cursor: WasmCursor, globals: FuelGlobals, tally: Tally): readonly Chunk[] {
  const start = cursor.at;
  for (let left = cursor.count(); left > 0; left -= 1) {
    cursor.u32();
    cursor.valueType();
  }
  // A region is the function without its loops, or a loop without its inner loops. The `loop` instruction itself
  // belongs to the outer region.
  const weights = [0];
  const heads: { readonly at: number; readonly region: number }[] = [{ at: cursor.at, region: 0 }];
  const edits: Edit[] = [];
  const enclosing: number[] = [];
  const runs: Edit[] = [];
  let run = { at: cursor.at, length: 0 };
  let region = 0;
  let ended = false;
  while (!ended) {
    const at = cursor.at;
    const kind = readInstruction(cursor);
    weights[region] = (weights[region] ?? 0) + 1;
    run.length += 1;
    if (BREAKS_RUN.has(kind)) {
      if (run.length > RUN_MAX) {
        runs.push({ at: run.at, resume: run.at, code: stepsCode(globals, run.length) });
      }
      run = { at: cursor.at, length: 0 };
    }
    const moved = movedGlobal(cursor, at, globals.moved);
    if (moved !== null) edits.push(moved);
    if (kind === 'open') {
      enclosing.push(region);
    } else if (kind === 'loop') {
      enclosing.push(region);
      region = weights.push(0) - 1;
      heads.push({ at: cursor.at, region });
      tally.loops += 1;
    } else if (kind === 'end' || kind === 'delegate') {
      const outer = enclosing.pop();
      if (outer === undefined && kind === 'delegate') {
        throw cursor.malformed('delegate outside a block');
      }
      ended = outer === undefined;
      region = outer ?? region;
    } else if (kind !== 'plain' && kind !== 'branch') {
      edits.push(editOf(kind, at, cursor, { globals, tally }));
    }
  }
  cursor.finish('a function body');
  const charges = heads.map(({ at, region: of }): Edit => {
    const steps = Math.min(weights[of] ?? 1, CHARGE_MAX);
    return { at, resume: at, code: stepsCode(globals, steps) };
  });
  // At the same position, charges come before replacements, because the sort is stable
  const ordered = [...charges, ...runs, ...edits].toSorted((one, other) => one.at - other.at);
  const out: Chunk[] = [];
  let copied = start;
  for (const edit of ordered) {
    out.push(cursor.bytes.subarray(copied, edit.at), edit.code);
    copied = edit.resume;
  }
  out.push(cursor.bytes.subarray(copied, cursor.end));
  return out;
}

/** Replaces the access to a moved global at `at` by its new index; null for any other instruction. */
function movedGlobal(
  { bytes, at: end }: WasmCursor,
  at: number,
  { from, by }: FuelGlobals['moved'],
): Edit | null {
  const op = bytes[at] ?? 0;
  if (by === 0 || (op !== GLOBAL_GET && op !== GLOBAL_SET)) return null;
  const index = new WasmCursor(bytes, at + 1, end).u32();
  return index < from ? null : { at, resume: end, code: [op, ...unsigned(index + by)] };
}

function editOf(
  kind: Exclude<Instruction, 'plain' | 'branch' | 'open' | 'loop' | 'end' | 'delegate'>,
  at: number,
  cursor: WasmCursor,
  { globals, tally }: { readonly globals: FuelGlobals; readonly tally: Tally },
): Edit {
  switch (kind) {
    case 'memory_size':
      return { at, resume: cursor.at, code: sizeCode(globals) };
    case 'memory_grow':
      tally.grows += 1;
      return { at, resume: cursor.at, code: growCode(globals) };
    case 'bulk_bytes':
    case 'bulk_elements':
      tally.bulk += 1;
      return { at, resume: at, code: bulkCode(globals, kind) };
    default:
      throw new FuelError('WASM_UNSUPPORTED', `instruction ${String(kind satisfies never)}`, at);
  }
}
