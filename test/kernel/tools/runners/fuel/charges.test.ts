/** @module charges.test: the exact charge of each instruction. */
import { describe, expect, test } from 'vitest';

import { metered, MEMORY, nops } from './metered.ts';
import { brIf, COUNTDOWN, get, i32, I32, loop, set } from './module.ts';

describe('charges', () => {
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

  test('more than 64 instructions without a branch are additionally charged in full', () => {
    const cost = (count: number): bigint => {
      const { exports, used } = metered({ functions: [{ code: nops(count) }] });
      return used(() => exports['f0']?.());
    };
    expect([cost(63), cost(64), cost(200)]).toEqual([32n, 32n + 65n, 32n + 201n]);
  });

  test('each iteration of a loop costs its instructions', () => {
    const { exports, used, stats } = metered({ functions: [COUNTDOWN] });
    const turns = (count: number): bigint => used(() => exports['f0']?.(count));
    expect(turns(2) - turns(1)).toBe(turns(1000) - turns(999));
    // Entry: loop, end; an iteration: get, const, sub, tee, br_if, end
    expect([turns(1), turns(1000)]).toEqual([2n + 6n, 2n + 6n * 1000n]);
    expect(stats).toEqual({ functions: 1, loops: 1, bulk: 0, grows: 0 });
  });

  test('a nested loop is charged separately', () => {
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
    // Outer iteration: 2 to set, loop, 5 to count, end = 9; inner loop: 3 iterations of 6
    expect(used(() => exports['f0']?.(5))).toBe(2n + 5n * (9n + 18n));
  });

  test('a call is charged in the callee, even a tail call', () => {
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
  ] as const)('%s costs 1 per 16 bytes', (_name, op, size, cost) => {
    const { exports, used } = metered({
      functions: [{ params: [I32], code: [...i32(0), ...i32(0), ...get(0), ...op] }],
      memory: MEMORY,
    });
    expect(used(() => exports['f0']?.(size))).toBe(5n + cost);
  });

  test('table.fill and table.grow cost 1 per element', () => {
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

  test('the module stops at exactly the last unit', () => {
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

  test('a charge is inserted before an instruction that is itself replaced', () => {
    // The loop begins with memory.size, which is replaced, at the position of the loop's charge
    const code = [...loop([0x3f, 0, 0x1a, ...get(0), ...i32(1), 0x6b, 0x22, 0, ...brIf(0)])];
    const { exports, used } = metered({ functions: [{ params: [I32], code }], memory: MEMORY });
    expect(used(() => exports['f0']?.(3))).toBe(2n + 3n * 8n);
  });
});
