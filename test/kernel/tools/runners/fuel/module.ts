/** @module module: builds WebAssembly modules byte by byte, by the specification. */

export type Bytes = readonly number[];

/** Unsigned LEB128 of at most two bytes, which is enough for the tests. */
const u = (value: number): Bytes => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7]);
export const vec = (items: readonly Bytes[]): Bytes => [...u(items.length), ...items.flat()];
export const text = (value: string): Bytes =>
  vec([...new TextEncoder().encode(value)].map((b) => [b]));
export const section = (id: number, content: Bytes): Bytes => [
  id,
  ...u(content.length),
  ...content,
];

export const HEADER: Bytes = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
export const I32 = 0x7f;
export const END = 0x0b;

export type FunctionSpec = {
  readonly params?: Bytes;
  readonly results?: Bytes;
  /** Local declarations as [count, type]. */
  readonly locals?: readonly Bytes[];
  /** Instructions without the final end. */
  readonly code: Bytes;
};

export type ModuleSpec = {
  readonly functions?: readonly FunctionSpec[];
  /** Limits: [flags, min, max?]. */
  readonly memory?: Bytes;
  readonly table?: Bytes;
  readonly globals?: readonly Bytes[];
  /** Sections to insert before the section of this id. */
  readonly extra?: readonly { readonly before: number; readonly bytes: Bytes }[];
  /** `false`: no export section. */
  readonly exports?: false;
};

/** A module that exports its functions as `f0`, `f1` …, its memory as `memory` and its table as `table`. */
export function moduleOf({
  functions = [],
  memory,
  table,
  globals = [],
  extra = [],
  exports,
}: ModuleSpec): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ params = [], results = [] }) => [
    0x60,
    ...vec(params.map((type) => [type])),
    ...vec(results.map((type) => [type])),
  ]);
  const bodies = functions.map(({ locals = [], code }) => {
    const body = [...vec(locals), ...code, END];
    return [...u(body.length), ...body];
  });
  const exported = [
    ...functions.map((_, index) => [...text(`f${index}`), 0, index]),
    ...(memory === undefined ? [] : [[...text('memory'), 2, 0]]),
    ...(table === undefined ? [] : [[...text('table'), 1, 0]]),
  ];
  const sections: readonly (readonly [number, Bytes])[] = [
    [1, functions.length === 0 ? [] : vec(types)],
    [3, functions.length === 0 ? [] : vec(functions.map((_, index) => [index]))],
    [4, table === undefined ? [] : vec([table])],
    [5, memory === undefined ? [] : vec([memory])],
    [6, globals.length === 0 ? [] : vec(globals)],
    [7, exports === false || exported.length === 0 ? [] : vec(exported)],
    [10, functions.length === 0 ? [] : vec(bodies)],
    [99, []],
  ];
  const parts = sections.flatMap(([id, content]) => [
    extra.flatMap(({ before, bytes }) => (before === id ? bytes : [])),
    content.length === 0 ? [] : section(id, content),
  ]);
  return Uint8Array.from([HEADER, ...parts].flat());
}

// Instructions
export const get = (local: number): Bytes => [0x20, local];
export const set = (local: number): Bytes => [0x21, local];
export const i32 = (value: number): Bytes => [0x41, ...s(value)];
export const loop = (body: Bytes): Bytes => [0x03, 0x40, ...body, END];
export const brIf = (depth: number): Bytes => [0x0d, depth];

function s(value: number): Bytes {
  const low = value & 0x7f;
  const rest = value >> 7;
  const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return done ? [low] : [low | 0x80, ...s(rest)];
}

/** Counts its parameter down to zero: 6 instructions per iteration. */
export const COUNTDOWN: FunctionSpec = {
  params: [I32],
  code: loop([...get(0), ...i32(1), 0x6b, 0x22, 0, ...brIf(0)]),
};
