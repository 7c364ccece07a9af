/** @module meter: exact charges, caps, and refusals of the WebAssembly rewriter. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { assert, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { FUEL_EXPORT, meter } from '../../../../kernel/mpt/fuel/meter.ts';
import { MeteredInstance, PAGE_BYTES } from '../../../../kernel/mpt/fuel/metered-instance.ts';
import { FuelError } from '../../../../kernel/mpt/fuel/wasm-cursor.ts';
import {
  brIf,
  COUNTDOWN,
  END,
  get,
  HEADER,
  i32,
  I32,
  loop,
  moduleOf,
  section,
  set,
  text,
  vec,
} from './module.ts';
import type { Bytes, ModuleSpec } from './module.ts';

type Exports = Record<string, (...args: number[]) => number>;

const load = (bytes: Uint8Array<ArrayBuffer>): WebAssembly.Instance =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes), {});

/** A metered module with a counter to read and set. */
function metered(spec: ModuleSpec, maxPages = 16) {
  const { bytes, stats } = meter(moduleOf(spec), maxPages);
  const instance = load(bytes);
  const left = instance.exports[FUEL_EXPORT.left] as WebAssembly.Global;
  const used = (call: () => unknown, fuel = 1_000_000n): bigint => {
    left.value = fuel;
    call();
    return fuel - (left.value as bigint);
  };
  return { exports: instance.exports as Exports, raw: instance.exports, used, stats, left };
}

const MEMORY: Bytes = [0, 1];
const nops = (count: number): Bytes => Array.from({ length: count }, () => 0x01);

describe('what is charged', () => {
  test('entering a function costs its instructions outside loops, at most 32', () => {
    for (const [count, cost] of [
      [0, 1n],
      [1, 2n],
      [30, 31n],
      [31, 32n],
      [32, 32n],
      [60, 32n],
    ] as const) {
      const { exports, used } = metered({ functions: [{ code: nops(count) }] });
      expect(used(() => exports['f0']?.())).toBe(cost);
    }
  });

  test('a run of more than 64 instructions without a branch is charged in full on top', () => {
    const cost = (count: number): bigint => {
      const { exports, used } = metered({ functions: [{ code: nops(count) }] });
      return used(() => exports['f0']?.());
    };
    expect([cost(63), cost(64), cost(200)]).toEqual([32n, 32n + 65n, 32n + 201n]);
  });

  test('each turn of a loop costs the instructions of the loop', () => {
    const { exports, used, stats } = metered({ functions: [COUNTDOWN] });
    const turns = (count: number): bigint => used(() => exports['f0']?.(count));
    expect(turns(2) - turns(1)).toBe(turns(1000) - turns(999));
    // Entry: loop, end; a turn: get, const, sub, tee, br_if, end
    expect([turns(1), turns(1000)]).toEqual([2n + 6n, 2n + 6n * 1000n]);
    expect(stats).toEqual({ functions: 1, loops: 1, bulk: 0, grows: 0 });
  });

  test('a loop inside a loop pays for itself only', () => {
    const inner = loop([...get(1), ...i32(1), 0x6b, 0x22, 1, ...brIf(0)]);
    const code = loop([
      ...i32(3),
      ...set(1),
      ...inner,
      ...get(0),
      ...i32(1),
      0x6b,
      0x22,
      0,
      ...brIf(0),
    ]);
    const { exports, used } = metered({ functions: [{ params: [I32], locals: [[1, I32]], code }] });
    // Outer turn: 2 to set, loop, 5 to count, end = 9; inner loop: 3 turns of 6
    expect(used(() => exports['f0']?.(5))).toBe(2n + 5n * (9n + 18n));
  });

  test('a call pays at the callee, also a tail call that never returns to its caller', () => {
    const { exports, used } = metered({
      functions: [
        { code: [0x10, 1] },
        { code: nops(9) },
        { params: [I32], code: [...get(0), 0x45, 0x0d, 0, ...get(0), ...i32(1), 0x6b, 0x12, 2] },
      ],
    });
    expect(used(() => exports['f0']?.())).toBe(2n + 10n);
    expect(used(() => exports['f2']?.(100))).toBe(101n * 8n);
  });

  test.each([
    ['memory.fill', [0xfc, 11, 0], 4096, 256n],
    ['memory.fill of 15 bytes', [0xfc, 11, 0], 15, 0n],
    ['memory.copy', [0xfc, 10, 0, 0], 65_536, 4096n],
  ] as const)('%s costs 1 for each 16 bytes', (_name, op, size, cost) => {
    const { exports, used } = metered({
      functions: [{ params: [I32], code: [...i32(0), ...i32(0), ...get(0), ...op] }],
      memory: MEMORY,
    });
    expect(used(() => exports['f0']?.(size))).toBe(5n + cost);
  });

  test('table.fill and table.grow cost 1 for each element', () => {
    const { exports, used } = metered({
      functions: [
        { params: [I32], code: [...i32(0), 0xd0, 0x70, ...get(0), 0xfc, 17, 0] },
        { params: [I32], results: [I32], code: [0xd0, 0x70, ...get(0), 0xfc, 15, 0] },
      ],
      table: [0x70, 1, 100, 100 + 27],
    });
    expect(used(() => exports['f0']?.(100))).toBe(5n + 100n);
    expect(used(() => exports['f1']?.(20))).toBe(4n + 20n);
  });

  test('the module stops at the exact unit', () => {
    const { exports, left } = metered({ functions: [COUNTDOWN] });
    const turns = 50;
    left.value = 2n + 6n * 50n;
    exports['f0']?.(turns);
    expect(left.value).toBe(0n);
    left.value = 1n + 6n * 50n;
    expect(() => exports['f0']?.(turns)).toThrow(WebAssembly.RuntimeError);
  });

  test('a bulk instruction is charged before it runs', () => {
    const { exports, left, raw } = metered({
      functions: [{ params: [I32], code: [...i32(0), ...i32(7), ...get(0), 0xfc, 11, 0] }],
      memory: MEMORY,
    });
    left.value = 5n + 4095n;
    expect(() => exports['f0']?.(65_536)).toThrow(WebAssembly.RuntimeError);
    expect(new Uint8Array((raw['memory'] as WebAssembly.Memory).buffer)[0]).toBe(0);
  });

  test('a charge before an instruction that is replaced, at one position', () => {
    // The first instruction of the loop is memory.size, which is both a place for a charge and replaced
    const code = [...loop([0x3f, 0, 0x1a, ...get(0), ...i32(1), 0x6b, 0x22, 0, ...brIf(0)])];
    const { exports, used } = metered({ functions: [{ params: [I32], code }], memory: MEMORY });
    expect(used(() => exports['f0']?.(3))).toBe(2n + 3n * 8n);
  });
});

