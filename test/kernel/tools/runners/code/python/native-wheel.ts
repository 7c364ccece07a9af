/** @module native-wheel: a wheel with native code: an extension module, assembled byte by byte as a side module. */
import { strToU8, zipSync } from 'fflate';

import { text, vec, section, HEADER, type Bytes } from '../../fuel/module.ts';

/** The file name of the wheel. */
export const NATIVE_NAME = 'plumbnative-1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl';
const LIBRARY = 'plumbnative/_fast.cpython-314-wasm32-emscripten.so';

const [I32, GLOBAL, FUNCTION, END] = [0x7f, 3, 0, 0x0b];

function u(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...u(value >>> 7)];
}
function s(value: number): Bytes {
  const [low, rest] = [value & 0x7f, value >> 7];
  const done = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return done ? [low] : [low | 0x80, ...s(rest)];
}
const i32 = (value: number): Bytes => [0x41, ...s(value)];
const get = (local: number): Bytes => [0x20, local];
const globalGet = (index: number): Bytes => [0x23, index];
const globalSet = (index: number): Bytes => [0x24, index];
const call = (index: number): Bytes => [0x10, index];
const ADD: Bytes = [0x6a];
const store = (offset: number): Bytes => [0x36, 2, ...u(offset)];
const load = (offset: number): Bytes => [0x28, 2, ...u(offset)];

/** Offsets in the module's memory. */
const AT = {
  name: 0,
  spin: 16,
  count: 32,
  tally: 48,
  def: 64,
  methods: 128,
  counter: 240,
} as const;
const SIZE = 256;
const [METH_O, METH_NOARGS, API_VERSION] = [8, 4, 1013];

/** Function indices: imported functions, then the module's own. */
const FUNCTIONS = {
  create: 0,
  asLong: 1,
  fromLong: 2,
  init: 3,
  spin: 4,
  count: 5,
  tally: 6,
} as const;
/** Global indices: imported globals, then the module's own mutable one. */
const GLOBALS = { memory_base: 0, table_base: 1, own: 2 } as const;

/** An import from `env`. */
function importOf(name: string, kind: number, type: Bytes): Bytes {
  return [...text('env'), ...text(name), kind, ...type];
}

const here = (offset: number): Bytes => [...globalGet(GLOBALS.memory_base), ...i32(offset), ...ADD];
const slot = (index: number): Bytes => [...globalGet(GLOBALS.table_base), ...i32(index), ...ADD];
/** Code that stores the pointer computed by `value` at `offset` of the module's memory. */
const put = (offset: number, value: Bytes): Bytes => [
  ...globalGet(GLOBALS.memory_base),
  ...value,
  ...store(offset),
];
const body = (locals: Bytes, code: Bytes): Bytes => {
  const bytes = [...locals, ...code, END];
  return [...u(bytes.length), ...bytes];
};
const method = (index: number, name: number, flags: number): Bytes => {
  const at = AT.methods + index * 16;
  return [...put(at, here(name)), ...put(at + 4, slot(index)), ...put(at + 8, i32(flags))];
};

/**
 * The library `_fast`. `spin(n)` loops n times in native code and returns n. `count()` increments a number in the
 * module's memory, `tally()` one in a global of the module; both return it.
 *
 * @param steals a reserved global that the library imports, default none
 */
export function nativeLibrary({ steals = '' }: { readonly steals?: string } = {}): Uint8Array {
  const dylink = [1, ...u(4), ...u(SIZE), 4, 3, 0];
  const types = [
    [0x60, ...vec([[I32], [I32]]), ...vec([[I32]])],
    [0x60, ...vec([[I32]]), ...vec([[I32]])],
    [0x60, ...vec([]), ...vec([[I32]])],
  ];
  const imports = [
    importOf('PyModule_Create2', FUNCTION, [0]),
    importOf('PyLong_AsLong', FUNCTION, [1]),
    importOf('PyLong_FromLong', FUNCTION, [1]),
    importOf('memory', 2, [0, 1]),
    importOf('__indirect_function_table', 1, [0x70, 0, 1]),
    importOf('__memory_base', GLOBAL, [I32, 0]),
    importOf('__table_base', GLOBAL, [I32, 0]),
    ...(steals === '' ? [] : [importOf(steals, GLOBAL, [0x7e, 1])]),
  ];
  const init = body(vec([]), [
    ...put(AT.def + 20, here(AT.name)),
    ...put(AT.def + 28, i32(-1)),
    ...put(AT.def + 32, here(AT.methods)),
    ...method(0, AT.spin, METH_O),
    ...method(1, AT.count, METH_NOARGS),
    ...method(2, AT.tally, METH_NOARGS),
    ...here(AT.def),
    ...i32(API_VERSION),
    ...call(FUNCTIONS.create),
  ]);
  const spin = body(vec([[1, I32]]), [
    ...get(1),
    ...call(FUNCTIONS.asLong),
    0x21,
    2,
    0x03,
    0x40,
    ...get(2),
    ...i32(1),
    0x6b,
    0x22,
    2,
    0x0d,
    0,
    END,
    ...get(1),
    ...call(FUNCTIONS.asLong),
    ...call(FUNCTIONS.fromLong),
  ]);
  const count = body(vec([]), [
    ...put(AT.counter, [...globalGet(GLOBALS.memory_base), ...load(AT.counter), ...i32(1), ...ADD]),
    ...globalGet(GLOBALS.memory_base),
    ...load(AT.counter),
    ...call(FUNCTIONS.fromLong),
  ]);
  const tally = body(vec([]), [
    ...globalGet(GLOBALS.own),
    ...i32(1),
    ...ADD,
    ...globalSet(GLOBALS.own),
    ...globalGet(GLOBALS.own),
    ...call(FUNCTIONS.fromLong),
  ]);
  const elements = [
    0,
    ...globalGet(GLOBALS.table_base),
    END,
    ...vec([[FUNCTIONS.spin], [FUNCTIONS.count], [FUNCTIONS.tally]]),
  ];
  const names = new Uint8Array(64);
  for (const [name, at] of [
    ['_fast', AT.name],
    ['spin', AT.spin],
    ['count', AT.count],
    ['tally', AT.tally],
  ] as const) {
    names.set(new TextEncoder().encode(name), at);
  }
  // The reference count of the definition is that of an immortal, static object
  const data = [0, ...globalGet(GLOBALS.memory_base), END, ...u(names.length), ...names];
  return Uint8Array.from([
    ...HEADER,
    ...section(0, [...text('dylink.0'), ...dylink]),
    ...section(1, vec(types)),
    ...section(2, vec(imports)),
    ...section(3, vec([[2], [0], [0], [0]])),
    ...section(6, vec([[I32, 1, ...i32(0), END]])),
    ...section(7, vec([[...text('PyInit__fast'), FUNCTION, FUNCTIONS.init]])),
    ...section(9, vec([elements])),
    ...section(10, vec([init, spin, count, tally])),
    ...section(11, vec([data])),
  ]);
}

/** The wheel of the package `plumbnative`. */
export function nativeWheel(library: Uint8Array = nativeLibrary()): Uint8Array {
  return zipSync({
    'plumbnative/__init__.py': strToU8('from ._fast import spin, count, tally\n'),
    [LIBRARY]: library,
    'plumbnative-1.0.dist-info/METADATA': strToU8(
      'Metadata-Version: 2.1\nName: plumbnative\nVersion: 1.0\n',
    ),
    'plumbnative-1.0.dist-info/RECORD': strToU8(''),
  });
}
