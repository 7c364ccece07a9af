/** @module meter.test: what the WebAssembly rewriter preserves and what it refuses. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { assert, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

import { FUEL_EXPORT, meter } from '../../../../../kernel/tools/runners/fuel/meter.ts';
import { FuelError } from '../../../../../kernel/tools/runners/fuel/wasm-cursor.ts';
import { load, MEMORY, nops } from './metered.ts';
import { COUNTDOWN, END, get, HEADER, i32, I32, moduleOf, section, text, vec } from './module.ts';
import type { Bytes, ModuleSpec } from './module.ts';

describe('the rewriter', () => {
  test('creates missing sections and extends existing ones', () => {
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

  test('meters start functions, which run with full fuel', () => {
    const spec: ModuleSpec = {
      functions: [{ code: nops(4) }],
      extra: [{ before: 10, bytes: section(8, [0]) }],
    };
    const left = load(meter(moduleOf(spec), 1).bytes).exports[FUEL_EXPORT.left];
    expect((left as WebAssembly.Global).value).toBe(0x7fff_ffff_ffff_ffffn - 5n);
  });

  test('keeps custom sections, except those that refer to offsets or indices of the old code', () => {
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

  test('gives equal output for equal input', () => {
    const source = moduleOf({ functions: [COUNTDOWN], memory: MEMORY });
    expect(meter(source, 4).bytes).toEqual(meter(source.slice(), 4).bytes);
  });

  test.each([
    ['quickjs-wasi/quickjs.wasm', { functions: 1698, loops: 1278, bulk: 143, grows: 2 }],
    ['pyodide/pyodide.asm.wasm', { functions: 16958, loops: 12381, bulk: 2250, grows: 0 }],
  ])('rewrites %s completely', (file, stats) => {
    const source = readFileSync(createRequire(import.meta.url).resolve(file));
    const result = meter(source, 8192);
    expect(result.stats).toEqual(stats);
    expect(WebAssembly.validate(result.bytes)).toBe(true);
  });
});

describe('the rewriter refuses', () => {
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
      'a name that is not UTF-8',
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

  test('every truncated module, unless the rest is itself a valid module', () => {
    for (let length = 0; length < WHOLE.length; length += 1) {
      const cut = WHOLE.slice(0, length);
      const verdict = refused(cut);
      expect(verdict).not.toContain('not a FuelError');
      // A module that ends after a complete section may be valid
      expect(
        verdict !== 'accepted' ||
          WebAssembly.validate(meter(cut, 16).bytes) === WebAssembly.validate(cut),
      ).toBe(true);
    }
    expect(refused(WHOLE)).toBe('accepted');
  });

  test('law: or accepts a module with any changed byte without making a valid module invalid', () => {
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