describe('memory', () => {
  const GROW: ModuleSpec = {
    functions: [
      { params: [I32], results: [I32], code: [...get(0), 0x40, 0] },
      { results: [I32], code: [0x3f, 0] },
    ],
    memory: MEMORY,
  };

  test.each([
    [1, 1, 2],
    [7, 1, 8],
    [8, -1, 1],
    [0, 1, 1],
    [-1, -1, 1],
    [0x7fffffff, -1, 1],
  ])('growing by %i pages under a cap of 8 gives %i and leaves %i', (by, given, after) => {
    const { exports } = metered(GROW, 8);
    expect([exports['f0']?.(by), exports['f1']?.()]).toEqual([given, after]);
  });

  test('growth costs 1 for each 16 bytes, and a refused growth nothing', () => {
    const { exports, used, raw } = metered(GROW, 8);
    expect(used(() => exports['f0']?.(2))).toBe(3n + 2n * 4096n);
    (raw[FUEL_EXPORT.pages_max] as WebAssembly.Global).value = 3;
    expect(used(() => exports['f0']?.(1))).toBe(3n);
  });

  test('the cap of a run lies under that of the module, which the module cannot pass', () => {
    const { exports, raw } = metered(GROW, 8);
    (raw[FUEL_EXPORT.pages_max] as WebAssembly.Global).value = 1000;
    expect([exports['f0']?.(8), exports['f0']?.(7)]).toEqual([-1, 1]);
  });

  test('an image put back gives memory, globals and size back, bit for bit', () => {
    const { raw, exports } = metered({
      ...GROW,
      functions: [
        ...(GROW.functions ?? []),
        { params: [I32], code: [...get(0), 0x24, 0, ...get(0), ...get(0), 0x3a, 0, 0] },
        { results: [I32], code: [0x23, 0] },
      ],
      globals: [[I32, 1, 0x41, 5, END]],
    });
    const instance = new MeteredInstance(raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 16 * PAGE_BYTES });
    const image = instance.takeImage();
    exports['f2']?.(77);
    exports['f0']?.(4);
    const memory = new Uint8Array(instance.memory.buffer);
    memory[memory.length - 1] = 9;
    expect([exports['f3']?.(), memory[77], instance.pages]).toEqual([77, 77, 5]);
    instance.putBack(image);
    expect([exports['f3']?.(), instance.pages, exports['f1']?.()]).toEqual([5, 1, 1]);
    expect(new Uint8Array(instance.memory.buffer).every((byte) => byte === 0)).toBe(true);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 16 * PAGE_BYTES });
    expect([exports['f0']?.(15), exports['f0']?.(1)]).toEqual([1, -1]);
  });

  test('what the host holds for a program counts against its memory', () => {
    const { raw, exports } = metered(GROW);
    const instance = new MeteredInstance(raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 8 * PAGE_BYTES });
    expect(instance.hold(3 * PAGE_BYTES)).toBe(true);
    expect([exports['f0']?.(5), exports['f0']?.(4)]).toEqual([-1, 1]);
    expect([instance.hold(4 * PAGE_BYTES), instance.hold(3 * PAGE_BYTES)]).toEqual([false, true]);
    expect(instance.highWaterBytes).toBe(8 * PAGE_BYTES);
  });

  test('growth on the module’s behalf follows the same rules', () => {
    const instance = new MeteredInstance(metered(GROW).raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 8 * PAGE_BYTES });
    expect([instance.growTo(9), instance.growTo(8), instance.growTo(2)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([instance.pages, instance.used]).toEqual([8, 7n * 4096n]);
  });
});

describe('what is kept', () => {
  test('sections that a module lacks are made, and those that it has are extended', () => {
    const bare = meter(moduleOf({ functions: [{ code: [] }], exports: false }), 1);
    expect(
      WebAssembly.Module.exports(new WebAssembly.Module(bare.bytes)).map(({ name }) => name),
    ).toEqual([FUEL_EXPORT.left, FUEL_EXPORT.pages, FUEL_EXPORT.pages_max]);
    const globals = [
      [I32, 0, 0x41, 1, END],
      [I32, 1, 0x41, 2, END],
    ];
    const full = meter(moduleOf({ functions: [{ code: [] }], globals }), 1);
    expect(
      WebAssembly.Module.exports(new WebAssembly.Module(full.bytes)).map(({ name }) => name),
    ).toEqual(['f0', FUEL_EXPORT.left, FUEL_EXPORT.pages, FUEL_EXPORT.pages_max, 'fuel:global.1']);
    expect(WebAssembly.validate(meter(Uint8Array.from(HEADER), 1).bytes)).toBe(true);
  });

  test('start functions are metered too, and run on full fuel', () => {
    const spec: ModuleSpec = {
      functions: [{ code: nops(4) }],
      extra: [{ before: 10, bytes: section(8, [0]) }],
    };
    const left = load(meter(moduleOf(spec), 1).bytes).exports[FUEL_EXPORT.left];
    expect((left as WebAssembly.Global).value).toBe(0x7fff_ffff_ffff_ffffn - 5n);
  });

  test('custom sections stay, but for those that name offsets or indices of the old code', () => {
    const custom = (name: string): Bytes => section(0, [...text(name), 1, 2, 3]);
    const bytes = meter(
      moduleOf({
        functions: [{ code: [] }],
        extra: [
          'dylink.0',
          'name',
          'linking',
          'reloc.CODE',
          '.debug_info',
          'metadata.code.branch_hint',
          'other',
        ].map((name) => ({ before: 99, bytes: custom(name) })),
      }),
      1,
    ).bytes;
    const kept = [
      'dylink.0',
      'name',
      'linking',
      'reloc.CODE',
      '.debug_info',
      'metadata.code.branch_hint',
      'other',
    ].filter(
      (name) => WebAssembly.Module.customSections(new WebAssembly.Module(bytes), name).length > 0,
    );
    expect(kept).toEqual(['dylink.0', 'other']);
  });

  test('the same bytes in give the same bytes out', () => {
    const source = moduleOf({ functions: [COUNTDOWN], memory: MEMORY });
    expect(meter(source, 4).bytes).toEqual(meter(source.slice(), 4).bytes);
  });

  test.each([
    ['quickjs-wasi/quickjs.wasm', { functions: 1698, loops: 1278, bulk: 143, grows: 2 }],
    ['pyodide/pyodide.asm.wasm', { functions: 16958, loops: 12381, bulk: 2250, grows: 0 }],
  ])('%s is rewritten whole', (file, stats) => {
    const source = readFileSync(createRequire(import.meta.url).resolve(file));
    const result = meter(source, 8192);
    expect(result.stats).toEqual(stats);
    expect(WebAssembly.validate(result.bytes)).toBe(true);
  });
});

describe('what is refused', () => {
  const code = (...bytes: number[]): ModuleSpec => ({
    functions: [{ code: bytes }],
    memory: MEMORY,
  });
  const refused = (bytes: Uint8Array, maxPages = 16): string => {
    try {
      meter(bytes, maxPages);
      return 'accepted';
    } catch (error) {
      return error instanceof FuelError
        ? `${error.code}: ${error.message}`
        : `not a FuelError: ${String(error)}`;
    }
  };
  const raw = (...sections: Bytes[]): Uint8Array =>
    Uint8Array.from([...HEADER, ...sections.flat()]);

  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), 'WASM_MALFORMED: unexpected end'],
    ['text', new TextEncoder().encode('(module)'), 'WASM_MALFORMED: not a WebAssembly module'],
    [
      'a component',
      Uint8Array.from([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]),
      'WASM_UNSUPPORTED: a version',
    ],
    ['an unknown section', raw([77, 0]), 'WASM_MALFORMED: section 77'],
    [
      'sections out of order',
      raw(section(10, [0]), section(3, [0])),
      'WASM_MALFORMED: section 3 out of order',
    ],
    [
      'a section twice',
      raw(section(1, [0]), section(1, [0])),
      'WASM_MALFORMED: section 1 out of order',
    ],
    ['a section past the end', raw([1, 9, 0]), 'WASM_MALFORMED: unexpected end'],
    [
      'a body without its function',
      raw(section(10, [1, 2, 0, END])),
      'WASM_MALFORMED: 1 function bodies for 0',
    ],
    [
      'a length of six bytes',
      raw([1, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
      'WASM_MALFORMED: integer is longer than 32',
    ],
    [
      'a length of 33 bits',
      raw([1, 0xff, 0xff, 0xff, 0xff, 0x1f]),
      'WASM_MALFORMED: integer is longer than 32',
    ],
    [
      'a constant of 33 bits',
      moduleOf(code(0x41, 0xff, 0xff, 0xff, 0xff, 0x1f, 0x1a)),
      'WASM_MALFORMED: integer is longer than 32',
    ],
    [
      'a constant with false sign bits',
      moduleOf(code(0x41, 0x80, 0x80, 0x80, 0x80, 0x70, 0x1a)),
      'WASM_MALFORMED: integer is longer than 32',
    ],
    [
      'a constant of 65 bits',
      moduleOf(code(0x42, ...Array.from({ length: 9 }, () => 0xff), 0x02, 0x1a)),
      'WASM_MALFORMED: integer is longer than 64',
    ],
    ['an end too many', moduleOf(code(END, 0x01)), 'WASM_MALFORMED: a function body is longer'],
    ['an end too few', moduleOf(code(0x02, 0x40)), 'WASM_MALFORMED: unexpected end'],
    ['a count beyond the bytes', raw(section(2, [0x7f])), 'WASM_MALFORMED: a count exceeds'],
    [
      'a name that is no UTF-8',
      raw(section(2, [1, 1, 0xff, 0, 0, 0])),
      'WASM_MALFORMED: a name is not UTF-8',
    ],
    ['delegate outside a block', moduleOf(code(0x18, 0)), 'WASM_MALFORMED: delegate'],
    [
      'a catch clause of kind 4',
      moduleOf(code(0x1f, 0x40, 1, 4, 0, END)),
      'WASM_MALFORMED: catch clause',
    ],
    ['an unknown instruction', moduleOf(code(0x27)), 'WASM_UNSUPPORTED: instruction 0x27'],
    [
      'a call through a typed reference',
      moduleOf(code(0x14, 0)),
      'WASM_UNSUPPORTED: instruction 0x14',
    ],
    ['garbage collection', moduleOf(code(0xfb, 0, 0)), 'WASM_UNSUPPORTED: instruction 0xfb'],
    ['atomics', moduleOf(code(0xfe, 0, 2, 0)), 'WASM_UNSUPPORTED: instruction 0xfe'],
    ['relaxed vectors', moduleOf(code(0xfd, 0x80, 0x02)), 'WASM_UNSUPPORTED: instruction 0xfd 256'],
    [
      'an unknown bulk instruction',
      moduleOf(code(0xfc, 18)),
      'WASM_UNSUPPORTED: instruction 0xfc 18',
    ],
    [
      'a second memory',
      raw(section(5, vec([MEMORY, MEMORY]))),
      'WASM_UNSUPPORTED: more than one memory',
    ],
    [
      'access to a second memory',
      moduleOf(code(...i32(0), 0x28, 0x42, 1, 0, 0x1a)),
      'WASM_UNSUPPORTED: more than one memory',
    ],
    [
      'growth of a second memory',
      moduleOf(code(...i32(0), 0x40, 1, 0x1a)),
      'WASM_UNSUPPORTED: more than one memory',
    ],
    [
      'a shared memory',
      moduleOf({ memory: [3, 1, 1] }),
      'WASM_UNSUPPORTED: shared or 64-bit limits',
    ],
    ['a 64-bit memory', moduleOf({ memory: [4, 1] }), 'WASM_UNSUPPORTED: shared or 64-bit limits'],
    [
      'an imported memory',
      raw(section(2, vec([[...text('m'), ...text('m'), 2, 0, 1]]))),
      'WASM_UNSUPPORTED: an imported memory',
    ],
    [
      'a memory above the cap',
      moduleOf({ memory: [0, 17] }),
      'WASM_UNSUPPORTED: a memory of at least 17 pages under a cap of 16',
    ],
    [
      'a reserved export',
      raw(section(7, vec([[...text('fuel:left'), 0, 0]]))),
      'WASM_UNSUPPORTED: an export named `fuel:left`',
    ],
    [
      'a metered module',
      meter(moduleOf({ functions: [{ code: [] }] }), 1).bytes,
      'WASM_UNSUPPORTED: an export named `fuel:left`',
    ],
    [
      'a typed reference',
      moduleOf({ functions: [{ params: [], locals: [[1, 0x63, 0x70]], code: [] }] }),
      'WASM_UNSUPPORTED: value type 0x63',
    ],
  ])('%s', (_name, bytes, message) => {
    expect(refused(bytes)).toContain(message);
    expect(refused(bytes)).toMatch(/at byte \d+$/);
  });

  const WHOLE = moduleOf({
    functions: [
      COUNTDOWN,
      { params: [I32], results: [I32], code: [...get(0), 0x40, 0] },
      {
        code: [
          0x02,
          0x40,
          ...i32(0),
          0x0e,
          1,
          0,
          0,
          END,
          ...i32(0),
          ...i32(0),
          ...i32(16),
          0xfc,
          11,
          0,
        ],
      },
    ],
    memory: [1, 1, 4],
    table: [0x70, 0, 2],
    globals: [[I32, 1, 0x41, 5, END]],
  });

  test('every cut of a module is refused or is a module of its own', () => {
    for (let length = 0; length < WHOLE.length; length += 1) {
      const cut = WHOLE.slice(0, length);
      const verdict = refused(cut);
      expect(verdict).not.toContain('not a FuelError');
      // A module that ends after a whole section may be valid
      expect(
        verdict !== 'accepted' ||
          WebAssembly.validate(meter(cut, 16).bytes) === WebAssembly.validate(cut),
      ).toBe(true);
    }
    expect(refused(WHOLE)).toBe('accepted');
  });

  test('law: whatever byte changes, a valid module stays valid and nothing but FuelError is thrown', () => {
    assert(
      property(nat(WHOLE.length - 1), nat(255), (at, byte) => {
        const changed = WHOLE.slice();
        changed[at] = byte;
        const verdict = refused(changed);
        expect(verdict).not.toContain('not a FuelError');
        return (
          verdict !== 'accepted' ||
          !WebAssembly.validate(changed) ||
          WebAssembly.validate(meter(changed, 16).bytes)
        );
      }),
      { numRuns: 3000 },
    );
  });
});
